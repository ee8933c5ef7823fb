import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropTicket } from '@/app/calls/tickets';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { type Answer, type Answers, open, personInfo, sent, serve, where } from '@/testing';
import { dialogTitled } from '@/ui/testing';

const PERSON = {
  data: personInfo({
    id: 7,
    account: 'lan',
    tel: '13812345678',
    name: 'Lan',
    nickname: 'Lan',
    accountType: 'staff',
    permission: [2, 3],
  }),
};
const APP: Data<'dashboard.Account/getInfo'>['factors'][number] = {
  id: 31,
  kind: 'totp',
  name: 'Old phone',
  createdAt: '2026-02-01T09:00:00+08:00',
  lastUsedAt: null,
};
const INFO: Data<'dashboard.Account/getInfo'> = {
  id: 7,
  version: 4,
  account: 'lan',
  name: 'Lan',
  maskedTel: '138****5678',
  nickname: 'Lan',
  avatarFileId: null,
  avatarUrl: '',
  email: 'lan@example.com',
  profile: '',
  country: 'BR',
  regionCode: null,
  address: 'Rua 1',
  passwordAt: '2026-02-01T09:00:00+08:00',
  passwordDays: 180,
  twoFactor: false,
  twoFactorForced: false,
  factors: [APP],
  recoveryLeft: 9,
  mustBindFactor: false,
  platforms: [
    { key: 'wechat', configured: false },
    { key: 'alipay', configured: false },
    { key: 'wecom', configured: false },
  ],
};
const session = (id: number, device: string, current: boolean) => ({
  id,
  device,
  ip: '10.0.0.1',
  createdAt: '2026-03-01T09:00:00+08:00',
  lastSeenAt: '2026-03-01T11:00:00+08:00',
  expireAt: '2026-03-02T09:00:00+08:00',
  current,
});
const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-J${index}`);

async function start(tab: string, answers: Answers = {}, info: Partial<typeof INFO> = {}) {
  queryClient.clear();
  localStorage.clear();
  dropTicket();
  setToken('token', false);
  const calls = serve({
    'site.Site/getSiteInfo': PERSON,
    'site.Monitor/pageView': { data: {} },
    'common.Preference/getAll': { data: { values: {} } },
    'dashboard.Account/getInfo': { data: { ...INFO, ...info } },
    'dashboard.Account/getSessions': {
      data: { list: [session(1, 'Firefox 143, Windows 10', false), session(2, 'Chrome 140, Linux', true)] },
    },
    ...answers,
  });
  await open('/dashboard/accountInfo', tab === 'basic' ? '' : `?tab=${tab}`);
  await screen.findByRole('tab', { name: 'Basic' });
  return { calls, user: userEvent.setup() };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('the tabs have the names of the specification, and the address contains the open tab', async () => {
  const { user } = await start('basic');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Basic',
    'Security',
    'Account binding',
    'New-message notification',
    'Login history',
  ]);
  await user.click(screen.getByRole('tab', { name: 'Account binding' }));
  expect(where()).toBe('/dashboard/accountInfo?tab=binding');
  expect(await screen.findAllByText('No connection')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /bind/i })).toBeNull();
});

test('the basic details are saved with the version that was read; a region is required only in China', async () => {
  const { calls, user } = await start('basic', {
    'dashboard.Account/saveBasic': {
      data: { id: 7, state: 'active', stateText: 'Active', version: 5, message: 'Account details saved' },
    },
  });
  const nickname = await screen.findByLabelText(/^Nickname/);
  expect(screen.queryByText('Province/city')).toBeNull();
  expect(screen.getByLabelText(/^Phone/)).toBeDisabled();
  await user.clear(nickname);
  await user.type(nickname, 'L');
  await user.click(await button('Update details'));
  expect(await screen.findByText('Nickname must be 2–20 characters')).toBeVisible();
  await user.type(nickname, 'antern');
  await user.clear(screen.getByLabelText(/^Email/));
  await user.type(screen.getByLabelText(/^Email/), 'no-address');
  await user.click(await button('Update details'));
  expect(await screen.findByText('Email is not valid')).toBeVisible();
  await user.type(screen.getByLabelText(/^Email/), '@example.com');
  await user.click(await button('Update details'));
  expect(await screen.findByText('Account details saved')).toBeVisible();
  expect(sent(calls, 'dashboard.Account/saveBasic')).toEqual([
    {
      version: 4,
      avatarFileId: null,
      email: 'no-address@example.com',
      nickname: 'Lantern',
      profile: '',
      country: 'BR',
      regionCode: null,
      address: 'Rua 1',
    },
  ]);
});

test('after a save the form keeps what was saved when the details cannot be loaded again', async () => {
  let isBroken = false;
  let isSaved = false;
  const { user } = await start('basic', {
    'dashboard.Account/getInfo': () =>
      isBroken
        ? { code: 50001, msg: 'System busy', data: null }
        : { data: { ...INFO, ...(isSaved && { nickname: 'Lantern', version: 5 }) } },
    'dashboard.Account/saveBasic': () => {
      isBroken = true;
      isSaved = true;
      return { data: { id: 7, state: 'active', stateText: 'Active', version: 5, message: 'Account details saved' } };
    },
  });
  const nickname = await screen.findByLabelText(/^Nickname/);
  await user.clear(nickname);
  await user.type(nickname, 'Lantern');
  await user.click(await button('Update details'));
  expect(await screen.findByText('System busy')).toBeVisible();
  expect(screen.getByLabelText(/^Nickname/)).toHaveValue('Lantern');
  isBroken = false;
  await user.click(await button('Retry'));
  await waitFor(() => expect(screen.queryByText('System busy')).not.toBeInTheDocument());
  expect(screen.getByLabelText(/^Nickname/)).toHaveValue('Lantern');
});

test('a new password needs the old one and must be typed twice; a refusal stays in the dialog', async () => {
  let tries = 0;
  const { calls, user } = await start('security', {
    'dashboard.Account/changePassword': () => {
      tries += 1;
      return tries === 1
        ? { code: 42381, msg: 'Wrong account or password, 4 left', data: null }
        : { data: { endedSessions: 1 } };
    },
  });
  await user.click(await button('Change password'));
  const dialog = await dialogTitled('Change password');
  const type = async (label: string, value: string) => {
    const field = within(dialog).getByLabelText(new RegExp(`^${label}`));
    await user.clear(field);
    await user.type(field, value);
  };
  const submit = () => user.click(within(dialog).getByText('Change password', { selector: 'button span' }));
  await type('Current password', 'Old-Lamp-11');
  await type('New password', 'weakweak');
  await type('Repeat the new password', 'New-Lantern-82');
  await submit();
  expect(await within(dialog).findByText('New password is not valid')).toBeInTheDocument();
  expect(within(dialog).getByText('Repeat the new password does not match New password')).toBeInTheDocument();
  await type('New password', 'New-Lantern-82');
  await submit();
  expect(await within(dialog).findByText('Wrong account or password, 4 left')).toBeInTheDocument();
  await submit();
  expect(await screen.findByText('Password changed, 1 other session ended')).toBeVisible();
  expect(sent(calls, 'dashboard.Account/changePassword')).toHaveLength(2);
});

test('a new phone number is validated before the code is sent to it', async () => {
  const { calls, user } = await start('security', {
    'Verify/sendMessage': ({ tel }) => ({ data: { waitSec: 60, maskedTel: tel ? '139****0000' : '138****5678' } }),
    'dashboard.Account/changeTel': { data: { maskedTel: '139****0000' } },
  });
  await user.click(await button('Change phone'));
  const dialog = await dialogTitled('Change phone');
  const [first, second] = within(dialog).getAllByRole('button', { name: 'Send code' });
  await user.click(first as HTMLElement);
  expect(await within(dialog).findByText(/Sent to 138/)).toBeInTheDocument();
  await user.click(second as HTMLElement);
  expect(await within(dialog).findByText('Please input New phone number')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText(/^New phone number/), '13900000000');
  await user.click(second as HTMLElement);
  expect(await within(dialog).findByText(/Sent to 139/)).toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox', { name: 'Code from the current phone' }), '111111');
  await user.type(within(dialog).getByRole('textbox', { name: 'Code from the new phone' }), '222222');
  await user.click(within(dialog).getByText('Change phone', { selector: 'button span' }));
  expect(await screen.findByText('Phone changed to 139****0000')).toBeInTheDocument();
  expect(sent(calls, 'Verify/sendMessage')).toEqual([{ sms_type: 3 }, { sms_type: 1, tel: '13900000000' }]);
  expect(sent(calls, 'dashboard.Account/changeTel')).toEqual([
    { oldCode: '111111', tel: '13900000000', code: '222222' },
  ]);
});

test('binding an app shows QR code and key, and then the recovery codes once', async () => {
  const { calls, user } = await start('security', {
    'dashboard.Account/startTotp': {
      data: { factorId: 40, secret: 'GEZDGNBV', uri: 'otpauth://totp/X:lan?secret=GEZDGNBV&issuer=X' },
    },
    'dashboard.Account/confirmTotp': { data: { codes: CODES } },
  });
  await user.click(await button('Bind authenticator app'));
  const dialog = await dialogTitled('Bind authenticator app');
  expect(within(dialog).getByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
  expect(within(dialog).getByText('GEZDGNBV')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText(/^Digits from the app/), '123456');
  await user.click(within(dialog).getByText('Confirm and bind', { selector: 'button span' }));
  const codes = await dialogTitled('Recovery codes');
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  await user.click(within(codes).getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(screen.queryByText('ABCD-EFGH-J0')).toBeNull());
  expect(sent(calls, 'dashboard.Account/confirmTotp')).toEqual([
    { factorId: 40, name: 'Authenticator app', code: '123456' },
  ]);
});

test('new recovery codes need a confirmation that the old ones stop working', async () => {
  const { calls, user } = await start('security', {
    'dashboard.Account/makeRecoveryCodes': { data: { codes: CODES } },
  });
  await user.click(await button('Generate new codes'));
  const dialog = await dialogTitled(/^Generate new codes/);
  expect(within(dialog).getByText('The 9 earlier unused codes stop working at once.')).toBeInTheDocument();
  expect(sent(calls, 'dashboard.Account/makeRecoveryCodes')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Generate new codes' }));
  const codes = await dialogTitled('Recovery codes');
  expect(within(codes).getAllByRole('listitem')).toHaveLength(CODES.length);
});

test('a platform without a connection offers no binding', async () => {
  await start('binding');
  expect(await screen.findByText(/nor used to sign in or receive notices/)).toBeInTheDocument();
  expect(screen.getAllByText('No connection').length).toBeGreaterThan(0);
});

test('a browser without passkey support says so, and nothing is saved', async () => {
  const { calls, user } = await start('security', {
    'dashboard.Account/startPasskey': { data: { options: { challenge: 'AAAA' } } },
  });
  await user.click(await button('Bind passkey'));
  const dialog = await dialogTitled('Bind passkey');
  await user.click(within(dialog).getByRole('button', { name: 'Create passkey' }));
  expect(await within(dialog).findByText(/cannot use passkeys/)).toBeInTheDocument();
  expect(sent(calls, 'dashboard.Account/finishPasskey')).toEqual([]);
});

test('unbinding the last factor is refused with the server’s message', async () => {
  const { user } = await start('security', {
    'dashboard.Account/removeFactor': { code: 42202, msg: 'Bind another method first', data: null },
  });
  await user.click(await button('More Old phone'));
  await user.click(await screen.findByRole('menuitem', { name: 'Unbind' }));
  const dialog = await dialogTitled(/^Unbind/);
  await user.click(within(dialog).getByRole('button', { name: 'Unbind' }));
  expect(await within(dialog).findByText('Bind another method first')).toBeInTheDocument();
});

test('users who must use second verification have no switch; after a recovery code, a message says what to do', async () => {
  await start('security', {}, { twoFactorForced: true, mustBindFactor: true });
  expect(await screen.findByText('Your identity requires it; it cannot be switched off.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Switch o/ })).toBeNull();
  expect(screen.getByText(/Bind a new authenticator app or passkey before any other action/)).toBeVisible();
});

test('another session is ended by name; the current session has no such button', async () => {
  const { calls, user } = await start('security', { 'dashboard.Account/endSession': { data: { ended: 1 } } });
  await user.click(await button('More Firefox 143, Windows 10'));
  await user.click(await screen.findByRole('menuitem', { name: 'End' }));
  const dialog = await dialogTitled(/^End · Firefox/);
  await user.click(within(dialog).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(sent(calls, 'dashboard.Account/endSession')).toEqual([{ sessionId: 1 }]));
  expect(screen.queryByRole('button', { name: 'More Chrome 140, Linux' })).toBeNull();
  await user.click(await button('End all other sessions'));
  const all = await dialogTitled(/^End all other sessions/);
  await user.click(within(all).getByRole('button', { name: 'End all other sessions' }));
  await waitFor(() => expect(sent(calls, 'dashboard.Account/endSession')).toHaveLength(2));
  expect(sent(calls, 'dashboard.Account/endSession')[1]).toEqual({});
});

describe('the second verification', () => {
  const WAYS: Answer<'Verify/getSecondMethods'> = {
    data: { methods: ['sms', 'totp', 'passkey', 'recovery'], last: 'totp', maskedTel: '138****5678' },
  };
  async function ask(answers: Answers) {
    let isDone = false;
    const shown = await start('security', {
      'dashboard.Account/setTwoFactor': () => {
        if (isDone) return { data: { twoFactor: true } };
        isDone = true;
        return { code: 40303, msg: 'Second verification required', data: null };
      },
      'Verify/getSecondMethods': WAYS,
      ...answers,
    });
    await shown.user.click(await button('Switch on'));
    return { ...shown, dialog: await dialogTitled('Second verification') };
  }
  const ticket = (mustBindFactor = false) => ({
    data: { ticket: 'tk-1', expireAt: '2099-01-01T00:00:00+08:00', mustBindFactor },
  });

  test('opens with the last method and continues the call', async () => {
    const { calls, user, dialog } = await ask({ 'Verify/confirmSecond': ticket() });
    expect(await within(dialog).findByRole('radio', { name: 'Authenticator app' })).toBeChecked();
    await user.type(within(dialog).getByLabelText('Verification code'), '12');
    await user.click(within(dialog).getByRole('button', { name: 'Verify and continue' }));
    expect(sent(calls, 'Verify/confirmSecond')).toEqual([]);
    await user.type(within(dialog).getByLabelText('Verification code'), '3456');
    await user.click(within(dialog).getByRole('button', { name: 'Verify and continue' }));
    expect(await screen.findByText('Second verification at sign-in is on')).toBeVisible();
    expect(sent(calls, 'Verify/confirmSecond')).toEqual([{ method: 'totp', code: '123456' }]);
    expect(
      calls.filter((call) => call.address === 'dashboard.Account/setTwoFactor')[1]?.headers.get('X-Verify-Ticket'),
    ).toBe('tk-1');
  });

  test('a recovery code is checked for its format and shows a warning', async () => {
    const { calls, user, dialog } = await ask({ 'Verify/confirmSecond': ticket(true) });
    await user.click(await within(dialog).findByRole('radio', { name: 'Recovery code' }));
    await user.type(within(dialog).getByLabelText('Recovery code', { selector: '#second-code' }), 'nonsense');
    await user.click(within(dialog).getByRole('button', { name: 'Verify and continue' }));
    expect(await within(dialog).findByText('Enter a recovery code such as ABCD-EFGH-JK')).toBeInTheDocument();
    await user.clear(within(dialog).getByLabelText('Recovery code', { selector: '#second-code' }));
    await user.type(within(dialog).getByLabelText('Recovery code', { selector: '#second-code' }), 'abcd-efgh-jk');
    await user.click(within(dialog).getByRole('button', { name: 'Verify and continue' }));
    expect(await screen.findByText('Recovery code used. Bind another verification method.')).toBeVisible();
    expect(sent(calls, 'Verify/confirmSecond')).toEqual([{ method: 'recovery', code: 'ABCD-EFGH-JK' }]);
  });

  test('a passkey that this browser cannot use is replaced by an explanation', async () => {
    const { user, dialog } = await ask({ 'Verify/startPasskey': { data: { options: { challenge: 'AAAA' } } } });
    await user.click(await within(dialog).findByRole('radio', { name: 'Passkey' }));
    await user.click(within(dialog).getByRole('button', { name: 'Use passkey' }));
    expect(await within(dialog).findByText(/cannot use passkeys/)).toBeInTheDocument();
  });
});

const CHOICES: Data<'dashboard.Account/getNotify'> = {
  channels: [
    { channel: 'inSite', text: 'In-site', state: 'ready' },
    { channel: 'sms', text: 'SMS', state: 'simulated' },
    { channel: 'officialAccount', text: 'Official account', state: 'missing' },
  ],
  list: [
    {
      event: 'loginRisk',
      eventText: 'Sign-in risk',
      help: 'Told when a device is new.',
      receives: true,
      cells: [
        { channel: 'inSite', used: true, on: true, fixed: false },
        { channel: 'sms', used: false, on: true, fixed: false },
      ],
    },
    {
      event: 'fundAdjustPending',
      eventText: 'Withdrawal to review',
      help: 'Told when money is asked for.',
      receives: true,
      cells: [
        { channel: 'inSite', used: true, on: true, fixed: true },
        { channel: 'sms', used: true, on: false, fixed: false },
      ],
    },
    { event: 'certExpiring', eventText: 'Certificates', help: 'Told each day.', receives: false, cells: [] },
  ],
};

test('notifications are chosen by event and channel and saved at once; mandatory ones cannot be switched off', async () => {
  let { list } = CHOICES;
  const { calls, user } = await start('notify', {
    'dashboard.Account/getNotify': () => ({ data: { ...CHOICES, list } }),
    'dashboard.Account/saveNotify': (input) => {
      list = list.map((row) => ({
        ...row,
        cells: row.cells.map((cell) =>
          row.event === input.event && cell.channel === input.channel ? { ...cell, on: input.on === true } : cell,
        ),
      }));
      return { data: input };
    },
  });
  const risk = await screen.findByRole('checkbox', { name: 'Sign-in risk · In-site' });
  expect(risk).toBeChecked();
  expect(risk).toHaveAccessibleDescription('Told when a device is new.');
  risk.focus();
  await user.keyboard(' ');
  expect(await screen.findByText('“Sign-in risk” switched off')).toBeInTheDocument();
  expect(sent(calls, 'dashboard.Account/saveNotify')).toEqual([{ event: 'loginRisk', channel: 'inSite', on: false }]);
  expect(screen.getByRole('checkbox', { name: 'Sign-in risk · In-site' })).not.toBeChecked();
  expect(risk).toHaveFocus();
  const always = screen.getByRole('checkbox', { name: 'Withdrawal to review · In-site' });
  expect(always).toBeChecked();
  expect(always).toBeDisabled();
  expect(screen.getByText('Always on')).toBeVisible();
});

test('an unconfigured channel, an unused channel and an event of other receivers are explained', async () => {
  await start('notify', { 'dashboard.Account/getNotify': { data: CHOICES } });
  expect(await screen.findByText('Not configured')).toBeVisible();
  expect(screen.getByText('No provider is set up: local outbox only')).toBeVisible();
  expect(screen.getByText('Not used by the rule')).toBeVisible();
  expect(screen.getByText('Not sent to you under the current rules')).toBeVisible();
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  expect(screen.queryByRole('link', { name: 'Open the notice rules' })).toBeNull();
});

const OFFERED: Data<'dashboard.Account/getFollower'> = { isOffered: true, isSimulated: true, boundAt: null };
const BOUND = { ...OFFERED, boundAt: '2026-03-01T11:00:00+08:00' };
const FREE: Answers = {
  'dashboard.Account/getNotify': { data: CHOICES },
  'dashboard.Account/getFollower': { data: OFFERED },
  'dashboard.Account/startFollower': { data: { qrUrl: 'http://weixin.qq.com/q/abc', expireIn: 600 } },
};

test('the official account is bound by a QR code that shows its validity', async () => {
  const { user } = await start('notify', FREE);
  await user.click(await screen.findByRole('button', { name: 'Bind official account' }));
  const dialog = within(await dialogTitled('Bind official account'));
  expect(dialog.getByRole('figure', { name: 'Bind official account' }).querySelector('svg')).not.toBeNull();
  expect(dialog.getByText(/valid for 10 minutes/)).toBeInTheDocument();
  expect(dialog.getByText(/A simulator answers/)).toBeInTheDocument();
});

test('a bound official account is unbound after a confirmation', async () => {
  const { calls, user } = await start('notify', {
    ...FREE,
    'dashboard.Account/getFollower': { data: BOUND },
    'dashboard.Account/endFollower': { data: { message: 'Unbound' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Unbind official account' }));
  const dialog = within(await dialogTitled('Unbind official account'));
  await user.click(dialog.getByRole('button', { name: 'Unbind official account' }));
  expect(await screen.findByText('Unbound')).toBeInTheDocument();
  expect(sent(calls, 'dashboard.Account/endFollower')).toEqual([{}]);
});

test('a binding of the official account that could not be loaded is reported, and the Retry button shows it', async () => {
  let isBroken = true;
  const { user } = await start('notify', {
    ...FREE,
    'dashboard.Account/getFollower': () => (isBroken ? { code: 50001, msg: 'System busy' } : { data: OFFERED }),
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Bind official account' })).toBeInTheDocument();
});

test('a refused choice returns to the stored value', async () => {
  const { user } = await start('notify', {
    'dashboard.Account/getNotify': { data: CHOICES },
    'dashboard.Account/saveNotify': { code: 50001, msg: 'System busy' },
  });
  const risk = await screen.findByRole('checkbox', { name: 'Sign-in risk · In-site' });
  await user.click(risk);
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(risk).toBeChecked();
});

test('"Not me" names the consequence and ends at the sign-in page', async () => {
  const { calls, user } = await start('history', {
    'dashboard.Account/getLoginLog': {
      data: {
        list: [
          {
            id: 91,
            at: '2026-03-01T03:00:00+08:00',
            ok: true,
            method: 'password',
            methodText: 'Password',
            reasonText: null,
            ip: '203.0.113.9',
            device: 'Opera 99, Windows 10',
          },
        ],
        total: 1,
        totalCapped: false,
        page: 1,
        limit: 20,
        summary: {},
        asOf: '2026-03-01T12:00:00+08:00',
      },
    },
    'dashboard.Account/reportNotMe': { data: { ended: 2 } },
    'Login/logout': { data: {} },
  });
  expect(await screen.findByText('203.0.113.9')).toBeVisible();
  await user.click(await button(/^More Password/));
  await user.click(await screen.findByRole('menuitem', { name: 'Not me' }));
  const dialog = await dialogTitled(/^Not me/);
  expect(within(dialog).getByText(/every session ends at once, this one too/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Not me' }));
  await waitFor(() => expect(where()).toMatch(/^\/user\/login/));
  expect(sent(calls, 'dashboard.Account/reportNotMe')).toEqual([{ logId: 91 }]);
});
