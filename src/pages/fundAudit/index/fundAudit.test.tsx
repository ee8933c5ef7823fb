import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import FundAuditPage from '.';
import { RiderMoney } from './RiderField';

const row: Row<'fundAudit.Rider/getList'> = {
  id: 5,
  version: 3,
  no: 'FA20260301000000000005',
  riderId: 40,
  riderName: 'Lin Fang',
  riderNo: 'R000040',
  riderTel: '199****0040',
  teamId: 4,
  teamName: 'Tianfu',
  kind: 'deduct',
  kindText: 'Deduction',
  direction: 'out',
  directionText: 'Out',
  amountFen: 50_000,
  collectedFen: 0,
  fundedBy: 'team',
  fundedByText: 'Station',
  source: 'manual',
  sourceText: 'By hand',
  sourceNo: null,
  relatedNo: 'ORDER-1',
  reason: 'Damaged the box',
  evidenceCount: 1,
  allowInstalment: true,
  balanceFen: 12_000,
  afterFen: 0,
  makerName: 'Maker',
  createdAt: '2026-03-01T10:00:00+08:00',
  expireAt: '2026-03-08T10:00:00+08:00',
  state: 'pending',
  stateText: 'Pending',
  checkerName: null,
  decidedAt: null,
  note: null,
  txNos: [],
  actions: ['approve', 'return', 'reject'],
};
const reward: typeof row = {
  ...row,
  id: 6,
  no: 'FA20260301000000000006',
  riderName: 'Wu Yu',
  kind: 'reward',
  kindText: 'Reward',
  direction: 'in',
  amountFen: 8_000,
  allowInstalment: false,
  version: 1,
};
const owing: typeof row = {
  ...row,
  id: 7,
  no: 'FA20260301000000000007',
  state: 'owing',
  stateText: 'Owing',
  collectedFen: 12_000,
  afterFen: null,
  checkerName: 'Checker',
  decidedAt: '2026-03-01T11:00:00+08:00',
  txNos: ['TX1', 'TX2', 'TX3'],
  actions: ['waive', 'appeal'],
};
const list = listAnswer([row, reward, owing], {
  pending: 2,
  pendingInFen: 8_000,
  pendingOutFen: 50_000,
  approvedToday: 1,
  rejectedBp: 1_250,
  owedFen: 38_000,
  fromDay: '2026-01-31',
  toDay: '2026-03-01',
});
const detail: Data<'fundAudit.Rider/getDetail'> = {
  ...owing,
  evidence: [{ fileId: 9, name: 'proof.pdf', url: '/files/9' }],
  depositFen: 20_000,
  owedFen: 38_000,
  steps: [
    {
      key: '1',
      at: '2026-03-01T10:00:00+08:00',
      step: 'submit',
      text: 'Submitted',
      byName: 'Maker',
      note: 'Damaged the box',
      amountFen: null,
      incomeDay: null,
      txNo: null,
    },
    {
      key: '2',
      at: '2026-03-01T12:00:00+08:00',
      step: 'collect',
      text: 'Instalment collected',
      byName: '',
      note: null,
      amountFen: 300,
      incomeDay: '2026-03-01',
      txNo: 'TX2',
    },
  ],
  appealOf: null,
  appeal: null,
};
const rider = {
  id: 40,
  riderNo: 'R000040',
  name: 'Lin Fang',
  tel: '199****0040',
  teamId: 4,
  teamName: 'Tianfu',
  statusText: 'Active',
  isOpen: true,
  hasLeft: false,
  balanceFen: 12_000,
  depositFen: 20_000,
  owedFen: 0,
};
const riders = { list: [rider, { ...rider, id: 41, name: 'Gone', isOpen: false, statusText: 'Off-boarded' }] };
const answers: Answers = {
  'fundAudit.Rider/getList': list,
  'fundAudit.Rider/getDetail': detail,
  'fundAudit.Rider/getRiders': { ...riders, singleMaxFen: 500_000, expireDays: 7 },
  'common.Option/getOptions': { teams: [{ value: 4, label: 'Tianfu' }], colleagues: [{ value: 2, label: 'Maker' }] },
  'common.File/getUrl': { url: '/files/9', expireIn: 300, name: 'proof.pdf' },
};
const at = '/fundAudit/index';
const done = (state: string, message: string) => ({ id: 5, no: row.no, state, stateText: state, version: 4, message });

test('the list shows incoming and outgoing amounts, balances before and after, and its days', async () => {
  await renderPage(<FundAuditPage />, { at, answers });
  const line = (await screen.findByText(row.no)).closest('tr') as HTMLElement;
  for (const text of [/−500\.00/, /120\.00/, /0\.00/, /ORDER-1/, /199\*{4}0040/]) {
    expect(within(line).getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(screen.getByText('¥120.00 of ¥500.00 collected')).toBeInTheDocument();
  expect(screen.getByText('2 more')).toBeInTheDocument();
  expect(
    screen.getByText('Entries submitted from 2026-01-31 to 2026-03-01, and all that are still open.'),
  ).toBeInTheDocument();
});

test('a summary card sets the filter of its count', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at, answers });
  await user.click(await screen.findByRole('button', { name: /Deductions pending review/ }));
  await waitFor(() =>
    expect(page.to('fundAudit.Rider/getList').at(-1)?.query).toMatchObject({ state: 'pending', direction: 'out' }),
  );
});

test('the approval dialog shows what is taken now and later, and the call sends the version', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at, answers });
  page.answer('fundAudit.Rider/approve', done('owing', 'Approved, rest by instalments'));
  await user.click(await screen.findByRole('button', { name: `Approve ${row.no}` }));
  const dialog = await dialogTitled(`Approve · ${row.no}`);
  expect(
    within(dialog).getByText(
      /¥120\.00 \(Deduction\) is deducted from the balance of Lin Fang now; the remaining ¥380\.00/,
    ),
  ).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved, rest by instalments')).toBeInTheDocument();
  const [sent] = page.to('fundAudit.Rider/approve');
  expect(sent?.body).toEqual({ id: 5, version: 3 });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

test('a bulk approval shows the total and sends each version that was seen', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at, answers });
  page.answer('fundAudit.Rider/bulk', { success: 2, failed: [] });
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(row.no) }));
  await user.click(screen.getByRole('checkbox', { name: new RegExp(reward.no) }));
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  await user.click(within(bar).getByRole('button', { name: /Approve/ }));
  const dialog = await dialogTitled(/^Approve/);
  expect(within(dialog).getByText(/Approves 2 entries: ¥80\.00 in, ¥500\.00 out\./)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(page.to('fundAudit.Rider/bulk')[0]?.body).toEqual({
      action: 'approve',
      ids: [5, 6],
      versions: { 5: 3, 6: 1 },
    }),
  );
});

test('a rejection needs a reason of five characters', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at: `${at}?open=7`, answers });
  page.answer('fundAudit.Rider/getDetail', { ...detail, ...row });
  page.answer('fundAudit.Rider/reject', done('rejected', 'It was rejected'));
  await user.click((await screen.findAllByRole('button', { name: `More ${row.no}` }))[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: 'Reject' }));
  const dialog = await dialogTitled(`Reject · ${row.no}`);
  await user.type(within(dialog).getByLabelText(/Reason/), 'No');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await within(dialog).findByText(/must be 5–200 characters/)).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/reject')).toHaveLength(0);
  await user.type(within(dialog).getByLabelText(/Reason/), ' proof at all');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('It was rejected')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/reject')[0]?.body).toEqual({ id: 5, version: 3, reason: 'No proof at all' });
});

test('the drawer shows evidence, the rider’s money, and every step with its transaction', async () => {
  const user = userEvent.setup();
  await renderPage(<FundAuditPage />, { at: `${at}?open=7`, answers });
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByRole('link', { name: 'proof.pdf' })).toHaveAttribute('href', '/files/9');
  expect(within(drawer).getByText('¥200.00')).toBeInTheDocument();
  expect(within(drawer).getByRole('button', { name: /^Show in full/ })).toBeInTheDocument();
  await user.click(within(drawer).getByRole('tab', { name: 'History' }));
  expect(within(drawer).getByText('From the income of 2026-03-01')).toBeInTheDocument();
  expect(within(drawer).getByRole('link', { name: 'TX2' })).toHaveAttribute(
    'href',
    '/financial/teamFunding/detail?teamId=4&tx=TX2',
  );
  expect(within(drawer).getByText('System')).toBeInTheDocument();
});

test('a new deduction needs a rider, a kind, an amount, a reason and evidence before it is sent', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at: `${at}?form=new`, answers });
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: 'Submit for review' }));
  expect(await within(drawer).findByText('Please select Category')).toBeInTheDocument();
  await user.click(within(drawer).getByRole('combobox', { name: /Category/ }));
  await user.click(await screen.findByRole('option', { name: 'Deduction' }));
  await user.click(within(drawer).getByRole('button', { name: 'Submit for review' }));
  expect(await within(drawer).findByText('Please upload evidence for a deduction')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/create')).toHaveLength(0);
});

test('a reward is entered for a rider who is looked up, with the balance before and after; a rider who has left cannot be chosen', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at: `${at}?form=new`, answers });
  page.answer('fundAudit.Rider/create', done('pending', 'It waits for a checker'));
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('combobox', { name: /Rider/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Type to find' }), 'lin');
  await waitFor(() =>
    expect(page.to('fundAudit.Rider/getRiders').some(({ query }) => query.keyword === 'lin')).toBe(true),
  );
  expect(screen.getByRole('option', { name: /Gone.*Off-boarded/ })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('option', { name: /Lin Fang/ }));
  await user.click(within(drawer).getByRole('combobox', { name: /Category/ }));
  await user.click(await screen.findByRole('option', { name: 'Reward' }));
  await user.type(within(drawer).getByLabelText(/^Amount/), '80');
  await user.type(within(drawer).getByLabelText(/^Reason/), 'Best of the month');
  expect(await within(drawer).findByText('¥200.00')).toBeInTheDocument();
  expect(within(drawer).queryByLabelText('Instalments allowed')).not.toBeInTheDocument();
  await user.click(within(drawer).getByRole('button', { name: 'Submit for review' }));
  expect(await screen.findByText('It waits for a checker')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/create')[0]?.body).toEqual({
    riderId: 40,
    kind: 'reward',
    direction: null,
    amountFen: 8_000,
    fundedBy: 'team',
    relatedNo: null,
    reason: 'Best of the month',
    evidence: [],
    allowInstalment: false,
    source: 'manual',
  });
  await waitFor(() => expect(page.history.location.search).toBe(''));
});

test('a returned entry is edited and sent with its version; its rider cannot be changed', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at: `${at}?form=resubmit-7`, answers });
  page.answer('fundAudit.Rider/resubmit', done('pending', 'Sent again'));
  const drawer = await screen.findByRole('dialog');
  const reason = await within(drawer).findByLabelText(/^Reason/);
  expect(within(drawer).getByRole('combobox', { name: /Rider/ })).toBeDisabled();
  await user.clear(reason);
  await user.type(reason, 'With a better picture');
  await user.click(within(drawer).getByRole('button', { name: 'Resubmit' }));
  expect(await screen.findByText('Sent again')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/resubmit')[0]?.body).toEqual({
    id: 7,
    version: 3,
    kind: 'deduct',
    direction: null,
    amountFen: 50_000,
    fundedBy: 'team',
    relatedNo: 'ORDER-1',
    reason: 'With a better picture',
    evidence: [9],
    allowInstalment: true,
  });
});

test('an appeal names the entry and returns the collected amount, as a correction', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at: `${at}?form=appeal-7`, answers });
  page.answer('fundAudit.Rider/create', refusal(42305, 'One appeal only'));
  const drawer = await screen.findByRole('dialog');
  await user.type(await within(drawer).findByLabelText(/^Reason/), 'It was broken before');
  await user.click(within(drawer).getByRole('button', { name: 'Submit appeal' }));
  expect(await screen.findByText('One appeal only')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/create')[0]?.body).toMatchObject({
    riderId: 40,
    source: 'appeal',
    sourceNo: owing.no,
    kind: 'correction',
    direction: 'in',
    amountFen: 12_000,
  });
});

test('an import is validated at once, shows its totals, and is sent as a whole', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<FundAuditPage />, { at, answers });
  page.answer('fundAudit.Rider/import', { rows: 2, saved: 0, inFen: 1_250, outFen: 120_000, errors: [] });
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await dialogTitled('Import rider fund entries');
  const file = new File(['a,b'], 'entries.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'arrayBuffer', { value: async () => new TextEncoder().encode('a,b').buffer });
  fireEvent.change(within(dialog).getByLabelText('Choose file'), { target: { files: [file] } });
  expect(await within(dialog).findByText('Total: ¥12.50 in, ¥1,200.00 out')).toBeInTheDocument();
  page.answer('fundAudit.Rider/import', { rows: 2, saved: 2, inFen: 1_250, outFen: 120_000, errors: [] });
  await user.click(within(dialog).getByRole('button', { name: 'Submit 2 entries' }));
  expect(await screen.findByText(/2 entries were submitted/)).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/import').map(({ body }) => body)).toEqual([
    { content: btoa('a,b'), dryRun: true, evidence: [] },
    { content: btoa('a,b'), dryRun: false, evidence: [] },
  ]);
});

test('reviewers are offered neither form nor import, not even by the address', async () => {
  await renderPage(<FundAuditPage />, { at: `${at}?form=new`, answers, platform: { can: (rule) => rule !== 6506 } });
  expect(await screen.findByText(row.no)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New entry' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

test('an empty list explains what will appear here', async () => {
  const page = await renderPage(<FundAuditPage />, {
    at,
    answers: { ...answers, 'fundAudit.Rider/getList': { ...list, list: [], total: 0 } },
  });
  expect(await screen.findByText(/posted once another person has reviewed them/)).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/getList')).toHaveLength(1);
});

const change = { kind: 'deduct', direction: 'out', amountFen: 50_000, allowInstalment: false } as const;
const noRiders = { list: [], singleMaxFen: 500_000, expireDays: 7 };

test('a chosen rider who could not be loaded is reported and can be loaded again', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<RiderMoney riderId={40} change={change} />, {
    answers: { 'fundAudit.Rider/getRiders': refusal(50001, 'System busy') },
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.queryByText('Please select the rider')).not.toBeInTheDocument();
  page.answer('fundAudit.Rider/getRiders', { ...noRiders, list: [rider] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('¥120.00')).toBeInTheDocument();
  expect(screen.getByText(/Not enough balance/)).toBeInTheDocument();
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});

test('a chosen rider outside of the stations of the user is not found, and the form does not ask for a rider', async () => {
  await renderPage(<RiderMoney riderId={40} change={change} />, { answers: { 'fundAudit.Rider/getRiders': noRiders } });
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  expect(screen.queryByText('Please select the rider')).not.toBeInTheDocument();
});

test('without a chosen rider the form asks for one', async () => {
  const page = await renderPage(<RiderMoney riderId={null} change={change} />);
  expect(await screen.findByText('Please select the rider')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/getRiders')).toHaveLength(0);
});
