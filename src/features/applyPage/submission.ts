import { byId, focusAt, shellAt, valueAt } from './controls';
import { CODE, DONE, type Outcome } from './endpoints';
import { showError } from './form';
import { reloadWithAnswers } from './keptAnswers';
import type { Page } from './page';
import { faultsIn, newKey, whileSending } from './sending';

/** Replaces the form with the server's message, and with the application's number if the response contains a number. */
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

/**
 * Shows a refusal at the affected control or fields, or else as a message for the whole form. If the form has changed on the server, the
 * page is reloaded. If the form requires a captcha instead of an SMS code, a new captcha is loaded.
 */
async function showRefusal(page: Page, outcome: Outcome): Promise<void> {
  const { code, msg } = outcome;
  const faults = faultsIn(outcome);
  if (code === CODE.changed) return reloadWithAnswers(page);
  if (!page.data.needSms) await page.captcha.renew();
  if (code === CODE.captcha) focusAt('captcha', msg);
  else if (code === CODE.sms) focusAt('code', msg);
  else if (code === CODE.invalid && faults.length > 0) page.live.showFaults(faults);
  else page.tell(msg);
}

/** Handles the submit event: checks the answers and the consent, and sends the application. */
export function acceptSubmission(page: Page): void {
  const { form, data, live, captcha, files, ask, say, tell } = page;
  const { version, channel, needSms } = data;
  const key = newKey();
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
    const visit = files.visit();
    const body = { key, version, channel, answers: live.answers(), agreed: true, ...(visit && { visit }) };
    const shown = needSms ? { code: valueAt('code') } : { captchaId: captcha.id(), captcha: valueAt('captcha') };
    const outcome = await whileSending(form, say('sending'), () => ask('submit', { ...body, ...shown }));
    return outcome.code === DONE ? finish(page, outcome) : showRefusal(page, outcome);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
}
