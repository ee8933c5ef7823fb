import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FieldValue } from '@/ui/EntityForm/FieldValue';
import type { Field } from '@/ui/EntityForm/types';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import AccountManagePage from '.';
import { useAccountFields } from './accountFields';

const row: Row<'dashboard.AccountManage/getList'> = {
  id: 21,
  version: 3,
  account: 'chengdu01',
  name: 'Li Na',
  maskedTel: '138****0000',
  accountType: 'station',
  accountTypeText: 'Station',
  belongsTo: ['Tianfu', 'Jinjiang'],
  identityNames: ['Station admin'],
  twoFactor: false,
  state: 'active',
  stateText: 'Active',
  lockedUntil: null,
  failedTries: 2,
  lastLoginAt: null,
  lastLoginIp: null,
  passwordAt: '2025-11-01T09:00:00+08:00',
  passwordDays: 120,
  expireAt: null,
  createdAt: '2025-11-01T09:00:00+08:00',
  actions: ['edit', 'resetPassword', 'forceLogout', 'lock', 'disable'],
};
const locked: typeof row = {
  ...row,
  id: 22,
  account: 'jinjiang01',
  state: 'locked',
  stateText: 'Locked',
  actions: ['edit', 'unlock'],
};
const list = listAnswer([row, locked], { total: 2, active: 1, locked: 1, neverSignedIn: 2, oldPassword: 2 });
const detail: Data<'dashboard.AccountManage/getDetail'> = {
  ...row,
  email: '',
  teamIds: [4],
  franchiseeId: null,
  identityId: 5,
  sessions: [
    {
      id: 1,
      device: 'Firefox 143, Windows 10',
      ip: '10.0.0.9',
      createdAt: '2026-03-01T09:00:00+08:00',
      lastSeenAt: '2026-03-01T11:00:00+08:00',
    },
  ],
  log: [
    {
      id: 2,
      at: '2026-03-01T09:00:00+08:00',
      ok: false,
      methodText: 'Password',
      reasonText: 'Wrong password',
      ip: '10.0.0.9',
      device: 'Firefox 143, Windows 10',
    },
  ],
  createdByName: 'Owner',
};
const DONE = { id: 21, state: 'locked', stateText: 'Locked', version: 4, message: 'Account Li Na locked' };

async function show(answers: Answers = {}, can: (rule: number) => boolean = () => true) {
  const page = await renderPage(<AccountManagePage />, {
    at: '/dashboard/accountManage',
    platform: { can },
    answers: {
      'dashboard.AccountManage/getList': list,
      'dashboard.AccountManage/getDetail': detail,
      'dashboard.AccountManage/getIdentities': { list: [{ id: 5, name: 'Station admin' }] },
      'common.Preference/getAll': { values: {} },
      'common.Option/getOptions': {
        teams: [{ value: 4, label: 'Tianfu' }],
        franchisees: [{ value: 8, label: 'North' }],
      },
      ...answers,
    },
  });
  await screen.findByText('chengdu01');
  return { page, user: userEvent.setup() };
}

test('a row shows the owner of the account, its state, and unusual values', async () => {
  await show();
  const cells = within(screen.getByText('chengdu01').closest('tr') as HTMLElement);
  expect(cells.getByText('Tianfu, Jinjiang')).toBeInTheDocument();
  expect(cells.getByText('138****0000')).toBeInTheDocument();
  expect(cells.getByText('Never')).toBeInTheDocument();
  expect(cells.getByText('120 days').closest('[data-tone]')).toHaveAttribute('data-tone', 'attention');
});

test('a state card sets its filter, and the address contains the filter', async () => {
  const { page, user } = await show();
  await user.click(screen.getByRole('button', { name: /^Locked/ }));
  await waitFor(() => expect(page.history.location.search).toBe('?state=locked'));
  expect(page.to('dashboard.AccountManage/getList').at(-1)?.query).toMatchObject({ state: 'locked' });
});

test('a lock names the account and its consequence, and needs a reason', async () => {
  const { page, user } = await show({ 'dashboard.AccountManage/lock': DONE });
  await user.click(screen.getByRole('button', { name: 'More chengdu01' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Lock' }));
  const dialog = await dialogTitled('Lock · chengdu01');
  expect(within(dialog).getByText(/Every session of chengdu01 ends at once/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Lock' }));
  expect(await within(dialog).findByText('Please input Reason')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Phone was stolen');
  await user.click(within(dialog).getByRole('button', { name: 'Lock' }));
  expect(await screen.findByText('Account Li Na locked')).toBeInTheDocument();
  expect(page.to('dashboard.AccountManage/lock').map(({ body }) => body)).toEqual([
    { id: 21, reason: 'Phone was stolen' },
  ]);
});

test("the server's refusal is shown in the dialog", async () => {
  const { user } = await show({ 'dashboard.AccountManage/resetPassword': refusal(42386, 'Bind a phone first') });
  await user.click(screen.getByRole('button', { name: 'Reset password chengdu01' }));
  const dialog = await dialogTitled(/^Reset password/);
  expect(within(dialog).getByText(/A one-time link goes to 138\*{4}0000/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Reset password' }));
  expect(await within(dialog).findByText('Bind a phone first')).toBeInTheDocument();
});

test('a bulk action requires new passwords for several accounts and lists the refused ones', async () => {
  const { page, user } = await show({
    'dashboard.AccountManage/bulk': {
      success: 0,
      failed: [{ id: 21, no: 'chengdu01', code: 42201, msg: 'Not allowed in state Locked' }],
    },
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Force sign-out (1 of 2)' }));
  const dialog = await dialogTitled(/^Force sign-out/);
  await user.click(within(dialog).getByRole('button', { name: 'Force sign-out' }));
  expect(await screen.findByText(/Not allowed in state Locked/)).toBeInTheDocument();
  expect(page.to('dashboard.AccountManage/bulk')[0]?.body).toEqual({ ids: [21], action: 'forceLogout' });
});

test("the drawer shows the account's sessions and its last sign-in attempts", async () => {
  const { user } = await show();
  await user.click(screen.getByRole('link', { name: 'chengdu01' }));
  await user.click(await screen.findByRole('tab', { name: 'Sessions (1)' }));
  expect(await screen.findByText('Firefox 143, Windows 10')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Login history' }));
  expect(await screen.findByText('Wrong password')).toBeInTheDocument();
});

test('the fields of a new sub-account depend on its type', async () => {
  const { page, user } = await show({
    'dashboard.AccountManage/create': { ...DONE, message: 'Account Wang created' },
  });
  await user.click(screen.getByRole('button', { name: 'New sub-account' }));
  const account = await screen.findByLabelText(/^Account/, { selector: 'input' });
  const form = within(account.closest('form') as HTMLElement);
  await user.type(account, 'Not-Allowed');
  await user.click(form.getByText('New sub-account', { selector: 'button span' }));
  expect(await form.findByText('Account is not valid')).toBeInTheDocument();
  expect(form.getByText('Please select Stations')).toBeInTheDocument();
  await user.clear(account);
  await user.type(account, 'wang_01');
  await user.type(form.getByLabelText(/^Name/), 'Wang');
  await user.type(form.getByLabelText(/^Phone/), '13800001111');
  await user.click(form.getByLabelText('Franchisee', { selector: 'input' }));
  expect(form.queryByText('Stations')).toBeNull();
  await user.click(form.getByLabelText(/^Franchisee/, { selector: 'button' }));
  await user.click(await screen.findByRole('option', { name: 'North' }));
  await user.click(form.getByLabelText(/^Identity/, { selector: 'button' }));
  await user.click(await screen.findByRole('option', { name: 'Station admin' }));
  await user.click(form.getByText('New sub-account', { selector: 'button span' }));
  expect(await screen.findByText('Account Wang created')).toBeInTheDocument();
  const sent = page.to('dashboard.AccountManage/create')[0];
  expect(sent?.body).toEqual({
    accountType: 'franchisee',
    account: 'wang_01',
    name: 'Wang',
    tel: '13800001111',
    teamIds: [],
    franchiseeId: 8,
    identityId: 5,
    expireAt: null,
  });
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('users without the permission to create see no button', async () => {
  await show({}, (rule) => rule !== 401);
  expect(screen.queryByRole('button', { name: 'New sub-account' })).toBeNull();
});

test.each(['new', '21'])('a user without its rule does not see the form "%s" of the URL', async (form) => {
  const platform = { can: (rule: number) => rule !== 401 && rule !== 402 };
  const answers = { 'dashboard.AccountManage/getList': list };
  await renderPage(<AccountManagePage />, { at: `/dashboard/accountManage?form=${form}`, answers, platform });
  expect((await screen.findAllByRole('row')).length).toBeGreaterThan(1);
  // A form would appear later than the rows, because its code is loaded separately. Wait one second for it.
  await expect(screen.findByRole('dialog', {}, { timeout: 1_000 })).rejects.toThrow('Unable to find');
});

test('an identity of franchisees whose name could not be loaded is explained, and Retry loads the name', async () => {
  function Identity() {
    const field = useAccountFields(false)
      .flatMap(({ fields }) => fields)
      .find(({ name }) => name === 'identityId');
    return <FieldValue field={field as Field} value={5} />;
  }
  const page = await renderPage(<Identity />, { answers: { 'common.Option/getOptions': refusal(50001, 'Try later') } });
  expect(await screen.findByText(/^5 · The data could not be loaded/)).toBeInTheDocument();
  page.answer('common.Option/getOptions', ({ query }) =>
    query.types === 'stationIdentities'
      ? { stationIdentities: [] }
      : { franchiseeIdentities: [{ value: 5, label: 'Franchise manager' }] },
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Franchise manager')).toBeInTheDocument();
});
