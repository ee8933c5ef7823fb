import type { BrandLook } from '@contract/oem.brand';
import { useCallback, useEffect, useRef, useState } from 'react';
import { WORKING_TITLE } from '../../../config/settings';
import { applyAppearance, readAppearance, resolveAppearance } from '../appearance/appearance';
import { keepBrandColour, readBrandColour, showIcon } from '../appearance/brand';
import { api } from '../request/api';
import { createStore } from '../store';

/** Public data of the tenant. Each captcha answer contains them. */
interface Brand {
  readonly siteName: string;
  readonly logo: string;
  /** `true` if the debug monitor is on for every user who signs in. */
  readonly monitored: boolean;
  /** Colour, pictures and texts of the tenant's brand. `null` means that branding is not enabled. */
  readonly look: BrandLook | null;
}

const brand = createStore<Brand>({ siteName: WORKING_TITLE, logo: '/logo.svg', monitored: false, look: null });

function setBrand(next: Brand): void {
  if (JSON.stringify(next) !== JSON.stringify(brand.get())) brand.set(next);
}

export const useBrand = (): Brand => brand.use();

export interface Captcha {
  /** Id of the captcha. It is empty before the first captcha is loaded and after a failed load. */
  readonly captchaId: string;
  /** Picture as a data URL. It is empty before the first load, after a failed load, and after the captcha has expired. */
  readonly image: string;
  readonly failed: boolean;
  /** `true` if text messages are only written to the local outbox, and this caller may read the outbox. */
  readonly outbox: boolean;
  reload(): void;
}

const NONE = { captchaId: '', image: '', failed: false, outbox: false };

/** Loads the picture captcha (DOMAIN §3.1) at the start and on `reload`. An expired picture is removed. */
export function useCaptcha(): Captcha {
  const [state, setState] = useState(NONE);
  const round = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reload = useCallback(() => {
    round.current += 1;
    const mine = round.current;
    clearTimeout(timer.current);
    api.askGet('Verify/getVerifyCodeValue', {}).then(
      (outcome) => {
        if (mine !== round.current) return;
        if (!outcome.ok) {
          setState((before) => ({ ...NONE, outbox: before.outbox, failed: true }));
          return;
        }
        const {
          captchaId,
          image,
          outbox,
          expireIn,
          siteName,
          logoLight,
          debugMonitor,
          favicon,
          brand: look,
        } = outcome.data;
        setState({ captchaId, image, outbox, failed: false });
        setBrand({
          siteName: siteName || WORKING_TITLE,
          logo: logoLight || '/logo.svg',
          monitored: debugMonitor,
          look: look ?? null,
        });
        showIcon(favicon ?? '');
        keepBrandColour(look?.themeColor ?? '');
        applyAppearance(resolveAppearance(readAppearance(), readBrandColour()));
        // Remove an expired picture, because the server no longer accepts its code.
        timer.current = setTimeout(
          () => setState((before) => ({ ...before, image: '', failed: true })),
          expireIn * 1_000,
        );
      },
      () => undefined,
    );
  }, []);

  useEffect(() => {
    reload();
    return () => {
      round.current += 1;
      clearTimeout(timer.current);
    };
  }, [reload]);

  return { ...state, reload };
}

/** Counts down the seconds until another SMS code may be requested. 0 means that it may be requested now. @returns seconds and setter */
export function useCountdown(): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
