import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import ApplyPage from '.';

const pending: Row<'finance.Withdraw/getList'> = {
  id: 5,
  version: 1,
  wdNo: 'WD20260301000000000005',
  subjectType: 'rider',
  subjectTypeText: 'Rider',
  subjectId: 40,
  subjectName: 'Lin Fang',
  teamId: 4,
  teamName: 'Tianfu',
  amountFen: 100_000,
  feeFen: 600,
  netFen: 99_400,
  feeFree: false,
  channel: 'wechat',
  channelText: 'WeChat Pay',
  payeeName: 'Lin Fang',
  payeeLast4: '4321',
  balanceAfterFen: 2_000,
  riskTags: ['newPayee', 'large'],
  riskTexts: ['New payee', 'Large amount'],
  state: 'pendingReview',
  stateText: 'Pending review',
  appliedAt: '2026-03-01T10:00:00+08:00',
  reviewerName: null,
  reviewedAt: null,
  payerName: null,
  payStartedAt: null,
  finishedAt: null,
  reason: null,
  actions: ['approve', 'reject'],
};
const approved: typeof pending = {
  ...pending,
  id: 6,
  version: 2,
  wdNo: 'WD20260301000000000006',
  subjectName: 'Wu Yu',
  payeeName: 'Wu Yu',
  state: 'approved',
  stateText: 'To be paid',
  feeFree: true,
  riskTags: [],
  riskTexts: [],
  actions: ['pay', 'payOffline', 'revoke'],
};
const failed: typeof pending = {
  ...pending,
  id: 7,
  version: 4,
  wdNo: 'WD20260301000000000007',
  state: 'payFailed',
  stateText: 'Payout failed',
  reason: 'Name and account differ',
  actions: ['retry', 'closeFailed'],
};
const list = listAnswer([pending, approved, failed], {
  pending: 1,
  pendingFen: 100_000,
  toPay: 1,
  toPayFen: 99_400,
  paying: 0,
  payingFen: 0,
  failed: 1,
  failedFen: 99_400,
  paidToday: 3,
  paidTodayFen: 45_000,
  feeTodayFen: 300,
  fromDay: '2026-01-31',
  toDay: '2026-03-01',
});
const detail: Data<'finance.Withdraw/getDetail'> = {
  ...failed,
  bankName: null,
  payeeAccount: '****4321',
  payeeChangedAt: '2026-02-01T10:00:00+08:00',
  configVersion: 3,
  isDualControl: true,
  availableFen: 2_000,
  frozenFen: 100_000,
  incomeFen: 250_000,
  openLosses: 0,
  payees: [
    {
      key: '1',
      channelText: 'WeChat Pay',
      name: 'Lin Fang',
      last4: '4321',
      changedAt: '2026-02-01T10:00:00+08:00',
      verifiedAt: null,
      isActive: true,
    },
  ],
  payouts: [
    {
      key: '1',
      poNo: 'PO20260301000000000001',
      attempt: 1,
      channelText: 'WeChat Pay',
      merchantNumber: 'Mini program 1999990001',
      amountFen: 99_400,
      state: 'failed',
      stateText: 'Failed',
      channelNo: '1330001',
      error: 'Name and account differ',
      createdAt: '2026-03-01T11:00:00+08:00',
      finishedAt: '2026-03-01T11:01:00+08:00',
      queryAt: null,
      voucher: null,
    },
  ],
  entries: [
    {
      key: '1',
      txNo: 'TX20260301000000000001',
      typeText: 'Frozen for withdrawal',
      amountFen: 100_000,
      at: '2026-03-01T10:00:00+08:00',
    },
  ],
  earlier: [],
  steps: [
    {
      key: '1',
      at: '2026-03-01T10:00:00+08:00',
      text: 'Submitted',
      byName: '',
      note: '',
      amountFen: 100_000,
      txNo: 'TX20260301000000000001',
    },
  ],
};
const answers: Answers = {
  'finance.Withdraw/getList': list,
  'finance.Withdraw/getDetail': detail,
  'finance.Withdraw/getCounters': { counts: [{ state: 'approved', count: 6 }] },
  'common.Option/getOptions': {
    teams: [{ value: 4, label: 'Tianfu' }],
    merchantNumbers: [{ value: 9, label: 'Bank · 6222' }],
  },
};
const at = '/financial/apply';
const done = (id: number, state: string, message: string) => ({
  id,
  no: 'WD',
  state,
  stateText: state,
  version: 9,
  message,
});
const lineOf = async (no: string) => (await screen.findByText(no)).closest('tr') as HTMLElement;

test('the list shows amount, net with its fee, payee and risks of each application', async () => {
  await renderPage(<ApplyPage />, { at, answers });
  const line = await lineOf(pending.wdNo);
  for (const text of [/1,000\.00/, /994\.00/, /6\.00/, /WeChat Pay \*{4}4321/, 'New payee', 'Large amount'])
    expect(within(line).getAllByText(text).length).toBeGreaterThan(0);
  expect(within(await lineOf(approved.wdNo)).getByText('Free')).toBeInTheDocument();
  expect(within(await lineOf(failed.wdNo)).getByText('Name and account differ')).toBeInTheDocument();
  expect(screen.getByText(/all that have not ended/)).toBeInTheDocument();
});

test('the approval dialog shows payee and amount, and the call sends the version that was seen', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ApplyPage />, { at, answers });
  page.answer('finance.Withdraw/approve', done(5, 'approved', 'Withdrawal approved'));
  await user.click(await screen.findByRole('button', { name: `Approve ${pending.wdNo}` }));
  const dialog = await dialogTitled(`Approve · ${pending.wdNo}`);
  expect(dialog.textContent).toMatch(/Lin Fang withdraws .*1,000\.00, net .*994\.00/);
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Withdrawal approved')).toBeInTheDocument();
  expect(page.to('finance.Withdraw/approve')[0]?.body).toEqual({ id: 5, version: 1 });
});

test('a bulk payment shows the total and sends each version that was seen', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ApplyPage />, { at, answers });
  page.answer('finance.Withdraw/bulk', { success: 1, failed: [] });
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(approved.wdNo) }));
  await user.click(screen.getByRole('checkbox', { name: new RegExp(pending.wdNo) }));
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  await user.click(within(bar).getByRole('button', { name: /^Pay/ }));
  const dialog = await dialogTitled(/^Pay/);
  await user.click(within(dialog).getByRole('button', { name: /^Pay/ }));
  await waitFor(() =>
    expect(page.to('finance.Withdraw/bulk')[0]?.body).toEqual({ action: 'pay', ids: [6], versions: { 6: 2 } }),
  );
});

test('a rejection needs a reason at its field', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ApplyPage />, { at: `${at}?open=5`, answers });
  page.answer('finance.Withdraw/getDetail', { ...detail, ...pending });
  page.answer('finance.Withdraw/reject', done(5, 'rejected', 'It was rejected'));
  await user.click((await screen.findAllByRole('button', { name: `More ${pending.wdNo}` }))[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: 'Reject' }));
  const dialog = await dialogTitled(/^Reject/);
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(page.to('finance.Withdraw/reject')).toEqual([]);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Name differs');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(page.to('finance.Withdraw/reject')[0]?.body).toEqual({ id: 5, version: 1, reason: 'Name differs' }),
  );
});

test("the drawer shows payouts with the channel's answer, postings, and the warnings for the payer", async () => {
  const user = userEvent.setup();
  await renderPage(<ApplyPage />, { at: `${at}?open=7`, answers });
  expect(await screen.findByText('The payer must not be the reviewer')).toBeInTheDocument();
  expect(screen.getByText('Not verified')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Payouts' }));
  expect(await screen.findByText('PO20260301000000000001')).toBeInTheDocument();
  expect(screen.getByText('Mini program 1999990001')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByText('Submitted')).toBeInTheDocument();
});

test('the retry dialog mentions the new payout number', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ApplyPage />, { at, answers });
  page.answer('finance.Withdraw/retry', done(7, 'paying', 'Payout started'));
  await user.click(await screen.findByRole('button', { name: `Retry ${failed.wdNo}` }));
  const dialog = await dialogTitled(/^Retry/);
  expect(dialog.textContent).toMatch(/new payout number/);
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(page.to('finance.Withdraw/retry')[0]?.body).toEqual({ id: 7, version: 4 }));
});

test('the state filter shows the number of applications in each state', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ApplyPage />, { at, answers });
  await user.click(await screen.findByRole('combobox', { name: /State/ }));
  await user.click(await screen.findByText('To be paid (6)'));
  await waitFor(() => expect(page.to('finance.Withdraw/getList').at(-1)?.query).toMatchObject({ state: 'approved' }));
});
