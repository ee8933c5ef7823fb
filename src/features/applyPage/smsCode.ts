import { byId, focusAt, shellAt, valueAt } from './controls';
import { CODE, DONE } from './endpoints';
import { showError } from './form';
import type { Page } from './page';

/** The button that sends a code to the applicant's phone. It counts down until the next code can be sent. */
export function offerSmsCode({ form, live, captcha, ask, say, tell }: Page): void {
  const send = form.querySelector<HTMLButtonElement>('[data-send]');
  const wait = (seconds: number): void => {
    if (!send) return;
    send.disabled = seconds > 0;
    send.textContent = seconds > 0 ? say('resend', { n: seconds }) : say('sendCode');
    if (seconds > 0) setTimeout(() => wait(seconds - 1), 1_000);
  };
  const sendCode = async (): Promise<void> => {
    const tel = live.answers().tel?.trim() ?? '';
    if (valueAt('captcha') === '') return focusAt('captcha', say('captchaMissing'));
    showError(shellAt('captcha'), '');
    const outcome = await ask('sendCode', { tel, captchaId: captcha.id(), captcha: valueAt('captcha') });
    await captcha.renew();
    if (outcome.code === DONE) {
      showError(shellAt('code'), '');
      byId('code')?.focus();
      tell('');
      const place = byId('e-code');
      if (place) place.textContent = say('codeSent', { tel });
      wait(Number(outcome.data.waitSec ?? 60));
    } else if (outcome.code === CODE.captcha) focusAt('captcha', outcome.msg);
    else if (outcome.code === CODE.invalid) live.check();
    else tell(outcome.msg);
  };
  send?.addEventListener('click', () => void sendCode());
}
