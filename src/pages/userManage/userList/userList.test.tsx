import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import UserListPage from '.';
import UserDetailPage from './userDetails';

jest.mock('@/features/mapBase/settings', () => ({
  useMapSettings: () => ({ center: { lng: 104, lat: 30 }, zoom: 11, tileUrl: '' }),
}));

const row: Row<'user.User/getList'> = {
  id: 5,
  version: 3,
  userNo: '5',
  nickname: 'Lin',
  tel: '199****0040',
  source: 'wx',
  sourceText: 'WeChat',
  homeTeamId: 4,
  homeTeamName: 'Tianfu',
  level: '2',
  levelText: 'V2',
  orderCount: 12,
  orderBand: 'some',
  orderBandText: '5–19',
  paidFen: 123_400,
  refundBp: 250,
  balanceFen: 5_600,
  couponCount: 1,
  points: 1_234,
  tags: 'vip',
  tagList: ['vip'],
  status: 'normal',
  statusText: 'Normal',
  createdAt: '2026-01-01T10:00:00+08:00',
  lastActiveAt: '2026-03-01T10:00:00+08:00',
  actions: ['detail', 'adjust', 'sendCoupon', 'tag', 'blacklist'],
};
const other: typeof row = { ...row, id: 6, nickname: 'Wu', tel: null, tagList: [], tags: '', version: 1 };
const summary = { users: 2, newToday: 0, active: 2, withBalance: 2, balanceFen: 11_200, blacklisted: 0 };
const detail: Data<'user.User/getDetail'> = {
  ...row,
  asOf: '2026-03-01T11:40:00+08:00',
  cancelAt: null,
  risk: { score: 12, refundBp: 250, cancelBp: 800, sharedDevices: 1 },
  runningOrders: 0,
  complaints: 3,
  favouriteTeamName: 'Tianfu',
  favouriteHour: 12,
  trend: [{ month: '2026-03', orders: 4, paidFen: 10_000 }],
};
const tab = <T,>(list: readonly T[]) => ({ list: [...list], more: false, asOf: detail.asOf });
const coupon: Data<'user.User/getCoupons'>['list'][number] = {
  ...{ id: 9, version: 1, name: 'Spring', faceFen: 300, thresholdFen: 2_000, sourceText: 'Sent by Ann' },
  ...{
    validFrom: '2026-02-27T10:00:00+08:00',
    validTo: '2026-03-29T10:00:00+08:00',
    status: 'unused',
    statusText: 'Unused',
  },
  ...{ orderNo: null, revokeReason: null, mayRevoke: true },
};
const answers: Answers = {
  'user.User/getList': listAnswer([row, other], summary),
  'user.User/getDetail': detail,
  'user.User/getCoupons': tab([coupon]),
  'user.User/getRemarks': tab([]),
  'user.User/getCouponTemplates': {
    list: [{ id: 3, name: 'Spring', faceFen: 300, thresholdFen: 2_000, stock: 7, text: 'Spring (¥3.00 off)' }],
  },
  'common.Option/getOptions': { teams: [{ value: 4, label: 'Tianfu' }] },
};
const at = '/userManage/userList';
const done = { id: 5, state: 'normal', stateText: 'Normal', version: 4, message: 'Done with it' };

/** Opens the menu of the first row and runs the action with this label. */
async function start(user: ReturnType<typeof userEvent.setup>, label: string) {
  await user.click((await screen.findAllByRole('button', { name: 'More Lin' }))[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: label }));
}

test("the list shows users with masked phones and links to each user's page", async () => {
  await renderPage(<UserListPage />, { at, answers });
  const link = await screen.findByRole('link', { name: 'Lin' });
  expect(link).toHaveAttribute('href', '/userManage/userList/userDetails?id=5');
  const line = link.closest('tr') as HTMLElement;
  for (const text of ['199****0040', 'Tianfu', '56.00', '1,234.00']) {
    expect(within(line).getAllByText(new RegExp(text.replace(/[*.]/g, '\\$&'))).length).toBeGreaterThan(0);
  }
  expect(screen.getByText('None')).toBeInTheDocument();
});

test('users who may not see sums have neither their columns nor their filter', async () => {
  await renderPage(<UserListPage />, { at, answers, platform: { reveals: (kind) => kind !== 'amount' } });
  await screen.findByRole('link', { name: 'Lin' });
  expect(screen.queryByRole('columnheader', { name: /Balance|Paid total/ })).not.toBeInTheDocument();
});

test('an adjustment shows its amount on the button and is sent once with an idempotency key', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<UserListPage />, { at, answers });
  page.answer('user.User/adjustBalance', done);
  await user.click(await screen.findByRole('button', { name: 'Adjust balance Lin' }));
  const dialog = await dialogTitled(/Adjust balance/);
  await user.type(within(dialog).getByLabelText(/Amount/), '12.5');
  await user.type(within(dialog).getByLabelText(/Reason/), 'A late delivery');
  await user.click(within(dialog).getByRole('button', { name: 'Add ¥12.50' }));
  await waitFor(() => expect(page.to('user.User/adjustBalance')).toHaveLength(1));
  const [sent] = page.to('user.User/adjustBalance');
  expect(sent?.body).toEqual({ id: 5, direction: 'in', amountFen: 1_250, reason: 'A late delivery', evidence: [] });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

test('tags are split at commas of any language', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<UserListPage />, { at, answers });
  page.answer('user.User/tag', done);
  await start(user, 'Tags');
  const dialog = await dialogTitled(/Tags/);
  await user.type(within(dialog).getByLabelText(/Tags/), '，calls、new, vip');
  await user.click(within(dialog).getByRole('button', { name: 'Tags' }));
  await waitFor(() => expect(page.to('user.User/tag')[0]?.body).toEqual({ id: 5, tags: ['vip', 'calls', 'new'] }));
});

test('the page of a user shows risk, habits and tabs', async () => {
  await renderPage(<UserDetailPage />, { at: `${at}/userDetails?id=5`, answers });
  expect(await screen.findByText('12:00–13:00')).toBeInTheDocument();
  expect(screen.getByText('Complaints').closest('div')).toHaveTextContent('3');
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
    ...['Overview', 'Orders', 'Balance', 'Coupons', 'Addresses'],
    ...['Service notices', 'Food losses', 'Blacklist history', 'Devices and sign-ins', 'Remarks'],
  ]);
});

const order: Data<'user.User/getOrders'>['list'][number] = {
  ...{ orderNo: 'OR7', teamId: 4, teamName: 'Tianfu', riderName: 'Ma', typeText: 'Food', status: 'delivered' },
  ...{ statusText: 'Delivered', at: detail.asOf, paidFen: 3_000, refundFen: 0 },
};

test('orders link to their bills, have pages, and return to the first page when the days change', async () => {
  const user = userEvent.setup();
  const orders = { ...tab([order]), more: true, elsewhere: 0 };
  const page = await renderPage(<UserDetailPage />, {
    at: `${at}/userDetails?id=5&tab=orders`,
    answers: { ...answers, 'user.User/getOrders': orders },
  });
  expect(await screen.findByRole('link', { name: 'OR7' })).toHaveAttribute('href', '/financial/bill?keyword=OR7');
  const asked = () => page.to('user.User/getOrders').at(-1)?.query;
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(asked()).toMatchObject({ userId: '5', page: '2' }));
  await user.click(screen.getByRole('combobox', { name: 'Time, from' }));
  await user.click(await screen.findByRole('button', { name: 'Today' }));
  await waitFor(() => expect(asked()).toMatchObject({ page: '1', from: expect.any(String) }));
});

test('orders of a user link to no bills without the right to see them', async () => {
  await renderPage(<UserDetailPage />, {
    at: `${at}/userDetails?id=5&tab=orders`,
    answers: { ...answers, 'user.User/getOrders': { ...tab([order]), elsewhere: 0 } },
    platform: { can: () => false },
  });
  expect(await screen.findByText('OR7')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'OR7' })).not.toBeInTheDocument();
});

test('orders at stations out of scope are counted, also where no other is listed', async () => {
  await renderPage(<UserDetailPage />, {
    at: `${at}/userDetails?id=5&tab=orders`,
    answers: { ...answers, 'user.User/getOrders': { ...tab([]), elsewhere: 4 } },
  });
  expect(await screen.findByText('Not shown: 4 orders at other stations.')).toBeInTheDocument();
});

test('addresses are marked on a map', async () => {
  const address: Data<'user.User/getAddresses'>['list'][number] = {
    ...{ addressNo: 'A1', contact: 'L**', tel: '199****0040', address: 'Chengdu, Tianfu street ***' },
    ...{ lng: 104.06, lat: 30.57, isDefault: true, updatedAt: detail.asOf },
  };
  await renderPage(<UserDetailPage />, {
    at: `${at}/userDetails?id=5&tab=addresses`,
    answers: { ...answers, 'user.User/getAddresses': tab([address]) },
  });
  expect(await screen.findByTitle(address.address)).toBeInTheDocument();
  expect(screen.queryByText(/104\.06/)).not.toBeInTheDocument();
});

test('a coupon shows from when to when it is valid', async () => {
  await renderPage(<UserDetailPage />, { at: `${at}/userDetails?id=5&tab=coupons`, answers });
  const line = (await screen.findByText('Spring')).closest('tr') as HTMLElement;
  expect(line).toHaveTextContent('2026-02-27 10:00 – 2026-03-29 10:00');
});

test('an unused coupon can be revoked with a reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<UserDetailPage />, { at: `${at}/userDetails?id=5&tab=coupons`, answers });
  page.answer('user.User/revokeCoupon', done);
  const line = (await screen.findByText('Spring')).closest('tr') as HTMLElement;
  const open = within(line).getByRole('button');
  await user.click(open);
  const item = screen.queryByRole('menuitem', { name: 'Revoke coupon' });
  if (item) await user.click(item);
  const dialog = await dialogTitled(/Revoke coupon/);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Sent twice');
  await user.click(within(dialog).getByRole('button', { name: 'Revoke coupon' }));
  await waitFor(() =>
    expect(page.to('user.User/revokeCoupon')[0]?.body).toEqual({ id: 9, version: 1, reason: 'Sent twice' }),
  );
});

const entry: Data<'user.User/getBlackRecords'>['list'][number] = {
  ...{ id: 77, at: detail.asOf, scopeText: 'All stations', teamNames: [], reasonTypeText: 'Abuse' },
  ...{ reason: 'Insulted a rider', until: null, evidence: [], byName: 'Ann', state: 'open', stateText: 'In force' },
  ...{ liftedAt: null, liftedByName: null, liftReason: null },
};
const entryCase: Data<'approval.Case/getDetail'> = {
  ...{ key: 'userBlacklist.77', type: 'userBlacklist', typeText: 'User blacklist', id: 77, version: 1, no: '' },
  ...{ title: 'Lin', object: 'Tianfu', makerName: 'Ann', amountFen: null, createdAt: detail.asOf, expireAt: null },
  ...{ state: 'open', stateText: 'In force', decidedByName: null, decidedAt: null, note: '', actions: ['lift'] },
  ...{ link: '/userManage/userList/userDetails?id=5&tab=black&open=77', changes: [], evidence: [] },
  facts: [{ key: 'basis', label: 'Basis', value: 'No deadline; staff lift it', link: null }],
  history: [
    {
      ...{ key: '1', at: detail.asOf, text: 'Blacklisted', byName: 'Ann', note: 'Insulted a rider' },
      ...{ amountFen: null, txNo: null },
    },
  ],
};

test('a blacklist entry opens as a document with its rule and history, and can be lifted there', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<UserDetailPage />, {
    at: `${at}/userDetails?id=5&tab=black`,
    answers: { ...answers, 'user.User/getBlackRecords': tab([entry]), 'approval.Case/getDetail': entryCase },
  });
  page.answer('user.Blacklist/lift', { ...done, id: 77, state: 'lifted', stateText: 'Lifted' });
  await user.click(await screen.findByRole('button', { name: 'View record' }));
  const drawer = within(await screen.findByRole('dialog', { name: /User blacklist/ }));
  expect(await drawer.findByText('No deadline; staff lift it')).toBeInTheDocument();
  expect(drawer.getByText('Blacklisted')).toBeInTheDocument();
  await user.click(drawer.getByRole('button', { name: /Lift blacklist/ }));
  const dialog = await dialogTitled(/Lift blacklist/);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Apologised');
  await user.click(within(dialog).getByRole('button', { name: 'Lift blacklist' }));
  await waitFor(() =>
    expect(page.to('user.Blacklist/lift')[0]?.body).toEqual({ id: 77, version: 1, reason: 'Apologised' }),
  );
});

test('a remark is added for colleagues', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<UserDetailPage />, { at: `${at}/userDetails?id=5&tab=remarks`, answers });
  page.answer('user.User/addRemark', done);
  await user.click(await screen.findByRole('button', { name: 'Add remark' }));
  const dialog = await dialogTitled(/Add remark/);
  await user.type(within(dialog).getByLabelText(/Content/), 'Calls on Mondays');
  await user.click(within(dialog).getByRole('button', { name: 'Add remark' }));
  await waitFor(() => expect(page.to('user.User/addRemark')[0]?.body).toEqual({ id: 5, content: 'Calls on Mondays' }));
});

test('without an id the page shows a message and links to the list', async () => {
  await renderPage(<UserDetailPage />, { at: `${at}/userDetails`, answers });
  await waitFor(() => expect(window.location.pathname).toBe(at));
});

test('every tab is read page by page, and an empty later page leads back', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<UserDetailPage />, {
    at: `${at}/userDetails?id=5&tab=coupons`,
    answers: { ...answers, 'user.User/getCoupons': { ...tab([coupon]), more: true } },
  });
  await screen.findByText('Sent by Ann');
  page.answer('user.User/getCoupons', tab([]));
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(page.to('user.User/getCoupons').at(-1)?.query).toMatchObject({ userId: '5', page: '2' }));
  await waitFor(() => expect(screen.queryByText('Sent by Ann')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Newer' }));
  await waitFor(() => expect(screen.queryByText('Page 2')).not.toBeInTheDocument());
});
