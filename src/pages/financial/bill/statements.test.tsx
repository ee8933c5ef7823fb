import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import BillPage from '.';

const disputed: Row<'finance.Statement/getList'> = {
  id: 5,
  version: 3,
  no: 'ST20260302000000000005',
  teamId: 4,
  teamName: 'Tianfu',
  month: '2026-02',
  revision: 2,
  state: 'disputed',
  stateText: 'Disputed',
  isFrozen: true,
  orders: 12,
  goodsFen: 200_000,
  deliveryFen: 100_000,
  technicalFeeFen: 18_000,
  deliveryFeeFen: 60_000,
  promotionFeeFen: 0,
  otherFeesFen: 500,
  refundsFen: 1_000,
  compensationFen: 0,
  adjustmentsFen: 0,
  payableFen: 22_000,
  creditedFen: 20_000,
  openingFen: 50_000,
  closingFen: 72_000,
  correctedFen: -700,
  sentAt: '2026-03-04T07:00:00+08:00',
  confirmBy: null,
  confirmedAt: null,
  disputeText: 'Two orders are missing',
  answerText: null,
  actions: ['answer'],
};
const draft: typeof disputed = {
  ...disputed,
  id: 6,
  version: 1,
  teamId: 7,
  teamName: 'Harbour',
  revision: 1,
  state: 'draft',
  stateText: 'Draft',
  isFrozen: false,
  disputeText: null,
  sentAt: null,
  actions: ['send'],
};
const sums = { drafts: 1, pending: 0, confirmed: 0, disputed: 1, payableFen: 44_000, creditedFen: 40_000 };
const at = '2026-02-10T10:00:00+08:00';
const detail: Data<'finance.Statement/getDetail'> = {
  ...disputed,
  fromDay: '2026-02-01',
  toDay: '2026-02-28',
  madeAt: '2026-03-06T07:00:00+08:00',
  currentRevision: 2,
  movements: [
    { type: 'ORDER_SETTLE', typeText: 'Order settled', amountFen: 22_500 },
    { type: 'SERVICE_FEE', typeText: 'Service fee', amountFen: -500 },
  ],
  isBalanced: true,
  fees: [
    {
      key: '0',
      fee: 'technicalFee',
      feeText: 'Technical service fee',
      ruleName: 'Standard',
      ruleFrom: '2025-01-01T00:00:00+08:00',
      rateBp: 600,
      fixedFen: 0,
      entries: 12,
      baseFen: 300_000,
      amountFen: 18_000,
      firstAt: at,
      lastAt: at,
    },
  ],
  corrections: [
    {
      txNo: 'TX9',
      typeText: 'Reversal',
      reason: 'reversal',
      reasonText: 'Reverses a transaction of the month',
      day: '2026-03-05',
      amountFen: -700,
    },
  ],
  revisions: [
    { revision: 2, madeAt: at, reason: '', payableFen: 22_000, correctedFen: -700 },
    { revision: 1, madeAt: at, reason: '', payableFen: 22_000, correctedFen: 0 },
  ],
  steps: [{ key: '1', at, text: 'Disputed by the station', byName: 'Tianfu', note: 'Two orders are missing' }],
};
const answers: Answers = {
  'finance.Statement/getList': listAnswer([disputed, draft], sums),
  'finance.Statement/getDetail': detail,
};
const PAGE = '/financial/bill?part=statements';

test('the tab lists statements with their figures, and its cards filter by state', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<BillPage />, { at: PAGE, answers });
  expect(await screen.findByText('Tianfu')).toBeInTheDocument();
  expect(screen.getByText('Draft')).toBeInTheDocument();
  expect(screen.getAllByText('220.00').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: /Disputed/ }));
  await waitFor(() => expect(page.to('finance.Statement/getList').at(-1)?.query).toMatchObject({ state: 'disputed' }));
});

test('a statement shows opening and closing balance, each fee with its rule, corrections and revisions, and prints', async () => {
  const user = userEvent.setup();
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  const page = await renderPage(<BillPage />, { at: `${PAGE}&open=5`, answers });
  const drawer = within(await screen.findByRole('dialog'));
  const balance = within(await drawer.findByRole('table', { name: 'Opening to closing balance' }));
  expect(balance.getByRole('row', { name: /Opening balance .*500\.00/ })).toBeInTheDocument();
  expect(balance.getByRole('row', { name: /Closing balance .*720\.00/ })).toBeInTheDocument();
  expect(drawer.getByText('Opening + movements = closing')).toBeInTheDocument();
  const fees = within(drawer.getByRole('table', { name: 'Fees' }));
  expect(
    fees.getByRole('row', { name: /Technical service fee .*Standard.*6\.00%.*3,000\.00.*180\.00/ }),
  ).toBeInTheDocument();
  expect(drawer.getByRole('link', { name: 'TX9' })).toHaveAttribute(
    'href',
    '/financial/teamFunding/detail?teamId=4&tx=TX9',
  );
  await user.click(drawer.getByRole('button', { name: 'View revision 1' }));
  await waitFor(() => expect(page.to('finance.Statement/getDetail').at(-1)?.query).toMatchObject({ revision: '1' }));
  await user.click(drawer.getByRole('button', { name: 'Print / save as PDF' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('an answer needs 5 characters, and its adjustment an amount', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<BillPage />, {
    at: PAGE,
    answers: {
      ...answers,
      'finance.Statement/answerDispute': { id: 5, no: disputed.no, state: 'revised', stateText: 'Revised', version: 4 },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Answer dispute Tianfu 2026-02' }));
  const dialog = within(await dialogTitled(/Answer dispute/));
  expect(dialog.getByText(/Two orders are missing/)).toBeInTheDocument();
  const submit = dialog.getByRole('button', { name: /^Answer dispute/ });
  await user.type(dialog.getByRole('textbox', { name: /^Answer/ }), 'no');
  await user.click(submit);
  expect(dialog.getByRole('textbox', { name: /^Answer/ })).toBeInvalid();
  await user.clear(dialog.getByRole('textbox', { name: /^Answer/ }));
  await user.type(dialog.getByRole('textbox', { name: /^Answer/ }), 'Two orders added');
  await user.click(dialog.getByRole('radio', { name: 'Increase' }));
  await user.click(submit);
  expect(page.to('finance.Statement/answerDispute')).toHaveLength(0);
  await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '50');
  await user.click(submit);
  await waitFor(() =>
    expect(page.to('finance.Statement/answerDispute')[0]?.body).toEqual({
      id: 5,
      version: 3,
      answer: 'Two orders added',
      adjust: { direction: 'in', amountFen: 5_000, evidence: [] },
    }),
  );
});

test('a draft shows that its figures are preliminary', async () => {
  await renderPage(<BillPage />, {
    at: `${PAGE}&open=6`,
    answers: { ...answers, 'finance.Statement/getDetail': { ...detail, ...draft, currentRevision: 1, revision: 1 } },
  });
  expect(await screen.findByText(/the figures are preliminary/)).toBeInTheDocument();
});
