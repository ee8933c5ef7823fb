import type { FormField } from '@contract/franchiseForm';
import { screen, waitFor } from '@testing-library/react';
import { restoreAnswers } from './keptAnswers';
import { openPage, type PageData } from './page';
import { offerSmsCode } from './smsCode';
import { acceptSubmission } from './submission';

const label = { 'zh-CN': 'Name', 'zh-TW': 'Name', 'en-US': 'Name', 'pt-BR': 'Name' };
const FIELDS: readonly FormField[] = [{ key: 'tel', kind: 'phone', label, required: true } as FormField];
const DATA: PageData = {
  version: 3,
  fields: FIELDS,
  locale: 'en-US',
  channel: null,
  needSms: true,
  words: {
    captchaMissing: 'Type the captcha',
    codeMissing: 'Type the code',
    codeSent: 'Sent to {tel}',
    resend: 'Again in {n}',
    number: 'Number {no}',
    changed: 'The form changed',
    offline: 'Offline',
  },
};
const FORM = `<form id="apply">
  <div class="field" data-field="tel"><input id="f-tel" value="13800000001"><p data-error></p></div>
  <div class="field"><button type="button" data-captcha><img></button><input id="captcha"><p data-error></p></div>
  <div class="field"><input id="code"><button type="button" data-send>Send</button><p id="e-code" data-error></p></div>
  <div class="field"><input type="checkbox" id="agreed" checked><p data-error></p></div>
  <p data-problem></p><button type="submit">Apply</button></form>`;

const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const submit = () =>
  document.getElementById('apply')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

/** Starts the page with fixed responses. @returns the request bodies by endpoint */
function start(answers: Readonly<Record<string, object>>) {
  document.body.innerHTML = FORM;
  let pictures = 0;
  const sent: Record<string, unknown[]> = {};
  globalThis.fetch = jest.fn(async (address: string, how?: RequestInit) => {
    const name = String(address).split('/').pop() ?? '';
    sent[name] = [...(sent[name] ?? []), how?.body ? JSON.parse(String(how.body)) : null];
    if (name !== 'getVerifyCodeValue') return { json: async () => answers[name] };
    pictures += 1;
    return { json: async () => ({ data: { captchaId: `c${pictures}`, image: `data:,${pictures}` } }) };
  }) as unknown as typeof fetch;
  const page = openPage(document.getElementById('apply') as HTMLFormElement, DATA);
  const { live } = page;
  offerSmsCode({
    ...page,
    address: 'sendCode',
    tel: () => live.answers().tel ?? '',
    onInvalid: () => void live.check(),
  });
  acceptSubmission(page);
  restoreAnswers(page);
  return sent;
}

afterEach(() => sessionStorage.clear());

test('a code is requested with the shown captcha, and the button counts down', async () => {
  const sent = start({ sendCode: { code: 100, data: { waitSec: 60 } } });
  const send = screen.getByRole('button', { name: 'Send' });
  send.click();
  expect(input('captcha')).toHaveFocus();
  expect(sent.sendCode).toBeUndefined();
  await waitFor(() => expect(document.querySelector('img')).toHaveAttribute('src', 'data:,1'));
  input('captcha').value = 'ab12';
  send.click();
  await waitFor(() => expect(send).toHaveTextContent('Again in 60'));
  expect(sent.sendCode).toEqual([{ tel: '13800000001', captchaId: 'c1', captcha: 'ab12' }]);
  expect(input('e-code')).toHaveTextContent('Sent to 13800000001');
  expect(document.querySelector('img')).toHaveAttribute('src', 'data:,2');
  expect(input('captcha')).toHaveValue('');
});

test('a refused application keeps its idempotency key and names the control; an accepted one replaces the form', async () => {
  const answers: Record<string, object> = { submit: { code: 40004, msg: 'Wrong code' } };
  const sent = start(answers);
  input('code').value = '123456';
  submit();
  await waitFor(() => expect(input('e-code')).toHaveTextContent('Wrong code'));
  expect(input('code')).toHaveFocus();
  answers.submit = { code: 100, data: { no: 'A1', message: 'Thank you' } };
  submit();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Thank youNumber A1'));
  expect(document.getElementById('apply')).toBeNull();
  const [first, second] = sent.submit as { key: string; code: string; version: number }[];
  expect(first).toMatchObject({ version: 3, code: '123456', key: second?.key });
});

test('answers from before the reload are restored once', async () => {
  sessionStorage.setItem('apply-answers', JSON.stringify({ tel: '13900000002' }));
  start({});
  expect(input('f-tel')).toHaveValue('13900000002');
  expect(document.querySelector('[data-problem]')).toHaveTextContent('The form changed');
  expect(sessionStorage.getItem('apply-answers')).toBeNull();
});

test('a captcha that could not be loaded is reported at its field until a click on the picture loads one', async () => {
  start({});
  const load = globalThis.fetch;
  globalThis.fetch = jest.fn(async () => Promise.reject(new TypeError('no network'))) as unknown as typeof fetch;
  const picture = document.querySelector<HTMLButtonElement>('[data-captcha]');
  const shell = input('captcha').closest('.field');
  picture?.click();
  await waitFor(() => expect(shell).toHaveTextContent('Offline'));
  expect(input('captcha')).toBeInvalid();
  globalThis.fetch = load;
  picture?.click();
  await waitFor(() => expect(shell).not.toHaveTextContent('Offline'));
  expect(input('captcha')).toBeValid();
});
