import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { type Answers, type Call, open, personInfo, serve, where } from '@/testing';

const AS_OF = '2026-03-01T09:30:00+08:00';
const none = { value: null, prev: null, changeBp: null };
const PERSON = personInfo({ permission: [1, 2, 10, 11, 13, 45] });
const OVERVIEW: Data<'dashboard.Index/getOverview'> = {
  kpis: {
    orderCount: { value: 1234, prev: 1000, changeBp: 2340 },
    gmvFen: { value: 9_876_543, prev: 9_876_543, changeBp: 0 },
    finishRateBp: { value: 9_850, prev: 9_900, changeBp: -51 },
    onTimeRateBp: none,
    avgDeliverMin: none,
    newUserCount: none,
    activeUserCount: none,
    onlineRiderCount: { value: 12, prev: null, changeBp: null },
    riderCount: { value: 40, prev: null, changeBp: null },
    refundFen: { value: 5_000, prev: 4_000, changeBp: 2_500 },
    refundRateBp: { value: 51, prev: null, changeBp: null },
    exceptionCount: none,
  },
  from: '2026-03-01T00:00:00+08:00',
  to: AS_OF,
  prevFrom: '2026-02-28T00:00:00+08:00',
  prevTo: '2026-02-28T09:30:00+08:00',
  asOf: AS_OF,
};
const TREND: Data<'dashboard.Index/getTrend'> = {
  points: [0, 1, 2].map((hour) => ({
    t: `2026-03-01T0${hour}:00:00+08:00`,
    value: hour < 2 ? hour + 1 : null,
    prev: hour * 10,
  })),
  unit: 'count',
  asOf: AS_OF,
};
const moved = (value: number) => ({ value, prev: value * 2, changeBp: -5_000 });
const MONEY: Data<'dashboard.Index/getMoney'> = {
  figures: {
    received: moved(90_000),
    income: moved(100_000),
    refunds: moved(1_000),
    commission: moved(5_050),
    otherFees: moved(0),
    net: moved(20_000),
  },
  fees: [
    { figure: 'technicalFee', fen: 6_000 },
    { figure: 'deliveryFee', fen: 3_000 },
    { figure: 'promotionFee', fen: 1_000 },
  ],
  fromDay: '2026-03-01',
  toDay: '2026-03-01',
  from: OVERVIEW.from,
  to: AS_OF,
  prevFrom: OVERVIEW.prevFrom,
  prevTo: OVERVIEW.prevTo,
  asOf: '2026-03-01T09:31:00+08:00',
};
const SLICES = {
  orderSource: [
    { key: 'app', label: 'App', value: 30 },
    { key: 'miniProgram', label: 'Mini programs', value: 70 },
  ],
  unassigned: [
    { key: '5', label: 'Quiet', value: 1, teamId: 5 },
    { key: '6', label: 'Busy', value: 9, teamId: 6 },
  ],
};

const TODO: Data<'dashboard.Index/getTodo'> = {
  list: [{ code: 'frozen', text: '2 stations frozen', count: 2, link: '/teamList/index?status=frozen', level: 'bad' }],
  asOf: AS_OF,
};

const ANSWERS: Answers = {
  'site.Site/getSiteInfo': { data: PERSON },
  'site.Monitor/pageView': { data: {} },
  'common.Preference/getAll': { data: { values: {} } },
  'common.Option/getOptions': { data: { teams: [{ value: 5, label: 'Quiet' }] } },
  'dashboard.Index/getOverview': { data: OVERVIEW },
  'dashboard.Index/getMoney': { data: MONEY },
  'dashboard.Index/getTrend': { data: TREND },
  'dashboard.Index/getDistribution': ({ kind }) => ({
    data: { slices: SLICES[kind as keyof typeof SLICES], asOf: AS_OF },
  }),
  'dashboard.Index/getRanking': ({ kind }) => ({
    data: {
      rows: [{ rank: 1, id: 5, name: kind === 'team' ? 'Quiet' : 'Li Lei', value: 7, orderCount: 7 }],
      asOf: AS_OF,
    },
  }),
  'dashboard.Index/getTodo': { data: TODO },
  'dashboard.Index/getAnnouncements': { data: { list: [], asOf: AS_OF } },
  'dashboard.Index/getHealth': {
    data: {
      books: 'right',
      checkedAt: '2026-03-01T02:00:00+08:00',
      releasedAt: null,
      asOf: '2026-03-01T11:40:00+08:00',
    },
  },
  'dashboard.Index/getQuickLinks': { data: { paths: [] } },
  'dashboard.Index/saveQuickLinks': { data: {} },
};

async function start(answers: Answers = {}, search = ''): Promise<Call[]> {
  queryClient.clear();
  setToken('token', false);
  const calls = serve({ ...ANSWERS, ...answers });
  await open('/dashboard/index', search);
  return calls;
}
const asked = (calls: readonly Call[], name: string) =>
  calls.filter(({ address }) => address === `dashboard.Index/${name}`).map(({ input }) => input);
const card = (name: string) => screen.findByRole('article', { name });

it('shows changes with sign and words, and a dash for unknown values', async () => {
  await start();
  expect(await card('Orders')).toHaveTextContent('1,234 up 23.4% vs yesterday');
  expect(await card('Gross sales')).toHaveTextContent('¥98,765.43 unchanged');
  expect(await card('Completion rate')).toHaveTextContent('98.50% down 0.5%');
  expect(await card('On-time rate')).toHaveTextContent('—no earlier data to compare');
  expect(await card('Riders online')).toHaveTextContent('12of 40 able to work');
  expect(await card('Refunds')).toHaveTextContent('¥50.000.51%');
});

it('renders frame and page once, even if the component library’s texts arrive later', async () => {
  await start();
  const first = await screen.findByRole('region', { name: 'To do' });
  const [header] = screen.getAllByRole('banner');
  await screen.findByText('2 stations frozen');
  expect(first).toBeInTheDocument();
  expect(header).toBeInTheDocument();
});

it('explains a figure with its definition, its period and its time', async () => {
  await start();
  const help = within(await card('Orders'))
    .getByRole('button')
    .getAttribute('aria-label');
  expect(help).toContain('Orders paid in the period.');
  expect(help).toContain('2026-03-01 09:30');
  expect(help).toContain('2026-02-28 09:30');
});

it('requests the data of the first screen at once, and other data after the cards have loaded', async () => {
  const calls = await start();
  await screen.findByRole('link', { name: 'Busy: 9 orders unassigned' });
  const order: string[] = calls.map(({ address }) => address).filter((address) => address.startsWith('dashboard.'));
  const at = (name: string) => order.indexOf(`dashboard.Index/${name}`);
  expect(at('getTrend')).toBeGreaterThan(-1);
  expect(at('getRanking')).toBeGreaterThan(at('getOverview'));
  expect(at('getAnnouncements')).toBeGreaterThan(at('getTrend'));
  expect(order.filter((address) => address === 'dashboard.Index/getOverview')).toHaveLength(1);
});

it('shows the figures of every chart as a table', async () => {
  await start();
  const trend = await screen.findByRole('group', { name: /Orders over time/ });
  const rows = within(trend)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toEqual(['TimeThis periodPrevious period', '00:0010', '01:00210', '02:00—20']);
  const sources = screen.getByRole('group', { name: 'Orders by source with their share' });
  expect(within(sources).getAllByRole('row')[1]).toHaveTextContent('Mini programs7070.00%');
});

it('shows until when data of the running hour are known, and hides the note without data', async () => {
  await start({ 'dashboard.Index/getTrend': { data: { ...TREND, asOf: '2026-03-01T01:20:00+08:00' } } });
  const trend = await screen.findByRole('group', { name: /Orders over time/ });
  expect(within(trend).getByRole('rowheader', { name: '01:00 01:00 is not over; as of 01:20' })).toBeInTheDocument();
  expect(within(trend).getByRole('rowheader', { name: '00:00' })).toBeInTheDocument();
});

it('offers the refund rate among the figures over time', async () => {
  await start();
  await screen.findByRole('group', { name: /Orders over time/ });
  expect(await offered('Trend')).toContain('Refund rate');
});

it('links stations with unassigned orders to their switches, highest number first', async () => {
  await start();
  const busy = await screen.findByRole('link', { name: 'Busy: 9 orders unassigned' });
  expect(busy).toHaveAttribute('href', '/teamList/teamOperation?id=6');
  const block = screen.getByRole('region', { name: 'Unassigned orders by station' });
  expect(within(block).getAllByRole('link')[0]).toBe(busy);
});

it('puts stations and days into the address and requests them', async () => {
  const calls = await start({}, '?teams=5&from=2026-01-05&to=2026-01-06');
  await card('Orders');
  expect(asked(calls, 'getOverview')[0]).toEqual({ teamIds: '5', from: '2026-01-05', to: '2026-01-06' });
  expect(await card('Orders')).toHaveTextContent('vs previous');
  await screen.findByRole('combobox', { name: 'Stations: Quiet' });
  fireEvent.click(screen.getByRole('combobox', { name: 'Days, from' }));
  fireEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(where()).toBe('/dashboard/index?teams=5'));
  await waitFor(() => expect(asked(calls, 'getOverview').at(-1)).toEqual({ teamIds: '5' }));
});

const FINANCE = personInfo({ permission: [1, 2, 11, 31], fieldRules: ['amount'] });
/** Returns the names of the figures that a select offers. */
async function offered(block: string): Promise<string[]> {
  // A block must be only one landmark, even if its rows scroll.
  const outer = await screen.findByRole('region', { name: block });
  fireEvent.click(within(outer).getByRole('combobox', { name: /^Figure/ }));
  return (await screen.findAllByRole('option')).map((option) => option.textContent ?? '');
}

it('shows money with its own time; each figure has an explanation and a link to its movements', async () => {
  const calls = await start({ 'site.Site/getSiteInfo': { data: FINANCE } }, '?teams=5');
  const commission = await card('Commission');
  expect(commission).toHaveTextContent('¥50.50 down 50% vs yesterday');
  expect(within(commission).getByRole('link')).toHaveAttribute(
    'href',
    '/financial/information?part=movements&dayFrom=2026-03-01&dayTo=2026-03-01&teamIds=5&figure=commission',
  );
  expect(within(commission).getByRole('button').getAttribute('aria-label')).toContain(
    'Credits of the commission account',
  );
  expect(await screen.findByRole('region', { name: 'Funds' })).toHaveTextContent('as of 09:31');
  const fees = screen.getByRole('group', { name: /Fees charged on orders/ });
  expect(within(fees).getAllByRole('row')[1]).toHaveTextContent('Technical service fee60.0060.00%');
  expect(asked(calls, 'getMoney')).toEqual([{ teamIds: '5' }]);
  expect(await offered('Station ranking')).toEqual([
    'Orders',
    'Gross sales',
    'Commission',
    'Net to stations',
    'On-time rate',
  ]);
});

it('shows and requests no amounts for users who may not see amounts', async () => {
  const person = personInfo({ permission: [1, 2, 11, 31], fieldRules: [] });
  const calls = await start({ 'site.Site/getSiteInfo': { data: person } });
  expect(await card('Orders')).toBeVisible();
  for (const name of ['Gross sales', 'Refunds', 'Funds', 'Commission']) {
    for (const role of ['article', 'region']) expect(screen.queryByRole(role, { name })).toBeNull();
  }
  expect(await offered('Trend')).not.toContain('Gross sales');
  expect(asked(calls, 'getMoney')).toEqual([]);
});

it('shows a failed block with its request id and reloads it on Retry', async () => {
  let broken = true;
  await start({
    'dashboard.Index/getTodo': () => (broken ? { code: 50001, msg: 'Server error', data: null } : { data: TODO }),
  });
  const todo = await screen.findByRole('region', { name: 'To do' });
  expect(await within(todo).findByRole('alert')).toHaveTextContent('request-1');
  expect(await card('Orders')).toHaveTextContent('1,234');
  broken = false;
  fireEvent.click(within(todo).getByRole('button', { name: 'Retry' }));
  expect(await within(todo).findByText('2 stations frozen')).toBeVisible();
});

it('shows the result of the nightly ledger check in one line', async () => {
  await start();
  expect(await screen.findByText('Books balanced')).toBeInTheDocument();
});

it('offers only pages that the user may open as quick links, and saves the choice', async () => {
  const calls = await start();
  await card('Orders');
  const block = screen.getByRole('region', { name: 'Quick links' });
  await within(block).findByText(/Keep the pages you use most here/);
  fireEvent.click(within(block).getByRole('button', { name: 'Edit' }));
  expect(screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
    'Station list',
    'Station operation',
    'Site settings',
  ]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Site settings' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save quick links' }));
  await waitFor(() => expect(asked(calls, 'saveQuickLinks')).toEqual([{ paths: ['/site/index'] }]));
});
