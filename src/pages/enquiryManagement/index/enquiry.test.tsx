import { INITIAL_TARIFF } from '@contract/enquiry.states';
import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import EnquiryPage from '.';
import { Calculator } from './Calculator';

type Enquiry = Row<'enquiry.Enquiry/getList'>;
type Rule = Row<'enquiry.Enquiry/getRules'>;

const AT = '/enquiryManagement/index';
const enquiry: Enquiry = {
  id: 9,
  version: 2,
  no: 'EQ20260301000000000009',
  askedAt: '2026-03-01T11:00:00+08:00',
  state: 'manual',
  stateText: 'Awaiting quote by hand',
  refuseReason: null,
  refuseReasonText: '',
  shopName: 'Flower shop',
  shopId: '7001',
  teamId: 4,
  teamName: 'Harbour',
  goodsFen: 20_000,
  weightG: 6_500,
  distanceM: 7_000,
  distanceBand: 'to10km',
  fromStreet: 'Market Street',
  toStreet: 'Hill Road',
  wantAt: null,
  quoteFen: null,
  costFen: 1_200,
  marginFen: null,
  etaMin: null,
  answerMs: 12,
  orderNo: null,
  externalNo: 'DY1',
  isConverted: false,
  isFollowed: false,
  followNote: null,
  breakdown: '',
  actions: ['quote', 'follow', 'testQuote', 'blockShop'],
};
const refused: Enquiry = {
  ...enquiry,
  id: 10,
  no: 'EQ20260301000000000010',
  state: 'refused',
  stateText: 'Refused',
  refuseReason: 'outOfArea',
  refuseReasonText: 'Out of area',
  actions: ['follow'],
};
const summary: Data<'enquiry.Enquiry/getList'>['summary'] = {
  all: 2,
  autoQuoted: 0,
  manual: 1,
  refused: 1,
  expired: 0,
  converted: 0,
  conversionBp: null,
  answerP95Ms: 12,
  lostFen: 20_000,
  fromDay: '2026-01-31',
  toDay: '2026-03-01',
};
const steps: Data<'enquiry.Enquiry/getDetail'>['steps'] = [
  { key: 'base', text: 'Base price', side: 'price', detail: '', amountFen: 500 },
  { key: 'distance', text: 'Distance', side: 'price', detail: '4 × ¥1.00', amountFen: 400 },
  { key: 'riderBase', text: 'Rider’s base pay', side: 'cost', detail: '', amountFen: 1_200 },
];
const detail: Data<'enquiry.Enquiry/getDetail'> = {
  ...enquiry,
  expireAt: '2026-03-01T11:05:00+08:00',
  from: null,
  to: null,
  area: [],
  steps,
  rule: { id: 3, ruleNo: 'ER1', revision: 2, name: 'Standard' },
  request: '{"shopId":"7001"}',
  answer: '{"state":"manual"}',
  quotedByName: '',
  quotedAt: null,
  remark: '',
  belowCostReason: '',
  followedByName: '',
  followedAt: null,
  block: null,
};
const rule: Rule = {
  id: 3,
  version: 4,
  name: 'Standard',
  ruleNo: 'ER1',
  revision: 2,
  state: 'inForce',
  stateText: 'In force',
  scopeType: 'all',
  scopeTypeText: 'All stations',
  scopeText: '',
  priority: 100,
  formula: '¥5.00 up to 3 km, then ¥1.00 each 1 km',
  effectiveFrom: '2026-01-01T00:00:00+08:00',
  effectiveTo: null,
  updatedAt: '2026-01-01T00:00:00+08:00',
  updatedByName: 'Lin',
  actions: ['editRule', 'disableRule'],
};
const whole: Data<'enquiry.Enquiry/getRule'> = {
  ...rule,
  scopeIds: [],
  tariff: { ...INITIAL_TARIFF, periods: [{ from: '11:00', to: '13:00', factorBp: 12_000 }] },
  remark: '',
  publishedByName: 'Lin',
  publishedAt: '2026-01-01T00:00:00+08:00',
  versions: [
    { id: 3, revision: 2, state: 'inForce', stateText: 'In force', updatedAt: rule.updatedAt },
    { id: 2, revision: 1, state: 'expired', stateText: 'Expired', updatedAt: rule.updatedAt },
  ],
};
const trial: Data<'enquiry.Enquiry/testQuote'> = {
  outcome: 'quoted',
  refuseReason: null,
  refuseText: '',
  quoteFen: 1_350,
  costFen: 1_200,
  marginBp: 1_111,
  etaMin: 42,
  steps,
  rule: { id: 3, ruleNo: 'ER1', revision: 2, name: 'Standard' },
};
const done = { id: 9, no: enquiry.no, state: 'quoted', stateText: 'Quoted', version: 3, message: 'Quoted ¥18.88' };
const answers = {
  'enquiry.Enquiry/getList': listAnswer([enquiry, refused], summary),
  'enquiry.Enquiry/getDetail': detail,
  'enquiry.Enquiry/getRules': listAnswer([rule], {}),
  'enquiry.Enquiry/getRule': whole,
  'enquiry.Enquiry/testQuote': trial,
  'enquiry.Enquiry/getBlocks': listAnswer([], {}),
  'common.Option/getOptions': { teams: [{ value: 4, label: 'Harbour' }], feePlans: [] },
} satisfies Answers;

/** Returns the drawer with this title after its content has loaded. */
async function drawerOf(title: string | RegExp) {
  const heading = await screen.findByText(title, { selector: '[role=dialog] *' });
  const drawer = heading.closest<HTMLElement>('[role=dialog]');
  if (!drawer) throw new Error(`No drawer around ${String(title)}`);
  return within(drawer);
}

test('the list shows its days, its totals, and why an enquiry was refused', async () => {
  const page = await renderPage(<EnquiryPage />, { at: AT, answers });
  expect(await screen.findByText('Enquiries from 2026-01-31 to 2026-03-01')).toBeInTheDocument();
  expect(await screen.findByText('Out of area')).toBeInTheDocument();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /Awaiting quote by hand/ }));
  await waitFor(() => expect(page.to('enquiry.Enquiry/getList').at(-1)?.query).toMatchObject({ state: 'manual' }));
});

test('a quote is typed in yuan within its limits, needs a reason below cost, and is confirmed with its amount', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<EnquiryPage />, { at: AT, answers: { ...answers, 'enquiry.Enquiry/quote': done } });
  await user.click(await screen.findByRole('button', { name: `Quote by hand ${enquiry.no}` }));
  const dialog = within(await dialogTitled(/Quote by hand/));
  expect(dialog.getByText(/Cost ¥12\.00/)).toBeInTheDocument();
  const submit = dialog.getByRole('button', { name: 'Submit quote' });
  const price = dialog.getByLabelText(/^Quote/);
  await user.type(price, '0.99');
  await user.type(dialog.getByLabelText(/Estimated time/), '45');
  await user.click(submit);
  expect(page.to('enquiry.Enquiry/quote')).toHaveLength(0);
  await user.clear(price);
  await user.type(price, '11');
  await user.click(submit);
  expect(page.to('enquiry.Enquiry/quote')).toHaveLength(0);
  await user.type(dialog.getByLabelText(/Reason for quoting below cost/), 'first order');
  await user.click(submit);
  expect(await screen.findByText('Quoted ¥18.88')).toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/quote')[0]?.body).toEqual({
    id: 9,
    version: 2,
    quoteFen: 1_100,
    etaMin: 45,
    remark: '',
    reason: 'first order',
  });
});

test('the drawer explains the price step by step, and shows request and answer', async () => {
  const user = userEvent.setup();
  await renderPage(<EnquiryPage />, { at: `${AT}?open=9`, answers });
  await user.click(await screen.findByRole('tab', { name: 'Price breakdown' }));
  const price = within(screen.getByRole('table', { name: 'Quote' }));
  expect(price.getByRole('row', { name: /Distance 4 × ¥1\.00 ¥4\.00/ })).toBeInTheDocument();
  expect(price.getByRole('row', { name: /Total.*9\.00/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Standard, version 2' })).toHaveAttribute('href', `${AT}?part=rules&open=3`);
  await user.click(screen.getByRole('tab', { name: 'Request and response' }));
  expect(await screen.findByText('{"shopId":"7001"}')).toBeInTheDocument();
});

test('charts show the hours, the reasons and the stations of the filter', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, all: hour === 11 ? 2 : 0, quoted: 0, refused: 1 }));
  const page = await renderPage(<EnquiryPage />, {
    at: `${AT}?view=charts&state=refused`,
    answers: {
      ...answers,
      'enquiry.Enquiry/getStats': {
        hours,
        reasons: [{ reason: 'outOfArea', text: 'Out of area', count: 2 }],
        stations: [{ teamId: 4, teamName: 'Harbour', all: 2, quoted: 0 }],
      },
    },
  });
  expect(await screen.findByRole('rowheader', { name: 'Harbour' })).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'Out of area' })).toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/getStats')[0]?.query).toMatchObject({ state: 'refused' });
});

test("an enquiry is tried with today's rules next to its original answer", async () => {
  const page = await renderPage(<EnquiryPage />, { at: `${AT}?try=9`, answers });
  const drawer = await drawerOf(/under the current rules/);
  expect(await drawer.findByText('Quote ¥13.50, gross margin 11.11%, estimated 42 min')).toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/testQuote')[0]?.body).toEqual({ enquiryId: 9 });
});

test('several enquiries are marked as followed with one note', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<EnquiryPage />, {
    at: AT,
    answers: { ...answers, 'enquiry.Enquiry/bulkFollow': { success: 2, failed: [] } },
  });
  await screen.findByText('Out of area');
  await user.click(screen.getByRole('checkbox', { name: /select all|all rows/i }));
  await user.click(screen.getByRole('button', { name: /^Mark as followed up( \(2\)| 2)?$/ }));
  const dialog = within(await dialogTitled(/Mark as followed up/));
  await user.type(dialog.getByRole('textbox'), 'called the shop');
  await user.click(dialog.getByRole('button', { name: /Mark as followed up/ }));
  await waitFor(() =>
    expect(page.to('enquiry.Enquiry/bulkFollow')[0]?.body).toEqual({ ids: [9, 10], note: 'called the shop' }),
  );
});

test('users without permission see a message; a failed load can be retried', async () => {
  const forbidden = { 'enquiry.Enquiry/getList': refusal(40301, 'No permission') };
  await renderPage(<EnquiryPage />, { at: AT, answers: forbidden });
  expect(await screen.findByText(/no permission/i)).toBeInTheDocument();
});

test('an empty list explains what will appear, and a failed list can be retried', async () => {
  const none = { ...summary, all: 0, manual: 0, refused: 0 };
  const empty = await renderPage(<EnquiryPage />, {
    at: AT,
    answers: { ...answers, 'enquiry.Enquiry/getList': listAnswer([] as Enquiry[], none) },
  });
  expect(await screen.findByText(/Enquiries from hour-to-reach appear here/)).toBeInTheDocument();
  expect(empty.to('enquiry.Enquiry/getList')).toHaveLength(1);
});

/* The tests below check the tab of the price rules. */

const RULES = `${AT}?part=rules`;

test('editing a published rule creates a draft of its next version with all its values', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<EnquiryPage />, {
    at: `${RULES}&form=edit-3`,
    answers: {
      ...answers,
      'enquiry.Enquiry/saveRule': {
        ...done,
        id: 5,
        no: 'ER1',
        state: 'draft',
        stateText: 'Draft',
        version: 1,
        message: 'Saved',
      },
    },
  });
  const drawer = await drawerOf(/Edit Standard/);
  expect(await drawer.findByText(/creates a draft of the next version/)).toBeInTheDocument();
  const base = drawer.getByLabelText(/^Base price/);
  expect(base).toHaveValue('5.00');
  await user.clear(base);
  await user.type(base, '6.5');
  await user.click(drawer.getByRole('button', { name: 'Add time slot' }));
  const factor = drawer.getByLabelText('Factor of time slot 2 (%)');
  await user.clear(factor);
  await user.type(factor, '400');
  await user.click(drawer.getByRole('button', { name: 'Save draft' }));
  expect(await drawer.findByText(/factors from 50% to 300%/)).toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/saveRule')).toHaveLength(0);
  await user.clear(factor);
  await user.type(factor, '150');
  await user.click(drawer.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(page.to('enquiry.Enquiry/saveRule')).toHaveLength(1));
  expect(page.to('enquiry.Enquiry/saveRule')[0]?.body).toMatchObject({
    id: 3,
    version: 4,
    scopeType: 'all',
    scopeIds: [],
    tariff: {
      baseFen: 650,
      periods: [
        { from: '11:00', to: '13:00', factorBp: 12_000 },
        { from: '11:00', to: '13:00', factorBp: 15_000 },
      ],
    },
  });
});

test('the drawer of a rule shows its tariff and links to its versions', async () => {
  await renderPage(<EnquiryPage />, { at: `${RULES}&open=3`, answers });
  const drawer = await drawerOf('Standard, version 2');
  expect(await drawer.findByText('11:00–13:00 120.00%')).toBeInTheDocument();
  expect(drawer.getByRole('link', { name: '1' })).toHaveAttribute('href', `${AT}?part=rules&open=2`);
});

test('the calculator calls the server once all values are complete, and shows the price with its steps', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<EnquiryPage />, { at: `${RULES}&form=try`, answers });
  const drawer = await drawerOf('Try an enquiry');
  await user.click(drawer.getByRole('button', { name: 'Calculate' }));
  expect(page.to('enquiry.Enquiry/testQuote')).toHaveLength(0);
  await user.click(drawer.getByRole('combobox', { name: /Station/ }));
  await user.click(await screen.findByRole('option', { name: 'Harbour' }));
  await user.click(drawer.getByRole('button', { name: 'Calculate' }));
  expect(await drawer.findByText('Quote ¥13.50, gross margin 11.11%, estimated 42 min')).toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/testQuote')[0]?.body).toEqual({
    teamId: 4,
    distanceM: 4_000,
    weightG: 3_000,
    goodsFen: 5_000,
    at: null,
    badWeather: false,
  });
});

test('a failed calculation can be repeated with the same values, and refused values are marked without an old result', async () => {
  const user = userEvent.setup();
  const errors = [{ field: 'distanceM', rule: 'range', message: 'Too far' }];
  const replies: Answers['enquiry.Enquiry/testQuote'][] = [
    refusal(50201, 'No answer'),
    trial,
    refusal(40001, 'Invalid parameters', { errors }),
    trial,
  ];
  const page = await renderPage(<EnquiryPage />, {
    at: `${RULES}&form=try`,
    answers: { ...answers, 'enquiry.Enquiry/testQuote': () => replies.shift() as typeof trial },
  });
  const drawer = await drawerOf('Try an enquiry');
  await user.click(drawer.getByRole('combobox', { name: /Station/ }));
  await user.click(await screen.findByRole('option', { name: 'Harbour' }));
  const calculate = () => user.click(drawer.getByRole('button', { name: 'Calculate' }));
  await calculate();
  expect(await drawer.findByText('No answer')).toBeInTheDocument();
  await calculate();
  expect(await drawer.findByText(/Quote ¥13.50/)).toBeInTheDocument();
  await calculate();
  expect(await drawer.findByText('Too far')).toBeInTheDocument();
  expect(drawer.queryByText(/Quote ¥13.50/)).not.toBeInTheDocument();
  await calculate();
  expect(await drawer.findByText(/Quote ¥13.50/)).toBeInTheDocument();
  await user.clear(drawer.getByRole('textbox', { name: /Distance/ }));
  await calculate();
  expect(drawer.queryByText(/Quote ¥13.50/)).not.toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/testQuote')).toHaveLength(4);
});

test('a blocked shop is unblocked after a confirmation that names it', async () => {
  const user = userEvent.setup();
  const block: Row<'enquiry.Enquiry/getBlocks'> = {
    id: 6,
    shopId: '7001',
    shopName: 'Flower shop',
    reason: 'cancels often',
    createdByName: 'Lin',
    createdAt: '2026-03-01T10:00:00+08:00',
    actions: ['unblockShop'],
  };
  const page = await renderPage(<EnquiryPage />, {
    at: `${AT}?part=blocks`,
    answers: {
      ...answers,
      'enquiry.Enquiry/getBlocks': listAnswer([block], {}),
      'enquiry.Enquiry/unblockShop': { ...done, message: 'Shop unblocked' },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Flower shop/ }));
  const entry = screen.queryByRole('menuitem', { name: 'Unblock shop' });
  if (entry) await user.click(entry);
  const dialog = within(await dialogTitled(/Unblock shop/));
  expect(dialog.getByText(/Enquiries of Flower shop/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: /Unblock shop/ }));
  expect(await screen.findByText('Shop unblocked')).toBeInTheDocument();
  expect(page.to('enquiry.Enquiry/unblockShop')[0]?.body).toEqual({ id: 6 });
});

test('a version that could not be loaded is reported and can be loaded again before it is tried', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<Calculator ruleId={3} onClose={() => undefined} />, {
    answers: { 'enquiry.Enquiry/getRule': refusal(50001, 'System busy') },
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Calculate' })).toBeDisabled();
  page.answer('enquiry.Enquiry/getRule', whole);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Standard, version 2')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Calculate' })).toBeEnabled();
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});
