import { fill, type Locale } from '@contract/text';
import { startCaptcha } from './captcha';
import { byId, focusAt, shellAt, valueAt } from './controls';
import { draw } from './draw';
import { type Ask, CODE, createCalls, DONE, type Outcome } from './endpoints';
import { takeFiles } from './files';
import { liveForm, showError } from './form';
import type { Page } from './page';
import type { Regions } from './places';
import { offerPosition } from './position';
import { filesOfVisit } from './sendFile';
import { faultsIn, newKey, whileSending } from './sending';
import { offerSmsCode } from './smsCode';
import { applicationView, fieldsOf, type OwnApplication, type Supply } from './statusView';

/** This module runs the applicants' status page: applicants verify their phone number, see applications and send missing material. */

export interface StatusData {
  readonly locale: Locale;
  readonly words: Readonly<Record<string, string>>;
}
interface Tools {
  readonly locale: Locale;
  readonly say: Page['say'];
  readonly ask: Ask;
  readonly regions: Regions;
}

/**
 * Session storage key of the applicant's session token. A reload needs no new SMS code while the token is valid. The browser deletes the
 * token when the tab is closed.
 */
const KEPT = 'apply-session';

function keptSession(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}
function keepSession(token: string): void {
  try {
    if (token === '') sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, token);
  } catch {
    // The visitor may have disabled storage. A reload then requires a new SMS code.
  }
}

const teller = (form: HTMLFormElement) => (message: string) => {
  const problem = form.querySelector('[data-problem]');
  if (problem) problem.textContent = message;
};

/**
 * Runs the form in which the applicant sends missing material for one application.
 *
 * @param send sends the answers; all tries use one idempotency key
 * @param onDone called when the material was accepted or the session has expired; the form shows all other responses itself
 * @returns a function that stops the form and its uploads
 */
function takeMaterial(
  form: HTMLFormElement,
  supply: Supply,
  { locale, say, ask, regions }: Tools,
  send: (body: object) => Promise<Outcome>,
  onDone: (outcome: Outcome) => void,
): () => void {
  const fields = fieldsOf(supply);
  const live = liveForm({ root: form, fields, locale, regions });
  const { version, visit } = supply;
  const sender = filesOfVisit({ version, visit, locale }, ask, say('offline'));
  const files = takeFiles({ root: form, fields, say, ...sender });
  const tell = teller(form);
  const key = newKey();
  const stopPosition = offerPosition(form, fields, say);
  const stop = (): void => {
    live.stop();
    files.stop();
    stopPosition();
  };
  const submit = async (): Promise<void> => {
    tell('');
    if (files.isBusy()) return tell(say('fileBusy'));
    const count = live.check();
    if (count > 0) return tell(say('fix', { n: count }));
    const body = { key, visit: files.visit(), answers: live.answers() };
    const outcome = await whileSending(form, say('sending'), () => send(body));
    const faults = faultsIn(outcome);
    if (outcome.code === CODE.invalid && faults.length > 0) return live.showFaults(faults);
    if (outcome.code !== DONE && outcome.code !== CODE.ended) return tell(outcome.msg);
    stop();
    onDone(outcome);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return stop;
}

function messageOf(text: string): HTMLElement {
  const message = document.createElement('p');
  message.className = 'done';
  message.setAttribute('role', 'status');
  message.tabIndex = -1;
  message.textContent = text;
  return message;
}

const hasPlaces = (supply: Supply): boolean =>
  fieldsOf(supply).some(({ kind }) => kind === 'region' || kind === 'address');

type Render = (token: string, list: readonly OwnApplication[], openNo: string, message: string) => Promise<void>;

/** An open form for missing material. */
interface Material {
  readonly form: HTMLFormElement;
  readonly stop: () => void;
}

/** Creates the list of applications. It replaces the form for the SMS code. */
function statusList(form: HTMLFormElement, box: HTMLElement, tools: Tools) {
  const { ask, say, regions } = tools;
  const tell = teller(form);
  /** The open forms by application number. A form that is not shown keeps its answers and uploads. */
  const materials = new Map<string, Material>();
  const drop = (no: string): void => {
    materials.get(no)?.stop();
    materials.delete(no);
  };

  /** Removes the list and shows the form for the SMS code again, with a message. */
  const showForm = (message: string): void => {
    for (const no of materials.keys()) drop(no);
    box.replaceChildren();
    form.hidden = false;
    tell(message);
  };
  const end = (message: string): void => {
    keepSession('');
    showForm(message);
  };
  const leave = (token: string): HTMLElement => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'second';
    button.textContent = say('statusLeave');
    button.addEventListener('click', () => {
      void ask('closeStatus', { session: token });
      end('');
      byId('tel')?.focus();
    });
    return button;
  };

  /** Renders the list. @param openNo number of the application whose material form is open */
  const render: Render = async (token, list, openNo, message) => {
    const open = list.find(({ no }) => no === openNo);
    const needsPlaces = open?.supply && hasPlaces(open.supply) && !materials.has(openNo);
    const provinces = needsPlaces ? await regions('').catch((error: Error) => error) : [];
    // The form needs the provinces. Without them, show only the button that opens the form, because a press loads them again.
    if (provinces instanceof Error) return render(token, list, '', `${message} ${provinces.message}`.trim());
    const views = list.map((own) => draw(applicationView(own, own === open, { ...tools, provinces })));
    const note = list.length === 0 ? say('noApplication') : message;
    box.replaceChildren(...(note ? [messageOf(note)] : []), ...views, leave(token));
    const first = box.querySelector<HTMLElement>(openNo && !note ? `#no-${openNo}` : '[tabindex]');
    first?.focus();
    for (const button of box.querySelectorAll<HTMLElement>('[data-supply]')) {
      button.addEventListener('click', () => void render(token, list, button.dataset.supply ?? '', ''));
    }
    const drawn = box.querySelector('form');
    if (!drawn || !open?.supply) return;
    const kept = materials.get(open.no);
    if (kept) return drawn.replaceWith(kept.form);
    const send = (body: object) => ask('supply', { ...body, session: token, no: open.no });
    const stop = takeMaterial(drawn, open.supply, tools, send, ({ code }) => {
      drop(open.no);
      if (code === DONE) void show(token, say('supplied'));
      else end(say('statusEnded'));
    });
    materials.set(open.no, { form: drawn, stop });
  };

  /**
   * Loads the applications and shows them instead of the form for the SMS code. If the call fails, the form is shown again. The token is
   * removed only if the session has ended, so after any other failure a reload needs no new SMS code.
   */
  const show = async (token: string, message = ''): Promise<void> => {
    const { code, msg, data } = await ask('getStatus', { session: token });
    if (code === CODE.ended) return end(say('statusEnded'));
    keepSession(token);
    if (code !== DONE) return showForm(msg);
    tell('');
    form.hidden = true;
    const list = data.list as OwnApplication[];
    for (const no of materials.keys()) if (!list.some((own) => own.no === no && own.supply)) drop(no);
    await render(token, list, list.find(({ supply }) => supply !== null)?.no ?? '', message);
  };
  return { show };
}

export function openStatus(form: HTMLFormElement, { locale, words }: StatusData): void {
  const say: Tools['say'] = (word, params = {}) => fill(words[word] ?? '', params, locale);
  const { ask, regions } = createCalls(locale, say('offline'));
  const box = byId('applications');
  if (!box) return;
  const tell = teller(form);
  const captcha = startCaptcha(form, say('offline'));
  const { show } = statusList(form, box, { locale, say, ask, regions });
  const onInvalid = () => focusAt('tel', say('telMissing'));
  offerSmsCode({ form, captcha, ask, say, tell, address: 'sendStatusCode', tel: () => valueAt('tel'), onInvalid });
  const open = async (): Promise<void> => {
    tell('');
    for (const id of ['tel', 'code']) showError(shellAt(id), '');
    const [tel, code] = [valueAt('tel'), valueAt('code')];
    if (tel === '') return onInvalid();
    if (code === '') return focusAt('code', say('codeMissing'));
    const outcome = await whileSending(form, say('sending'), () => ask('openStatus', { tel, code }));
    if (outcome.code === DONE) return show(String(outcome.data.session));
    if (outcome.code === CODE.sms) focusAt('code', outcome.msg);
    else if (outcome.code === CODE.invalid) focusAt(faultsIn(outcome)[0]?.key === 'code' ? 'code' : 'tel', outcome.msg);
    else tell(outcome.msg);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void open();
  });
  const kept = keptSession();
  if (kept) void show(kept);
}
