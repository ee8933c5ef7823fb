import type { FormField } from '@contract/franchiseForm';
import { fill, type Locale } from '@contract/text';
import { liveForm, type Place, showError } from './form';

/** The script of the public application page. It is bundled by itself and loads nothing else. */

interface PageData {
  readonly version: number;
  readonly fields: readonly FormField[];
  readonly locale: Locale;
  readonly channel: string | null;
  readonly needSms: boolean;
  readonly words: Readonly<Record<string, string>>;
}
interface Outcome {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;
}
const DONE = 100;
const CODE = { invalid: 40001, captcha: 40003, sms: 40004, changed: 42282 } as const;
/** Answers that outlive the reload after a change of the form. */
const KEPT = 'apply-answers';
const KEY_BYTES = 16;

const byId = <E extends HTMLElement>(id: string): E | null => document.getElementById(id) as E | null;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function start(form: HTMLFormElement, data: PageData): void {
  const { words, locale } = data;
  const say = (word: string, params: Readonly<Record<string, string | number>> = {}) =>
    fill(words[word] ?? '', params, locale);

  const ask = async (address: string, body?: object): Promise<Outcome> => {
    const headers = { 'accept-language': locale, ...(body && { 'content-type': 'application/json' }) };
    const how = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    try {
      const answer: unknown = await (await fetch(`/api/franchise.Public/${address}`, how)).json();
      if (!isRecord(answer)) throw new TypeError('no answer');
      return {
        code: Number(answer.code),
        msg: String(answer.msg ?? ''),
        data: isRecord(answer.data) ? answer.data : {},
      };
    } catch {
      return { code: 0, msg: say('offline'), data: {} };
    }
  };
  const regions = async (parent: string): Promise<readonly Place[]> => {
    const { data: found } = await ask(`getRegions?parent=${encodeURIComponent(parent)}`);
    return Array.isArray(found.list) ? (found.list as Place[]) : [];
  };

  const live = liveForm({ root: form, fields: data.fields, locale, regions });
  const problem = form.querySelector<HTMLElement>('[data-problem]');
  const shellAt = (id: string) => byId(id)?.closest('.field') ?? null;
  const valueAt = (id: string) => byId<HTMLInputElement>(id)?.value.trim() ?? '';
  const tell = (message: string) => {
    if (problem) problem.textContent = message;
  };
  const focusAt = (id: string, message: string) => {
    showError(shellAt(id), message);
    byId(id)?.focus();
  };

  /* Captcha: a picture from the sign-in's own endpoint. */
  let captchaId = '';
  const picture = form.querySelector<HTMLButtonElement>('[data-captcha]');
  const newPicture = async (): Promise<void> => {
    const answer: unknown = await fetch('/api/Verify/getVerifyCodeValue')
      .then((response) => response.json())
      .catch(() => null);
    const found = isRecord(answer) && isRecord(answer.data) ? answer.data : {};
    captchaId = String(found.captchaId ?? '');
    const image = picture?.querySelector('img');
    if (image) image.src = String(found.image ?? '');
    const input = byId<HTMLInputElement>('captcha');
    if (input) input.value = '';
  };
  picture?.addEventListener('click', () => void newPicture());
  void newPicture();

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
    const outcome = await ask('sendCode', { tel, captchaId, captcha: valueAt('captcha') });
    await newPicture();
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

  const key = [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

  /** The page's form changed while it was being filled: the new one is loaded with what was typed. */
  const reload = (): void => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(live.answers()));
    } catch {
      // Storage may be switched off.
    }
    location.reload();
  };
  const finish = ({ data: { no, message } }: Outcome): void => {
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
  };
  const refused = async (outcome: Outcome): Promise<void> => {
    const { code, msg, data: found } = outcome;
    const errors = Array.isArray(found.errors) ? found.errors.filter(isRecord) : [];
    if (code === CODE.changed) return reload();
    if (!data.needSms) await newPicture();
    if (code === CODE.captcha) focusAt('captcha', msg);
    else if (code === CODE.sms) focusAt('code', msg);
    else if (code === CODE.invalid && errors.length > 0) {
      live.showFaults(errors.map(({ field, message }) => ({ key: String(field), message: String(message) })));
    } else tell(msg);
  };

  const proof = data.needSms ? 'code' : 'captcha';
  const submit = async (): Promise<void> => {
    tell('');
    const faults = live.check();
    if (faults > 0) return tell(say('fix', { n: faults }));
    const isAgreed = byId<HTMLInputElement>('agreed')?.checked === true;
    showError(shellAt('agreed'), isAgreed ? '' : say('agreeFirst'));
    if (valueAt(proof) === '') return focusAt(proof, say(data.needSms ? 'codeMissing' : 'captchaMissing'));
    if (!isAgreed) return byId('agreed')?.focus();
    const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
    const label = button?.textContent ?? '';
    if (button) {
      button.disabled = true;
      button.textContent = say('sending');
    }
    const { version, channel } = data;
    const body = { key, version, channel, answers: live.answers(), agreed: true };
    const outcome = await ask('submit', {
      ...body,
      ...(data.needSms ? { code: valueAt('code') } : { captchaId, captcha: valueAt('captcha') }),
    });
    if (outcome.code === DONE) return finish(outcome);
    if (button) {
      button.disabled = false;
      button.textContent = label;
    }
    return refused(outcome);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });

  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    sessionStorage.removeItem(KEPT);
    if (isRecord(kept)) {
      live.fill(Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])));
      tell(say('changed'));
      problem?.scrollIntoView({ block: 'center' });
    }
  } catch {
    // Nothing was kept.
  }
}

const form = byId<HTMLFormElement>('apply');
const data = byId('form-data')?.textContent;
if (form && data) start(form, JSON.parse(data) as PageData);
