import { emptyField } from '@contract/franchisePage.content';
import { SUPPLY_KEYS, supplyFields } from '@contract/franchiseSupply';
import { screen, waitFor } from '@testing-library/react';
import { openStatus, type StatusData } from './status';
import type { OwnApplication } from './statusView';

const text = (word: string) => ({ 'zh-CN': word, 'zh-TW': word, 'en-US': word, 'pt-BR': word });
const DATA: StatusData = {
  locale: 'pt-BR',
  words: {
    ...{ number: 'Number {no}', appliedOn: 'Applied on {day}', progress: 'Progress', reason: 'Reason: {reason}' },
    ...{ supplyTitle: 'Hand in', supplySend: 'Send', supplied: 'Received', statusLeave: 'Stop', statusEnded: 'Over' },
    ...{
      applyAgain: 'Again',
      noApplication: 'None',
      telMissing: 'Type the phone',
      codeMissing: 'Type the code',
      fix: 'Fix {n}',
    },
    ...{ codeSent: 'Sent to {tel}', captchaMissing: 'Type the captcha', offline: 'Offline', resend: 'In {n}' },
  },
};
const PAGE = `<form id="status">
  <div class="field"><input id="tel"><p data-error></p></div>
  <div class="field"><button type="button" data-captcha><img></button><input id="captcha"><p data-error></p></div>
  <div class="field"><input id="code"><button type="button" data-send>Code</button><p id="e-code" data-error></p></div>
  <p data-problem></p><button type="submit">See</button></form><div id="applications"></div>`;
const FIELDS = supplyFields([{ ...emptyField('plan', 'text'), label: text('Plan') }], ['plan']);
const SUPPLY = { version: 2, visit: 'v1', fields: FIELDS as never, until: '2026-03-10T00:00:00Z' };
const OWN: OwnApplication = {
  ...{ no: 'FR1', appliedOn: '2026-03-01', stateText: 'In review', steps: ['Received', 'Decision'], step: 1 },
  ...{ reason: null, applyAgain: null, supply: null },
};
const REJECTED: OwnApplication = { ...OWN, no: 'FR2', step: null, stateText: 'Not accepted', reason: '<b>Taken</b>' };

const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const done = (data: object = {}) => ({ code: 100, msg: '', data });
const opened = (...list: OwnApplication[]) => ({
  openStatus: done({ session: 's1' }),
  getStatus: done({ list }),
});

/** Starts the page. @returns the request bodies by endpoint, and the responses, which a test can change for later requests */
function start(answers: Record<string, object>) {
  document.body.innerHTML = PAGE;
  const sent: Record<string, unknown[]> = {};
  globalThis.fetch = jest.fn(async (address: string, how?: RequestInit) => {
    const name = String(address).split('/').pop() ?? '';
    sent[name] = [...(sent[name] ?? []), how?.body ? JSON.parse(String(how.body)) : null];
    expect(String(address)).not.toContain('s1');
    return { json: async () => answers[name] ?? done({ captchaId: 'c1', image: 'data:,1' }) };
  }) as unknown as typeof fetch;
  openStatus(document.getElementById('status') as HTMLFormElement, DATA);
  return sent;
}
function signIn(): void {
  input('tel').value = '13800000001';
  input('code').value = '123456';
  screen.getByRole('button', { name: 'See' }).click();
}

afterEach(() => sessionStorage.clear());

test('the code is requested for the typed phone, and opens the applications with state, day and reason', async () => {
  const sent = start({ ...opened(OWN, REJECTED), sendStatusCode: done({ waitSec: 60 }) });
  input('tel').value = '13800000001';
  input('captcha').value = 'ab12';
  screen.getByRole('button', { name: 'Code' }).click();
  await waitFor(() => expect(input('e-code')).toHaveTextContent('Sent to 13800000001'));
  expect(sent.sendStatusCode).toMatchObject([{ tel: '13800000001', captcha: 'ab12' }]);
  signIn();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Number FR1' })).toHaveFocus());
  expect(sent.openStatus).toEqual([{ tel: '13800000001', code: '123456' }]);
  expect(sent.getStatus).toEqual([{ session: 's1' }]);
  expect(document.getElementById('status')).toHaveAttribute('hidden');
  expect(screen.getAllByText('Applied on 01/03/2026')).toHaveLength(2);
  expect(screen.getByRole('list', { name: 'Progress' })).toHaveTextContent('ReceivedDecision');
  expect(screen.getByText('Decision')).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText('Reason: <b>Taken</b>')).toBeInTheDocument();
});

test('a rejected application links to the application page once the phone may apply again', async () => {
  start(opened({ ...REJECTED, applyAgain: '/apply?lang=pt-BR' }, { ...REJECTED, no: 'FR3' }));
  signIn();
  const links = await screen.findAllByRole('link', { name: 'Again' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/apply?lang=pt-BR']);
});

test('a missing phone or code and a wrong code are named at their controls', async () => {
  start({ openStatus: { code: 40004, msg: 'Wrong code', data: null } });
  screen.getByRole('button', { name: 'See' }).click();
  expect(input('tel')).toHaveFocus();
  expect(input('tel').closest('.field')).toHaveTextContent('Type the phone');
  input('tel').value = '13800000001';
  screen.getByRole('button', { name: 'See' }).click();
  expect(input('e-code')).toHaveTextContent('Type the code');
  signIn();
  await waitFor(() => expect(input('e-code')).toHaveTextContent('Wrong code'));
});

test('material is checked, sent with the session and one key, and the applications are shown again', async () => {
  const answers: Record<string, object> = opened({ ...OWN, supply: SUPPLY });
  const sent = start(answers);
  signIn();
  const send = await screen.findByRole('button', { name: 'Send' });
  send.click();
  const plan = screen.getByRole('textbox', { name: /Plan/ });
  await waitFor(() => expect(plan).toBeInvalid());
  expect(sent.supply).toBeUndefined();
  (plan as HTMLInputElement).value = 'Two shops';
  answers.supply = { code: 40001, msg: '', data: { errors: [{ field: SUPPLY_KEYS.note, message: 'Too long' }] } };
  send.click();
  await waitFor(() => expect(screen.getByText('Too long')).toBeInTheDocument());
  answers.supply = done();
  answers.getStatus = done({ list: [OWN] });
  screen.getByRole('button', { name: 'Send' }).click();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Received'));
  expect(screen.getByRole('status')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  const [first, second] = sent.supply as { key: string }[];
  expect(first).toMatchObject({ session: 's1', no: 'FR1', visit: 'v1', answers: { plan: 'Two shops' } });
  expect(second?.key).toBe(first?.key);
});

test('when two applications lack material, one form is open, and a button opens the other', async () => {
  start(opened({ ...OWN, supply: SUPPLY }, { ...OWN, no: 'FR2', supply: SUPPLY }));
  signIn();
  await screen.findByRole('button', { name: 'Send' });
  expect(document.querySelectorAll('#applications form')).toHaveLength(1);
  screen.getByRole('button', { name: 'Hand in' }).click();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Number FR2' })).toHaveFocus());
  const form = document.querySelector('#applications form');
  expect(form?.closest('section')).toHaveAttribute('aria-labelledby', 'no-FR2');
});

test('opening another form keeps the answers of the first one', async () => {
  start(opened({ ...OWN, supply: SUPPLY }, { ...OWN, no: 'FR2', supply: SUPPLY }));
  signIn();
  await screen.findByRole('button', { name: 'Send' });
  const plan = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Plan/ });
  const other = async (no: string) => {
    screen.getByRole('button', { name: 'Hand in' }).click();
    await waitFor(() => expect(screen.getByRole('heading', { name: `Number ${no}` })).toHaveFocus());
  };
  plan().value = 'Two shops';
  await other('FR2');
  expect(plan().value).toBe('');
  plan().value = 'Three shops';
  await other('FR1');
  expect(plan().value).toBe('Two shops');
  expect(document.querySelectorAll('#applications form')).toHaveLength(1);
});

test('a reload keeps the session, and an ended one asks for a code again', async () => {
  sessionStorage.setItem('apply-session', 's1');
  start(opened());
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('None'));
  start({ getStatus: { code: 401, msg: 'Sign in', data: null } });
  await waitFor(() => expect(document.querySelector('[data-problem]')).toHaveTextContent('Over'));
  expect(document.getElementById('status')).not.toHaveAttribute('hidden');
  expect(sessionStorage.getItem('apply-session')).toBeNull();
});

test('after a failed call the session stays, so a reload shows the applications without a new code', async () => {
  sessionStorage.setItem('apply-session', 's1');
  start({ getStatus: { code: 500, msg: 'Offline', data: null } });
  await waitFor(() => expect(document.querySelector('[data-problem]')).toHaveTextContent('Offline'));
  expect(document.getElementById('status')).not.toHaveAttribute('hidden');
  start(opened(OWN));
  await screen.findByText(/Number FR1/);
});

test('stopping ends the session on the server and in the browser', async () => {
  const sent = start(opened(OWN));
  signIn();
  (await screen.findByRole('button', { name: 'Stop' })).click();
  expect(sent.closeStatus).toEqual([{ session: 's1' }]);
  expect(sessionStorage.getItem('apply-session')).toBeNull();
  expect(document.getElementById('applications')).toBeEmptyDOMElement();
  expect(input('tel')).toHaveFocus();
});

test('without the provinces, the material form stays closed with the reason, and its button loads them again', async () => {
  const place = supplyFields([{ ...emptyField('place', 'region'), label: text('Place') }], ['place']);
  const answers: Record<string, object> = {
    ...opened({ ...OWN, supply: { ...SUPPLY, fields: place as never } }),
    getRegions: { code: 0, msg: '', data: null },
  };
  start(answers);
  signIn();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Offline'));
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  answers.getRegions = done({ list: [{ code: '510000', name: 'Sichuan' }] });
  screen.getByRole('button', { name: 'Hand in' }).click();
  expect(await screen.findByRole('option', { name: 'Sichuan' })).toBeInTheDocument();
  expect(screen.queryByText('Offline')).toBeNull();
});
