import type { Captcha } from './captcha';
import { byId, focusAt, shellAt, valueAt } from './controls';
import { type Ask, CODE, DONE } from './endpoints';
import { showError } from './form';

export interface CodeParts {
  readonly form: HTMLFormElement;
  readonly captcha: Captcha;
  readonly ask: Ask;
  readonly say: (word: string, params?: Readonly<Record<string, string | number>>) => string;
  readonly tell: (message: string) => void;
  /** Name of the endpoint that sends the code. */
  readonly address: string;
  /** Returns the phone number that the applicant typed. */
  tel(): string;
  /** Shows that the phone number is not valid. */
  onInvalid(): void;
}

/** Handles the button that sends a code to the applicant's phone. The button shows the seconds until the next code can be sent. */
export function offerSmsCode({ form, captcha, ask, say, tell, address, tel: typed, onInvalid }: CodeParts): void {
  const send = form.querySelector<HTMLButtonElement>('[data-send]');
  const wait = (seconds: number): void => {
    if (!send) return;
    send.disabled = seconds > 0;
    send.textContent = seconds > 0 ? say('resend', { n: seconds }) : say('sendCode');
    if (seconds > 0) setTimeout(() => wait(seconds - 1), 1_000);
  };
  const sendCode = async (): Promise<void> => {
    const tel = typed();
    if (valueAt('captcha') === '') return focusAt('captcha', say('captchaMissing'));
    showError(shellAt('captcha'), '');
    const outcome = await ask(address, { tel, captchaId: captcha.id(), captcha: valueAt('captcha') });
    await captcha.renew();
    if (outcome.code === DONE) {
      showError(shellAt('code'), '');
      byId('code')?.focus();
      tell('');
      const place = byId('e-code');
      if (place) place.textContent = say('codeSent', { tel });
      wait(Number(outcome.data.waitSec ?? 60));
    } else if (outcome.code === CODE.captcha) focusAt('captcha', outcome.msg);
    else if (outcome.code === CODE.invalid) onInvalid();
    else tell(outcome.msg);
  };
  send?.addEventListener('click', () => void sendCode());
}
