import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readLeftOff } from '@/app/session/leftOff';
import { getToken, removeToken } from '@/app/session/token';
import { type Answer, type Answers, open, serve, where } from '@/testing';

const CAPTCHA: Answer<'Verify/getVerifyCodeValue'> = {
  data: {
    captchaId: 'c-1',
    image: 'data:image/svg+xml;base64,PHN2Zy8+',
    expireIn: 120,
    outbox: true,
    siteName: 'Dragon Delivery',
    logoLight: '',
    debugMonitor: false,
  },
};
const SESSION = { Authorization: 'token-1', expireIn: 86_400, mustChangePassword: false };

beforeEach(() => {
  removeToken();
  localStorage.clear();
  sessionStorage.clear();
});

async function signInPage(answers: Answers = {}, search = '') {
  const calls = serve({ 'Verify/getVerifyCodeValue': CAPTCHA, ...answers });
  await open('/user/login', search);
  await screen.findByLabelText('Account or phone');
  await screen.findByAltText(/four characters/);
  return { calls, user: userEvent.setup() };
}

async function fillPassword(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Account or phone'), 'owner');
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Secret-2026');
  await user.type(screen.getByLabelText('Characters in the picture'), 'ab3d');
}

const submit = () => screen.getByRole('button', { name: 'Sign in' });

test('empty fields show errors, the first one gets the focus, and nothing is sent', async () => {
  const { calls, user } = await signInPage();
  await user.click(submit());
  expect(screen.getByText('Please input Account or phone')).toBeVisible();
  expect(screen.getByText('Please input Password')).toBeVisible();
  expect(screen.getByText('Please input Characters in the picture')).toBeVisible();
  expect(screen.getByLabelText('Account or phone')).toHaveFocus();
  expect(screen.getByLabelText('Account or phone')).toBeInvalid();
  expect(calls.map((call) => call.address)).toEqual(['Verify/getVerifyCodeValue']);
});

test('the page shows the tenant’s name instead of a fixed one', async () => {
  await signInPage();
  expect(await screen.findByText('Dragon Delivery')).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Sign in - Dragon Delivery'));
});

test('wrong credentials show a message above the form and load a new captcha', async () => {
  const { calls, user } = await signInPage({
    'Login/login': { code: 42381, msg: 'Wrong account or password, 4 tries left', data: null },
  });
  await fillPassword(user);
  await user.click(submit());
  expect(await screen.findByText('Wrong account or password, 4 tries left')).toBeVisible();
  expect(calls.find((call) => call.address === 'Login/login')?.input).toEqual({
    account: 'owner',
    password: 'Secret-2026',
    captchaId: 'c-1',
    code: 'ab3d',
    remember: false,
  });
  await waitFor(() => expect(calls.filter((call) => call.address === 'Verify/getVerifyCodeValue')).toHaveLength(2));
  expect(screen.getByLabelText('Characters in the picture')).toHaveValue('');
  expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveValue('Secret-2026');
  expect(getToken()).toBeNull();
});

test('a wrong captcha is shown at its field', async () => {
  const { user } = await signInPage({ 'Login/login': { code: 40003, msg: 'Captcha wrong or expired', data: null } });
  await fillPassword(user);
  await user.click(submit());
  expect(await screen.findByText('Captcha wrong or expired')).toBeVisible();
  expect(screen.getByLabelText('Characters in the picture')).toHaveFocus();
});

test('signing in before the captcha has loaded shows an error there and sends nothing', async () => {
  const calls = serve({ 'Verify/getVerifyCodeValue': { code: 50001, msg: 'Server error', data: null } });
  await open('/user/login');
  await screen.findByLabelText('Account or phone');
  const user = userEvent.setup();
  await fillPassword(user);
  await user.click(submit());
  expect(await screen.findByText(/The picture has not loaded yet/)).toBeVisible();
  expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveValue('Secret-2026');
  expect(calls.filter((call) => call.address === 'Login/login')).toHaveLength(0);
});

test('the server’s field errors are shown at their fields', async () => {
  const { user } = await signInPage({
    'Login/login': {
      code: 40001,
      msg: 'Invalid parameters',
      data: { errors: [{ field: 'account', rule: 'pattern', message: 'Account is not valid' }] },
    },
  });
  await fillPassword(user);
  await user.click(submit());
  expect(await screen.findByText('Account is not valid')).toBeVisible();
  expect(screen.queryByText('Invalid parameters')).toBeNull();
});

test('a new device switches to the SMS tab with the masked phone; the code goes to the account’s phone', async () => {
  const { calls, user } = await signInPage({
    'Login/login': { code: 42383, msg: 'Phone verification required', data: { maskedTel: '138****5678' } },
    'Verify/sendMessage': { data: { waitSec: 60, maskedTel: '138****5678' } },
    'Login/loginFormPhoneVerify': { code: 40004, msg: 'Verification code wrong or expired', data: null },
  });
  await fillPassword(user);
  await user.click(submit());
  expect(await screen.findByText('The code goes to 138****5678, the phone of account owner')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'SMS code' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('Code sent to 138****5678, valid for 5 minutes')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  await user.type(screen.getByLabelText('SMS code', { selector: 'input' }), '123456');
  await user.click(submit());
  expect(await screen.findByText('Verification code wrong or expired')).toBeVisible();
  expect(calls.find((call) => call.address === 'Verify/sendMessage')?.input).toEqual({ account: 'owner', sms_type: 4 });
  expect(calls.find((call) => call.address === 'Login/loginFormPhoneVerify')?.input).toEqual({
    account: 'owner',
    code: '123456',
    sms_type: 4,
    remember: false,
  });
});

test('the arrow keys switch the tabs', async () => {
  const { user } = await signInPage();
  screen.getByRole('tab', { name: 'Password' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'SMS code' })).toHaveFocus();
  expect(screen.getByLabelText('Phone')).toBeVisible();
});

test('the local outbox is offered if the server allows it, and shows the simulated messages', async () => {
  const { user } = await signInPage({
    'Verify/getOutbox': {
      data: { list: [{ at: '2026-03-01T09:30:00+08:00', tel: '13800005678', scene: 4, text: 'Code 246810' }] },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Open the local SMS outbox' }));
  const list = await screen.findByRole('list');
  expect(within(list).getByText(/Code 246810/)).toBeVisible();
});

test('another language applies at once, keeps the input, and is remembered', async () => {
  const { user } = await signInPage();
  await user.type(screen.getByLabelText('Account or phone'), 'owner');
  await user.selectOptions(screen.getByLabelText('Language'), 'pt-BR');
  expect(await screen.findByLabelText('Conta ou telefone')).toHaveValue('owner');
  expect(localStorage.getItem('umi_locale')).toBe('pt-BR');
  expect(document.documentElement.lang).toBe('pt-BR');
});

test('a first sign-in requires a new password before anything else', async () => {
  const { calls, user } = await signInPage({
    'Login/login': { data: { ...SESSION, mustChangePassword: true } },
    'Login/changeInitialPassword': { code: 42385, msg: 'Password too weak', data: null },
  });
  await fillPassword(user);
  await user.click(submit());
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  expect(where()).toBe('/user/login');
  await user.type(screen.getByLabelText('New password'), 'Console-2026');
  await user.type(screen.getByLabelText('Repeat the new password'), 'Console-2027');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(screen.getByText('The two passwords differ')).toBeVisible();
  await user.clear(screen.getByLabelText('Repeat the new password'));
  await user.type(screen.getByLabelText('Repeat the new password'), 'Console-2026');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await screen.findByText('Password too weak')).toBeVisible();
  expect(calls.at(-1)?.headers.get('authorization')).toBe('token-1');
});

test('success stores the token, shows a message for a second and opens the workbench or the previous page', async () => {
  const redirect = `${window.location.origin}/teamList/index?keyword=a`;
  const { user } = await signInPage({ 'Login/login': { data: SESSION } }, `?redirect=${encodeURIComponent(redirect)}`);
  await fillPassword(user);
  await user.click(screen.getByRole('checkbox', { name: 'Stay signed in for 7 days' }));
  await user.click(submit());
  expect(await screen.findByText('Login successful')).toBeVisible();
  expect(getToken()).toBe('token-1');
  await waitFor(() => expect(where()).toMatch(/^\/(dashboard(\/index)?)?$/));
  expect(readLeftOff(1)).toBe('/teamList/index?keyword=a');
});
