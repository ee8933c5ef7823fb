import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import MerchantFundsPage from '.';

const transfer: Row<'finance.Transfer/getList'> = {
  id: 11,
  version: 3,
  no: 'TR20260301000000000011',
  createdAt: '2026-03-01T09:00:00+08:00',
  fromNo: '1999990001',
  fromName: 'Mini program',
  toNo: '6222000000000001',
  toName: 'Bank',
  amountFen: 60_000,
  state: 'inTransit',
  stateText: 'In transit',
  channel: null,
  channelText: '',
  reason: 'Cover payouts',
  makerName: 'Lin',
  checkerName: 'Wang',
  decidedAt: '2026-03-01T09:10:00+08:00',
  finishedAt: null,
  note: null,
  channelNo: 'BANK-0001',
  outTxNo: 'TX20260301000000000001',
  inTxNo: null,
  actions: ['bookIn', 'bookReturn'],
};
const pending: typeof transfer = {
  ...transfer,
  id: 12,
  version: 1,
  no: 'TR20260301000000000012',
  state: 'pending',
  stateText: 'Pending review',
  checkerName: null,
  outTxNo: null,
  actions: ['approve', 'reject'],
};
const answers: Answers = {
  'finance.Transfer/getList': listAnswer([transfer, pending], { pending: 1, openFen: 60_000, doneFen: 0 }),
  'finance.Recon/getBatches': listAnswer([], { openItems: 0, failed: 0, gapFen: 0, suspenseFen: 0 }),
  'common.Option/getOptions': {
    merchantNumbers: [
      { value: 9, label: 'Mini program · 1999990001' },
      { value: 10, label: 'Bank · 6222000000000001' },
    ],
  },
};
const at = '/financial/merchantIdFunds';
const done = (state: string) => ({ id: 11, no: transfer.no, state, stateText: state, version: 4, message: 'Done' });
const lineOf = async (no: string) => (await screen.findByText(no)).closest('tr') as HTMLElement;

test('transfers show both numbers, their states, and the amount in transit', async () => {
  await renderPage(<MerchantFundsPage />, { at: `${at}?part=transfers`, answers });
  const line = await lineOf(transfer.no);
  for (const text of ['1999990001', '6222000000000001', 'In transit', /600\.00/])
    expect(within(line).getByText(text)).toBeInTheDocument();
  expect(within(await lineOf(pending.no)).getByText('Pending review')).toBeInTheDocument();
  expect(screen.getByText('Under way')).toBeInTheDocument();
});

test('an arrival is booked with its voucher number, for the version that was seen', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at: `${at}?part=transfers`, answers });
  page.answer('finance.Transfer/bookIn', done('done'));
  const line = await lineOf(transfer.no);
  await user.click(within(line).getByRole('button', { name: /^Book as received/ }));
  const dialog = await dialogTitled(/^Book as received/);
  await user.click(within(dialog).getByRole('button', { name: 'Book as received' }));
  expect(page.to('finance.Transfer/bookIn')).toEqual([]);
  await user.type(within(dialog).getByLabelText(/Voucher no/), 'WX-0001');
  await user.click(within(dialog).getByRole('button', { name: 'Book as received' }));
  await waitFor(() =>
    expect(page.to('finance.Transfer/bookIn')[0]?.body).toEqual({ id: 11, version: 3, voucherNo: 'WX-0001' }),
  );
});

test('a transfer by another person is approved with the step of its case type', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at: `${at}?part=transfers`, answers });
  page.answer('finance.Transfer/approve', done('byHand'));
  const line = await lineOf(pending.no);
  await user.click(within(line).getByRole('button', { name: /^Approve/ }));
  const dialog = await dialogTitled(/^Approve/);
  expect(within(dialog).getByText(/The amount is reserved at the sending number/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(page.to('finance.Transfer/approve')[0]?.body).toEqual({ id: 12, version: 1 }));
});

test('the form of the URL does not open for users without its rule', async () => {
  const platform = { can: (rule: number) => rule !== 3809 };
  await renderPage(<MerchantFundsPage />, { at: `${at}?part=transfers&form=transfer`, answers, platform });
  await lineOf(transfer.no);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closing the form removes it from the URL', async () => {
  const user = userEvent.setup();
  await renderPage(<MerchantFundsPage />, { at: `${at}?part=transfers&form=transfer`, answers });
  await dialogTitled('Propose transfer');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('?part=transfers');
});

test('a transfer is proposed with two numbers, an amount and a purpose', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<MerchantFundsPage />, { at: `${at}?part=transfers&form=transfer`, answers });
  page.answer('finance.Transfer/submit', done('pending'));
  const dialog = await dialogTitled('Propose transfer');
  await user.click(within(dialog).getByRole('button', { name: 'Propose transfer' }));
  expect(page.to('finance.Transfer/submit')).toEqual([]);
  await user.click(within(dialog).getByRole('combobox', { name: /From number/ }));
  await user.click(await screen.findByText('Mini program · 1999990001'));
  await user.click(within(dialog).getByRole('combobox', { name: /To number/ }));
  await user.click((await screen.findAllByText('Bank · 6222000000000001')).at(-1) as HTMLElement);
  await user.type(within(dialog).getByLabelText(/^Amount/), '600');
  await user.type(within(dialog).getByLabelText(/^Purpose/), 'Cover payouts');
  const reads = page.to('finance.Transfer/getList').length;
  await user.click(within(dialog).getByRole('button', { name: 'Propose transfer' }));
  await waitFor(() =>
    expect(page.to('finance.Transfer/submit')[0]?.body).toEqual({
      fromId: 9,
      toId: 10,
      amountFen: 60_000,
      reason: 'Cover payouts',
    }),
  );
  // The page must also reload its list.
  await waitFor(() => expect(page.to('finance.Transfer/getList').length).toBeGreaterThan(reads));
});
