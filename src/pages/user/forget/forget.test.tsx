import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { removeToken } from '@/app/session/token';
import { type Answers, open, serve, where } from '@/testing';

const CAPTCHA = {
  data: {
    captchaId: 'c-1',
    image: 'data:image/svg+xml;base64,PHN2Zy8+',
    expireIn: 120,
    outbox: false,
    siteName: 'Dragon Delivery',
    logoLight: '',
    debugMonitor: false,
  },
};

beforeEach(() => {
  removeToken();
  localStorage.clear();
});

async function forgetPage(answers: Answers = {}) {
  const calls = serve({
    'Verify/getVerifyCodeValue': CAPTCHA,
    'Verify/sendMessage': { data: { waitSec: 60, maskedTel: '138****5678' } },
    'Login/resetPassword': { data: {} },
    ...answers,
  });
  await open('/user/forget');
  await screen.findByLabelText('Phone');
  await screen.findByAltText(/four characters/);
  return { calls, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;
const next = (user: User) => user.click(screen.getByRole('button', { name: 'Next' }));

async function identify(user: User) {
  await user.type(screen.getByLabelText('Phone'), '13800005678');
  await user.type(screen.getByLabelText('Characters in the picture'), 'ab3d');
  await next(user);
}

async function toPassword(user: User) {
  await identify(user);
  await user.type(await screen.findByLabelText('SMS code', { selector: 'input' }), '123456');
  await next(user);
  await screen.findByLabelText('New password');
}

const password =
  (value: string, again = value) =>
  async (user: User) => {
    await user.clear(screen.getByLabelText('New password'));
    await user.type(screen.getByLabelText('New password'), value);
    await user.clear(screen.getByLabelText('Repeat the new password'));
    await user.type(screen.getByLabelText('Repeat the new password'), again);
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
  };

test('three steps set the new password and return to the sign-in', async () => {
  const { calls, user } = await forgetPage();
  await toPassword(user);
  await password('Console-2026')(user);
  await waitFor(() => expect(where()).toBe('/user/login'));
  expect(await screen.findByText('The password was reset; please sign in with the new one')).toBeVisible();
  expect(calls.find((call) => call.address === 'Verify/sendMessage')?.input).toEqual({
    tel: '13800005678',
    sms_type: 2,
    captchaId: 'c-1',
    captcha: 'ab3d',
  });
  expect(calls.find((call) => call.address === 'Login/resetPassword')?.input).toEqual({
    tel: '13800005678',
    code: '123456',
    password: 'Console-2026',
    confirmPassword: 'Console-2026',
  });
});

test('an invalid phone is refused before anything is sent', async () => {
  const { calls, user } = await forgetPage();
  await user.type(screen.getByLabelText('Phone'), '12345');
  await next(user);
  expect(screen.getByText('Phone is not valid')).toBeVisible();
  expect(screen.getByText('Please input Characters in the picture')).toBeVisible();
  expect(screen.getByLabelText('Phone')).toHaveFocus();
  expect(calls.map((call) => call.address)).not.toContain('Verify/sendMessage');
});

test('a wrong captcha is shown at its field, with a new picture', async () => {
  const { calls, user } = await forgetPage({
    'Verify/sendMessage': { code: 40003, msg: 'Captcha wrong or expired', data: null },
  });
  await identify(user);
  expect(await screen.findByText('Captcha wrong or expired')).toBeVisible();
  expect(calls.filter((call) => call.address === 'Verify/getVerifyCodeValue')).toHaveLength(2);
});

test('a code that is requested too soon is refused above the form', async () => {
  const { user } = await forgetPage({
    'Verify/sendMessage': { code: 42902, msg: 'Wait 42 s', data: { retryAfter: 42 } },
  });
  await identify(user);
  expect(await screen.findByText('Wait 42 s')).toBeVisible();
});

test.each([
  ['short', 'short', 'New password must be 8–32 characters'],
  ['onlylowercase', 'onlylowercase', 'Password too weak, see the rule below'],
  ['Consolaaaa1', 'Consolaaaa1', 'The password cannot have 4 identical characters in a row'],
  ['Console-2026', 'Console-2027', 'The two passwords differ'],
])('%s repeated as %s is refused on the page', async (first, second, sentence) => {
  const { calls, user } = await forgetPage();
  await toPassword(user);
  await password(first, second)(user);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(calls.map((call) => call.address)).not.toContain('Login/resetPassword');
});

test('a wrong code returns to the code step; a reused password is refused above the fields', async () => {
  let tries = 0;
  const { user } = await forgetPage({
    'Login/resetPassword': () => {
      tries += 1;
      return tries === 1
        ? { code: 42384, msg: 'Same as a recent password', data: null }
        : { code: 40004, msg: 'Verification code wrong or expired', data: null };
    },
  });
  await toPassword(user);
  await password('Console-2026')(user);
  expect(await screen.findByText('Same as a recent password')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByText('Verification code wrong or expired')).toBeVisible();
  expect(screen.getByLabelText('SMS code', { selector: 'input' })).toHaveFocus();
});

describe('with a link from a message', () => {
  const TICKET = 'abc-1234567890123456789012345678901234567890123';

  async function linkPage(answers: Answers) {
    const calls = serve({ 'Verify/getVerifyCodeValue': CAPTCHA, ...answers });
    await open('/user/forget', `?ticket=${TICKET}`);
    return { calls, user: userEvent.setup() };
  }
  const GOOD = { data: { account: 'chengdu01', expireAt: '2026-03-01T12:10:00+08:00' } };

  test('asks only for the new password and links to the sign-in', async () => {
    const { calls, user } = await linkPage({ 'Login/checkResetLink': GOOD, 'Login/redeemResetLink': { data: {} } });
    expect(await screen.findByText('New password for the account chengdu01.')).toBeVisible();
    await password('Console-2026')(user);
    await waitFor(() => expect(where()).toBe('/user/login'));
    expect(calls.find((call) => call.address === 'Login/redeemResetLink')?.input).toEqual({
      ticket: TICKET,
      password: 'Console-2026',
      confirmPassword: 'Console-2026',
    });
  });

  test('an invalid link shows a message and offers a reset by SMS code', async () => {
    const { user } = await linkPage({ 'Login/checkResetLink': { code: 40004, msg: 'This link is used', data: null } });
    expect(await screen.findByText('This link is used')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use an SMS code instead' }));
    expect(await screen.findByLabelText('Phone')).toBeVisible();
    expect(where()).toBe('/user/forget');
  });

  test('a weak password is refused above the fields; a link that has expired in the meantime ends the form', async () => {
    let tries = 0;
    const { user } = await linkPage({
      'Login/checkResetLink': GOOD,
      'Login/redeemResetLink': () => {
        tries += 1;
        return tries === 1
          ? { code: 42384, msg: 'Same as a recent password', data: null }
          : { code: 40004, msg: 'This link is used', data: null };
      },
    });
    await screen.findByLabelText('New password');
    await password('Console-2026')(user);
    expect(await screen.findByText('Same as a recent password')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText('This link is used')).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('without an answer the check can be retried', async () => {
    let tries = 0;
    const { user } = await linkPage({
      'Login/checkResetLink': () => {
        tries += 1;
        return tries === 1 ? { code: 42901, msg: 'Too many requests', data: null } : GOOD;
      },
    });
    expect(await screen.findByText('Too many requests')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });
});
