import { byId, shellAt } from './controls';
import { isRecord } from './endpoints';
import { showError } from './form';

export interface Captcha {
  /** Returns the id of the displayed captcha, or an empty text if no captcha could be loaded. */
  id(): string;
  renew(): Promise<void>;
}

/**
 * Shows a captcha from the sign-in endpoint. A click on the picture loads a new captcha.
 *
 * @param offline error message at the field if no captcha can be loaded
 */
export function startCaptcha(form: HTMLFormElement, offline: string): Captcha {
  let captchaId = '';
  const picture = form.querySelector<HTMLButtonElement>('[data-captcha]');
  const renew = async (): Promise<void> => {
    const answer: unknown = await fetch('/api/Verify/getVerifyCodeValue')
      .then((response) => response.json())
      .catch(() => null);
    const data = isRecord(answer) && isRecord(answer.data) ? answer.data : {};
    captchaId = String(data.captchaId ?? '');
    const image = picture?.querySelector('img');
    if (image) image.src = String(data.image ?? '');
    const input = byId<HTMLInputElement>('captcha');
    if (input) input.value = '';
    showError(shellAt('captcha'), captchaId === '' ? offline : '');
  };
  picture?.addEventListener('click', () => void renew());
  void renew();
  return { id: () => captchaId, renew };
}
