import { byId, focusAt, shellAt, valueAt } from './controls';
import { CODE, DONE, isRecord, type Outcome } from './endpoints';
import { showError } from './form';
import { reloadWithAnswers } from './keptAnswers';
import type { Page } from './page';

const KEY_BYTES = 16;

/** Replaces the form with the number of the accepted application. */
function finish({ form, live, files, say }: Page, { data: { no, message } }: Outcome): void {
  const done = document.createElement('div');
  done.className = 'done';
  done.setAttribute('role', 'status');
  done.tabIndex = -1;
  const lines = [String(message ?? ''), ...(typeof no === 'string' ? [say('number', { no })] : [])];
  for (const line of lines) {
    const paragraph = document.createElement('p');
    paragraph.dir = 'auto';
    paragraph.textContent = line;
    done.append(paragraph);
  }
  form.replaceWith(done);
  done.focus();
  live.stop();
  files.stop();
}

/** Shows a refusal at the control or fields in question. */
async function showRefusal(page: Page, { code, msg, data }: Outcome): Promise<void> {
  const errors = Array.isArray(data.errors) ? data.errors.filter(isRecord) : [];
  if (code === CODE.changed) return reloadWithAnswers(page);
  if (!page.data.needSms) await page.captcha.renew();
  if (code === CODE.captcha) focusAt('captcha', msg);
  else if (code === CODE.sms) focusAt('code', msg);
  else if (code === CODE.invalid && errors.length > 0) {
    page.live.showFaults(errors.map(({ field, message }) => ({ key: String(field), message: String(message) })));
  } else page.tell(msg);
}

/** Checks answers and consent, and sends the application. The page uses one idempotency key, so a repeated request stores it once. */
export function acceptSubmission(page: Page): void {
  const { form, data, live, captcha, files, ask, say, tell } = page;
  const { version, channel, needSms } = data;
  const key = [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const proof = needSms ? 'code' : 'captcha';
  const submit = async (): Promise<void> => {
    tell('');
    if (files.isBusy()) return tell(say('fileBusy'));
    const faults = live.check();
    if (faults > 0) return tell(say('fix', { n: faults }));
    const isAgreed = byId<HTMLInputElement>('agreed')?.checked === true;
    showError(shellAt('agreed'), isAgreed ? '' : say('agreeFirst'));
    if (valueAt(proof) === '') return focusAt(proof, say(needSms ? 'codeMissing' : 'captchaMissing'));
    if (!isAgreed) return byId('agreed')?.focus();
    const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
    const label = button?.textContent ?? '';
    if (button) {
      button.disabled = true;
      button.textContent = say('sending');
    }
    const visit = files.visit();
    const body = { key, version, channel, answers: live.answers(), agreed: true, ...(visit && { visit }) };
    const outcome = await ask('submit', {
      ...body,
      ...(needSms ? { code: valueAt('code') } : { captchaId: captcha.id(), captcha: valueAt('captcha') }),
    });
    if (outcome.code === DONE) return finish(page, outcome);
    if (button) {
      button.disabled = false;
      button.textContent = label;
    }
    return showRefusal(page, outcome);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
}
