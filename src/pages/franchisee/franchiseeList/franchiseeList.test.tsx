import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import FranchiseesPage from '.';

const AT = '/franchisee/franchiseeList';
const row: Row<'franchise.Franchisee/getList'> = {
  id: 5,
  version: 3,
  no: 'FC20260301000000000005',
  name: 'Company 5',
  status: 'expiring',
  statusText: 'Expiring',
  contactName: 'Lin Fang',
  contactTel: '199****0040',
  territory: 'Chengdu',
  level: 'A',
  levelText: 'A',
  stations: 2,
  orders: 420,
  shareRateBp: 1_500,
  shareFen: 12_345,
  balanceFen: 2_345,
  depositFen: 500_000,
  contractFrom: '2025-03-01',
  contractTo: '2026-03-20',
  isExclusive: false,
  creditCode: '91350100M000100Y43',
  ...{ legalName: '', ownerId: null, ownerName: null, idCard: '110***********002X', payee: null },
  ...{ settleCycle: 'month', settleCycleText: 'Monthly' },
  createdAt: '2025-03-01T10:00:00+08:00',
  daysLeft: 19,
  regionCodes: ['510100'],
  actions: ['edit', 'renew', 'setTerritory', 'suspend', 'terminate', 'newStation'],
};
const list = listAnswer([row], { active: 1, expiring: 1, stations: 2, monthShareFen: 345, deposits: 500_000 });
const detail: Data<'franchise.Franchisee/getDetail'> = {
  ...row,
  frozenFen: 0,
  deferredFen: 100_000,
  territories: [{ code: '510100', name: 'Chengdu' }],
  stationList: [{ id: 7, code: 'CD-01', name: 'Tianfu', statusText: 'Operating' }],
  contracts: [],
  months: [{ month: '2026-02', orders: 12, shareFen: 900, backFen: 100 }],
  accounts: [],
  payees: [
    {
      ...{ id: 9, channelText: 'Bank account', name: 'Company 5', account: '****1234', bankName: 'East branch' },
      ...{ changedAt: '2026-02-01T10:00:00+08:00', verifiedAt: null, isActive: true, actions: ['verify'] },
    },
  ],
  adjusts: [],
};
const flow = listAnswer<
  Data<'franchise.Franchisee/getShareFlow'>['list'][number],
  { openingFen: number; closingFen: number }
>([], { openingFen: 100, closingFen: 700 });
const answers: Answers = {
  'franchise.Franchisee/getList': list,
  'franchise.Franchisee/getDetail': detail,
  'franchise.Franchisee/getShareFlow': flow,
};
const done = { id: 5, no: row.no, state: row.status, stateText: row.statusText, version: 4, message: 'Verified' };
const show = (search = '', more: Answers = {}) =>
  renderPage(<FranchiseesPage />, { at: `${AT}${search}`, answers: { ...answers, ...more } });

test('an expiring contract shows how many days are left', async () => {
  await show();
  const line = (await screen.findByText('Company 5')).closest('tr') as HTMLElement;
  expect(within(line).getByText('19 days left')).toBeInTheDocument();
});

test('shares are listed by month, with the amounts taken back', async () => {
  await show('?open=5&tab=shares');
  const table = await screen.findByRole('table', { name: 'Shares' });
  expect(within(table).getByText('2026-02')).toBeInTheDocument();
  expect(within(table).getByText('¥8.00')).toBeInTheDocument();
});

test('a month opens its movements with opening and closing balance', async () => {
  const page = await show('?open=5&tab=shares');
  const table = await screen.findByRole('table', { name: 'Shares' });
  await userEvent.click(within(table).getByRole('button', { name: '2026-02' }));
  expect(await screen.findByRole('heading', { name: 'Movements in 2026-02' })).toBeInTheDocument();
  expect(await screen.findByText('¥7.00')).toBeInTheDocument();
  expect(page.to('franchise.Franchisee/getShareFlow').at(-1)?.query).toMatchObject({ month: '2026-02' });
});

test('terminating requires the name, a reason, and the destination of the deposit', async () => {
  const only = { ...detail, actions: ['terminate'] };
  const page = await show('?open=5', { 'franchise.Franchisee/getDetail': only });
  const drawer = await screen.findByRole('dialog');
  await userEvent.click(await within(drawer).findByRole('button', { name: /^More/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Terminate/ }));
  const dialog = await dialogTitled(/^Terminate/);
  expect(within(dialog).getByLabelText(/^Reason/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/^Transaction no/)).toBeInTheDocument();
  await waitFor(() => expect(page.to('franchise.Franchisee/terminate')).toHaveLength(0));
});

test('an unverified payee account is shown masked, and another person verifies it', async () => {
  const page = await show('?open=5&tab=funds', { 'franchise.Franchisee/verifyPayee': done });
  const table = await screen.findByRole('table', { name: 'Payee account' });
  expect(within(table).getByText('****1234')).toBeInTheDocument();
  expect(within(table).getByText('Not verified')).toBeInTheDocument();
  await userEvent.click(within(table).getByRole('button', { name: /Verify payee account/ }));
  const dialog = await dialogTitled(/^Verify payee account/);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Verify payee account/ }));
  await waitFor(() =>
    expect(page.to('franchise.Franchisee/verifyPayee')[0]?.body).toMatchObject({ id: 5, payeeId: 9 }),
  );
});

test('a bank account needs digits and a bank, a WeChat account the AppID of its OpenID', async () => {
  const only = { ...detail, actions: ['setPayee'] };
  const page = await show('?open=5', { 'franchise.Franchisee/getDetail': only });
  const drawer = await screen.findByRole('dialog');
  await userEvent.click(await within(drawer).findByRole('button', { name: /^Change payee account/ }));
  const dialog = await dialogTitled(/^Change payee account/);
  expect(within(dialog).getByLabelText(/^Bank/, { selector: 'input[type=text]' })).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText(/^Account number/), 'no digits');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'WeChat Pay' }));
  expect(within(dialog).getByLabelText(/^AppID/)).toBeInTheDocument();
  expect(page.to('franchise.Franchisee/setPayee')).toHaveLength(0);
});

const applications: Data<'franchise.Apply/getOfFranchisee'> = {
  list: [
    {
      ...{ id: 31, no: 'FR20250120000000000031', state: 'opened', stateText: 'Opened' },
      createdAt: '2025-01-20T10:00:00+08:00',
    },
  ],
  visits: [
    {
      ...{ key: '81', applyId: 31, applyNo: 'FR20250120000000000031', content: 'Saw the shop', byName: 'Li Na' },
      at: '2025-02-01T15:00:00+08:00',
      files: [{ fileId: 4, name: 'shop.png', url: '/api/file?id=4', isPicture: true }],
    },
  ],
};

test('the tab of applications links each of them and shows the visits with their photos', async () => {
  await show('?open=5&tab=applications', { 'franchise.Apply/getOfFranchisee': applications });
  const table = await screen.findByRole('table', { name: 'Franchise applications' });
  expect(within(table).getByText('Opened')).toBeInTheDocument();
  expect(within(table).getByRole('link', { name: 'FR20250120000000000031' })).toHaveAttribute(
    'href',
    '/franchisee/applicationList?open=31',
  );
  const visits = screen.getByRole('table', { name: 'On-site visits' });
  expect(within(visits).getByText('Saw the shop')).toBeInTheDocument();
  expect(within(visits).getByRole('img', { name: /shop\.png/ })).toBeInTheDocument();
});

test('applications that cannot be loaded can be retried; without any the tab says what appears there', async () => {
  const page = await show('?open=5&tab=applications', { 'franchise.Apply/getOfFranchisee': refusal(50001, 'Down') });
  // The regions of the filter are not answered in this test, so it offers a retry too.
  const retry = await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Retry' });
  page.answer('franchise.Apply/getOfFranchisee', { list: [], visits: [] });
  await userEvent.click(retry);
  expect(await screen.findByText(/^Applications that led to this franchisee appear here/)).toBeInTheDocument();
});

test('without the right to see applications there is no tab for them', async () => {
  await renderPage(<FranchiseesPage />, {
    ...{ at: `${AT}?open=5`, answers },
    platform: { can: (rule) => rule !== 41 },
  });
  expect(await screen.findByRole('tab', { name: 'Accounts' })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Applications and visits' })).not.toBeInTheDocument();
});
