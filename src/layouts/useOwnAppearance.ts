import type { CurrentUser } from '@contract/site';
import { LOCALES, type Locale } from '@contract/text';
import { useDispatch, useSelector } from '@umijs/max';
import type { AppearanceChoice } from '@/app/appearance/appearance';
import { uploadAppearance } from '@/app/appearance/sync';
import { setLocale, useLocale } from '@/app/i18n/i18n';
import type { RootState } from '@/models/state';

/** The user's appearance and language, and functions that change them. */
export interface OwnAppearance {
  readonly choice: AppearanceChoice;
  readonly locale: Locale;
  /** Languages that the tenant offers, including the current language. */
  readonly languages: readonly Locale[];
  readonly change: (look: Partial<AppearanceChoice>) => void;
  readonly speak: (language: Locale) => Promise<void>;
}

/** Provides the appearance and language of the signed-in user. A change takes effect immediately and is saved on the server. */
export function useOwnAppearance({ id, enabledLocales }: CurrentUser): OwnAppearance {
  const locale = useLocale();
  const dispatch = useDispatch();
  const { scheme, compact, colorWeak } = useSelector((state: RootState) => state.settings);
  const choice: AppearanceChoice = { scheme, compact, colorWeak };
  return {
    choice,
    locale,
    languages: LOCALES.filter((language) => enabledLocales.includes(language) || language === locale),
    change: (look) => {
      dispatch({ type: 'settings/changeSetting', payload: look });
      uploadAppearance(id, { ...choice, ...look, locale });
    },
    speak: async (language) => {
      await setLocale(language);
      uploadAppearance(id, { ...choice, locale: language });
    },
  };
}
