import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import MerchantFundsPage from '.';

const batch: Row<'finance.Recon/getBatches'> = {
  id: 5,
  version: 3,
  merchantNumberId: 9,
  no: 'RB20260301000000000005',
  day: '2026-03-01',
  state: 'hasDifference',
  stateText: 'Has differences',
  merchantNo: '1999990001',
  merchantName: 'Mini program',
  channel: 'wechat',
  channelText: 'WeChat Pay',
  kind: 'trade',
  kindText: 'Trades',
  channelCount: 120,
  channelFen: 250_000,
  bookCount: 121,
  bookFen: 251_000,
  matched: 119,
  differences: 2,
  openItems: 1,
  feeFen: 1_500,
  balanceFen: null,
  fault: null,
  startedAt: '2026-03-02T10:00:00+08:00',
  finishedAt: '2026-03-02T10:00:05+08:00',
  actions: ['refetch', 'compare', 'closeBatch'],
};
const failed: typeof batch = {
  ...batch,
  id: 6,
  no: 'RB20260301000000000006',
  state: 'failed',
  stateText: 'Failed',
  fault: 'Line 12: 28 columns expected',
  openItems: 0,
  actions: ['refetch'],
};
const item: Row<'finance.Recon/getItems'> = {
  id: 7,
  version: 1,
  itemNo: 'RI20260301000000000007',
  type: 'channelOnly',
  typeText: 'In the statement only',
  state: 'open',
  stateText: 'Open',
  day: '2026-03-01',
  merchantNo: '1999990001',
  gapFen: 1_000,
  outNo: 'OD7',
  tradeNo: 'T7',
  lineKind: 'pay',
  lineKindText: 'Payment',
  channelFen: 1_000,
  channelFeeFen: 6,
  channelStatus: 'success',
  channelStatusText: 'Succeeded',
  channelAt: '2026-03-01T11:00:00+08:00',
  billNo: null,
  billType: null,
  billTypeText: '',
  bookFen: null,
  bookFeeFen: null,
  bookStatus: null,
  bookStatusText: '',
  bookAt: null,
  ageDays: 1,
  timingUntil: null,
  handlerName: null,
  action: null,
  actionText: '',
  reason: null,
  decidedByName: null,
  decidedAt: null,
  txNo: null,
  choices: ['rematch', 'createBill', 'toSuspense', 'claimChannel'],
  actions: ['handle', 'writeOff', 'assign', 'markTiming'],
};
const sums = { open: 1, openFen: 1_000, suspended: 0, suspendedFen: 0 };
const number: Row<'finance.Recon/getMerchantNumbers'> = {
  id: 9,
  version: 2,
  merchantNo: '1999990001',
  name: 'Mini program',
  channel: 'wechat',
  channelText: 'WeChat Pay',
  enabled: true,
  autoFetch: true,
  feeBp: 60,
  bookBalanceFen: 500_000,
  statementBalanceFen: 499_000,
  balanceDay: '2026-03-01',
  suspenseFen: 0,
  lastDay: '2026-03-01',
  lastInFen: 251_000,
  lastOutFen: 1_000,
  lastFeeFen: 1_500,
  lastBookInFen: 252_000,
  lastBookOutFen: 1_000,
  gapFen: -1_000,
  openItems: 1,
  oldestOpen: '2026-03-01',
  actions: ['save'],
};
const answers: Answers = {
  'finance.Recon/getBatches': listAnswer([batch, failed], { openItems: 1, failed: 1, gapFen: 1_000, suspenseFen: 0 }),
  'finance.Recon/getItems': listAnswer([item], sums),
  'finance.Recon/getSuspense': listAnswer([{ ...item, state: 'suspended', stateText: 'In suspense' }], {
    ...sums,
    suspended: 1,
  }),
  'finance.Recon/getMerchantNumbers': listAnswer([number], {}),
  'finance.Recon/getItem': { ...item, billId: null, batchId: 5, batchNo: batch.no, evidence: [], steps: [] },
  'common.Option/getOptions': {
    teams: [{ value: 4, label: 'Tianfu' }],
    merchantNumbers: [{ value: 9, label: 'Mini program · 1999990001' }],
    staff: [{ value: 3, label: 'Lin' }],
  },
};
const at = '/financial/merchantIdFunds';
const done = (state: string, message: string) => ({ id: 7, no: 'RI', state, stateText: state, version: 2, message });

test('a failed statement shows the reason with its line, and a statement with differences links to them', async () => {
  await renderPage(<MerchantFundsPage />, { at, answers });
  const line = (await screen.findByText(failed.no)).closest('tr') as HTMLElement;
  expect(within(line).getByText('Line 12: 28 columns expected')).toBeInTheDocument();
  const other = screen.getByText(batch.no).closest('tr') as HTMLElement;
  const links = within(other)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toContain(`${at}?part=items&merchantNumberIds=9&dayFrom=2026-03-01&dayTo=2026-03-01`);
});

test('a difference is booked to a station, with the reason and the version that was seen', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at: `${at}?part=items`, answers });
  page.answer('finance.Recon/handle', done('resolved', 'Difference resolved'));
  await user.click(await screen.findByRole('button', { name: `Handle ${item.itemNo}` }));
  const dialog = await dialogTitled(/^Handle/);
  await user.click(within(dialog).getByRole('button', { name: 'Handle' }));
  expect(page.to('finance.Recon/handle')).toEqual([]);
  expect(within(dialog).queryByLabelText(/^Station/)).toBeNull();
  await user.click(within(dialog).getByRole('radio', { name: 'Book from the statement' }));
  await user.click(await within(dialog).findByRole('combobox', { name: /Station/ }));
  await user.click(await screen.findByText('Tianfu'));
  await user.type(within(dialog).getByLabelText(/Reason/), 'The customer paid');
  await user.click(within(dialog).getByRole('button', { name: 'Handle' }));
  await waitFor(() =>
    expect(page.to('finance.Recon/handle')[0]?.body).toEqual({
      id: 7,
      version: 1,
      action: 'createBill',
      reason: 'The customer paid',
      evidence: [],
      party: 'team',
      teamId: 4,
    }),
  );
});

test('an error in an uploaded file is shown at its field', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at: `${at}?form=upload`, answers });
  const message = 'This file is for 1999990002 2026-03-01';
  page.answer(
    'finance.Recon/uploadFile',
    refusal(40001, '', { errors: [{ field: 'fileId', rule: 'statement', message }] }),
  );
  const dialog = await dialogTitled('Upload statement');
  await user.click(within(dialog).getByRole('button', { name: 'Upload statement' }));
  expect(await within(dialog).findByText('Please upload the statement file')).toBeInTheDocument();
  expect(page.to('finance.Recon/uploadFile')).toEqual([]);
});

test('the tabs show differences in suspense, and merchant numbers with both balances', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at, answers });
  await user.click(await screen.findByRole('tab', { name: 'Suspense' }));
  expect(await screen.findByText(item.itemNo)).toBeInTheDocument();
  expect(page.to('finance.Recon/getSuspense')).not.toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Merchant numbers' }));
  const line = (await screen.findByText('Mini program')).closest('tr') as HTMLElement;
  for (const text of [/5,000\.00/, /4,990\.00/]) expect(within(line).getByText(text)).toBeInTheDocument();
  page.answer('finance.Recon/saveMerchantNumber', {
    id: 9,
    no: '1999990001',
    state: 'saved',
    stateText: 'Saved',
    version: 3,
  });
  await user.click(within(line).getByRole('button', { name: /Edit reconciliation settings/ }));
  const dialog = await dialogTitled(/^Edit reconciliation settings/);
  await user.click(within(dialog).getByRole('button', { name: 'Edit reconciliation settings' }));
  await waitFor(() =>
    expect(page.to('finance.Recon/saveMerchantNumber')[0]?.body).toEqual({
      id: 9,
      version: 2,
      feeBp: 60,
      autoFetch: true,
    }),
  );
});

test('several differences can be assigned to a colleague at once', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at: `${at}?part=items`, answers });
  page.answer('finance.Recon/assign', { success: 1, failed: [] });
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(item.itemNo) }));
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  await user.click(within(bar).getByRole('button', { name: /^Assign/ }));
  const dialog = await dialogTitled(/^Assign/);
  await user.click(await within(dialog).findByRole('combobox', { name: /Handler/ }));
  await user.click(await screen.findByText('Lin'));
  await user.click(within(dialog).getByRole('button', { name: /^Assign/ }));
  await waitFor(() => expect(page.to('finance.Recon/assign')[0]?.body).toEqual({ ids: [7], handlerId: 3 }));
});
