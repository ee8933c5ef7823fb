import type { Data } from '@contract/index';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import BillPage from '.';

const row: Row<'finance.Bill/getList'> = {
  id: 9,
  billNo: 'BL2026030100000009',
  at: '2026-03-01T11:00:00+08:00',
  type: 'ORDER_PAY',
  typeText: 'Order paid',
  direction: 'in',
  directionText: 'In',
  teamId: 4,
  teamName: 'Harbour',
  counterType: 'user',
  counterTypeText: 'User',
  counterName: 'Lin',
  orderNo: 'O1',
  amountFen: 12_345,
  feeFen: 0,
  netFen: 12_345,
  channel: 'wechat',
  channelText: 'WeChat Pay',
  merchantNo: '1999990001',
  merchantName: 'Main',
  channelTradeNo: 'T1',
  status: 'success',
  statusText: 'Succeeded',
  reconState: 'pending',
  reconStateText: 'To reconcile',
  operatorName: 'System',
  reversedByNo: null,
  actions: ['reverse'],
};
const reversed: typeof row = {
  ...row,
  id: 10,
  billNo: 'BL2026030100000010',
  direction: 'out',
  reversedByNo: 'TX1',
  actions: [],
};
const list = listAnswer([row, reversed], {
  inFen: 12_345,
  outFen: 12_345,
  netFen: 0,
  feeFen: 0,
  count: 2,
  fromDay: '2026-01-31',
  toDay: '2026-03-01',
});
const posting = (dc: 'D' | 'C', accountText: string) => ({
  key: dc,
  account: 'CHANNEL',
  accountText,
  ownerName: 'Main',
  dc,
  amountFen: 12_345,
});
const detail: Data<'finance.Bill/getDetail'> = {
  ...row,
  document: null,
  transaction: {
    txNo: 'TX2026030100000009',
    type: 'ORDER_PAY',
    typeText: 'Order paid',
    bizNo: 'O1',
    day: '2026-03-01',
    at: row.at,
    postedAt: row.at,
    remark: '',
    operatorName: 'System',
    postings: [posting('D', 'Channel funds'), posting('C', 'Orders not settled')],
    reversesNo: null,
    reversedByNo: null,
  },
  order: {
    orderNo: 'O1',
    statusText: 'Delivered',
    goodsFen: 12_000,
    deliveryFen: 345,
    paidFen: 12_345,
    balanceFen: 0,
    refundFen: 0,
    userName: 'Lin',
    merchantName: 'Noodles',
    riderName: 'Wu',
    paidAt: row.at,
    deliveredAt: null,
    cancelledAt: null,
    settledAt: null,
  },
  fee: {
    settlementMode: 'balance',
    settleCycle: 'T1',
    planName: 'Standard',
    planFrom: '2025-01-01T00:00:00+08:00',
    rateBp: 600,
    fixedFen: 0,
    technicalFeeFen: 741,
    merchantFeeFen: 0,
    promotionFeeFen: 0,
    riderIncomeFen: 276,
    franchiseeName: '',
    shareRateBp: 0,
  },
  settlement: {
    id: 77,
    teamId: 4,
    orderNo: 'O1',
    state: 'undone',
    stateText: 'Settlement reversed',
    holdReason: 'wrong rider',
    lossNo: null,
    settledAt: null,
    amountFen: null,
    teamFen: null,
    dueAt: null,
    creditedAt: null,
    txNo: null,
    undone: 1,
    refundNo: null,
    actions: ['unholdLine'],
  },
  linked: [
    {
      txNo: 'TX3',
      typeText: 'Order settled',
      at: row.at,
      amountFen: 12_345,
      billId: null,
      billNo: null,
      relation: 'sameOrder',
    },
    {
      txNo: 'TX2',
      typeText: 'Order refunded',
      at: row.at,
      amountFen: 500,
      billId: 12,
      billNo: 'BL12',
      relation: 'sameOrder',
    },
  ],
};
const answers = { 'finance.Bill/getList': list, 'finance.Bill/getDetail': detail };
const at = '/financial/bill';

test('the page shows its days and totals over the whole filter, and marks reversed bills with a word', async () => {
  await renderPage(<BillPage />, { at, answers });
  expect(await screen.findByText('Bills from 2026-01-31 to 2026-03-01')).toBeInTheDocument();
  expect(screen.getAllByText('123.45').length).toBeGreaterThan(1);
  expect(await screen.findByText('Reversed')).toBeInTheDocument();
});

test('amounts are typed in yuan and requested in fen; an invalid amount is marked and not requested', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<BillPage />, { at: `${at}?amountFenMin=1250`, answers });
  await screen.findByText('Reversed');
  expect(page.to('finance.Bill/getList')[0]?.query).toMatchObject({ amountFenMin: '1250' });
  await user.click(screen.getByRole('button', { name: /more filters/i }));
  expect(screen.getByLabelText('Amount at least')).toHaveValue('12.50');
  await user.type(screen.getByLabelText('Amount at most'), '99.5{Enter}');
  expect(page.to('finance.Bill/getList').at(-1)?.query).toMatchObject({ amountFenMax: '9950' });
  const asked = page.to('finance.Bill/getList').length;
  await user.type(screen.getByLabelText('Amount at least'), 'x{Enter}');
  expect(screen.getByLabelText('Amount at least')).toBeInvalid();
  expect(page.to('finance.Bill/getList')).toHaveLength(asked);
});

test('the drawer shows debit and credit and the order with its original fees, and links to the related bill', async () => {
  const user = userEvent.setup();
  await renderPage(<BillPage />, { at: `${at}?open=9`, answers });
  await user.click(await screen.findByRole('tab', { name: 'Postings' }));
  const lines = within(screen.getByRole('table', { name: 'Postings' }));
  expect(lines.getByRole('row', { name: /Channel funds Main 123\.45/ })).toBeInTheDocument();
  expect(lines.getByRole('row', { name: /Total .*123\.45 123\.45/ })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Order and fees' }));
  expect(screen.getByText('Standard')).toBeInTheDocument();
  const settlement = within(screen.getByRole('region', { name: 'Settlement of order O1' }));
  expect(settlement.getByText('Settlement reversed')).toBeInTheDocument();
  expect(settlement.getByText('wrong rider')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Linked' }));
  expect(screen.getByRole('link', { name: 'BL12' })).toHaveAttribute('href', '/financial/bill?open=12');
  // A transaction without a bill must link to the station's movements.
  expect(screen.getByRole('link', { name: 'TX3' })).toHaveAttribute(
    'href',
    '/financial/teamFunding/detail?teamId=4&tx=TX3',
  );
});

test('a reversal names bill and amount, needs a reason of at least 5 characters, and waits for approval', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<BillPage />, {
    at,
    answers: {
      ...answers,
      'finance.Bill/reverse': {
        code: 110,
        msg: 'Accepted',
        data: {
          id: 1,
          state: 'proposed',
          stateText: 'Waits',
          version: 1,
          message: 'Submitted; waits for a second person',
        },
        requestId: 'r',
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More BL2026030100000009' }));
  await user.click(screen.getByRole('menuitem', { name: 'Reverse' }));
  const dialog = await dialogTitled(/Reverse/);
  expect(within(dialog).getByText(/BL2026030100000009 \(In, ¥123\.45\)/)).toBeInTheDocument();
  const reason = within(dialog).getByRole('textbox');
  await user.type(reason, 'bad');
  const submit = within(dialog).getByRole('button', { name: /Reverse/ });
  await user.click(submit);
  expect(page.to('finance.Bill/reverse')).toHaveLength(0);
  await user.type(reason, ' payment');
  await user.click(submit);
  expect(await screen.findByText('Submitted; waits for a second person')).toBeInTheDocument();
  expect(page.to('finance.Bill/reverse')[0]?.body).toEqual({ id: 9, reason: 'bad payment' });
});

test('users without permission see a message', async () => {
  await renderPage(<BillPage />, { at, answers: { 'finance.Bill/getList': refusal(40301, 'No permission') } });
  expect(await screen.findByText(/no permission/i)).toBeInTheDocument();
});

test('the address of a missing bill shows a message and offers no useless action', async () => {
  const gone = { ...answers, 'finance.Bill/getDetail': refusal(40401, 'Not found or deleted') };
  await renderPage(<BillPage />, { at: `${at}?open=404`, answers: gone });
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('Not found or deleted')).toBeInTheDocument();
  expect(drawer.getByText('The data could not be loaded')).toBeInTheDocument();
  expect(drawer.queryByRole('button', { name: 'Retry' })).toBeNull();
});
