import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Address, Data, Input } from '../../../contract';
import { withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';

const TODAY = '2026-03-01';

let t: TestApp;
let owner: string;
let teamIds: number[];
before(async () => {
  t = await createTestApp({ demo: true });
  owner = await t.signIn();
  const rows = await t.db.selectFrom('team').where('status', '=', 'operating').select('id').orderBy('id').execute();
  teamIds = rows.map(({ id }) => id);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

async function get<A extends Address>(address: A, input: Input<A>, token = owner): Promise<Data<A>> {
  const answer = await t.call(address, input, { token });
  assert.equal(answer.code, 100, `${address}: ${answer.code} ${answer.msg}`);
  return answer.data as Data<A>;
}
const money = (input: Input<'dashboard.Index/getMoney'> = {}, token = owner) =>
  get('dashboard.Index/getMoney', input, token);
const KEYS = ['received', 'income', 'refunds', 'commission', 'otherFees', 'net'] as const;

test('each money figure equals the sum of the movements behind its link, for every choice of days and stations', async () => {
  const [one = 0, two = 0] = teamIds;
  for (const asked of [
    {},
    { teamIds: [one] },
    { from: '2026-02-10', to: '2026-02-20' },
    { from: '2026-02-01', to: TODAY, teamIds: [one, two] },
  ]) {
    const { figures, fees, fromDay, toDay } = await money(asked);
    const days = { dayFrom: fromDay, dayTo: toDay, ...(asked.teamIds && { teamIds: asked.teamIds }) };
    const shown = [
      ...KEYS.map((figure) => ({ figure, fen: figures[figure].value })),
      ...fees.map(({ figure, fen }) => ({ figure, fen })),
    ];
    for (const { figure, fen } of shown) {
      const { summary } = await get('finance.Information/getMovements', { figure, ...days });
      assert.equal(fen, summary.amountFen, `${figure} of ${JSON.stringify(asked)}`);
    }
  }
  assert.ok((await money()).figures.income.value);
});

test('today is compared with yesterday up to the same clock time, and whole days with as many days before', async () => {
  const { figures, prevTo } = await money();
  assert.equal(prevTo, '2026-02-28T03:40:00.000Z');
  const { rows } = await t.database.pool.query<{ fen: number }>(
    `select sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
     from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
     where a.code = 'ORDER_ESCROW' and t.biz_type = 'ORDER_PAY' and p.day = '2026-02-28' and p.at <= '${prevTo}'`,
  );
  assert.equal(figures.income.prev, Number(rows[0]?.fen));
  const week = await money({ from: '2026-02-15', to: '2026-02-21' });
  const before = await money({ from: '2026-02-08', to: '2026-02-14' });
  for (const key of KEYS) assert.equal(week.figures[key].prev, before.figures[key].value, key);
});

test('the curve of a figure of the ledger adds up to the figure, by hour and by day', async () => {
  for (const [metric, key] of [
    ['commissionFen', 'commission'],
    ['netFen', 'net'],
  ] as const) {
    const hours = await get('dashboard.Index/getTrend', { metric });
    const sum = (points: typeof hours.points) => points.reduce((total, { value }) => total + (value ?? 0), 0);
    assert.equal(hours.unit, 'fen');
    assert.equal(sum(hours.points), (await money()).figures[key].value, metric);
    const range = { from: '2026-02-10', to: '2026-02-20' };
    const days = await get('dashboard.Index/getTrend', { metric, ...range });
    assert.equal(days.points.length, 11);
    assert.equal(sum(days.points), (await money(range)).figures[key].value, metric);
    const earlier = await get('dashboard.Index/getTrend', { metric, from: '2026-01-30', to: '2026-02-09' });
    assert.deepEqual(
      days.points.map(({ prev }) => prev),
      earlier.points.map(({ value }) => value),
    );
  }
});

test('rankings of stations by money equal the summary of the bills', async () => {
  const range = { from: '2026-02-01', to: '2026-02-28' };
  for (const [metric, key] of [
    ['commissionFen', 'commission'],
    ['netFen', 'net'],
  ] as const) {
    const top = (await get('dashboard.Index/getRanking', { ...range, kind: 'team', metric, dir: 'top' })).rows;
    assert.ok(top.length > 1);
    assert.deepEqual(
      top.map(({ value }) => value),
      top.map(({ value }) => value).toSorted((one, other) => other - one),
    );
    const { list } = await get('finance.Information/getByTeam', {
      dayFrom: range.from,
      dayTo: range.to,
      group: 'team',
      limit: 100,
    });
    for (const { id, value, orderCount } of top) {
      const row = list.find((one) => one.id === id);
      assert.deepEqual([value, orderCount], [row?.flows[key], row?.orders]);
    }
  }
  const rider = { kind: 'rider', metric: 'netFen' } as const;
  assert.equal((await t.call('dashboard.Index/getRanking', rider, { token: owner })).code, 40001);
});

test('a user without the permission to see amounts gets no money figure, curve or ranking', async () => {
  const { account } = await t.account({ identity: 'customerService' });
  const token = await t.signIn(account);
  const { kpis } = await get('dashboard.Index/getOverview', {}, token);
  assert.deepEqual([kpis.gmvFen.value, kpis.gmvFen.prev, kpis.refundFen.value], [null, null, null]);
  assert.ok((kpis.orderCount.value ?? 0) > 0);
  const refused = async (address: Address, input: object) =>
    assert.equal((await t.raw(address, input, { token })).code, 40301, `${address} ${JSON.stringify(input)}`);
  await refused('dashboard.Index/getMoney', {});
  for (const metric of ['gmvFen', 'refundFen', 'netFen']) await refused('dashboard.Index/getTrend', { metric });
  for (const metric of ['gmvFen', 'commissionFen'])
    await refused('dashboard.Index/getRanking', { kind: 'team', metric });
});

test('figures of the ledger require the permission for the page of the bill management', async () => {
  const token = await t.signIn((await t.account({ rules: withParents([2, 11]) })).account);
  assert.ok((await get('dashboard.Index/getOverview', {}, token)).kpis.gmvFen.value);
  for (const [address, input] of [
    ['dashboard.Index/getMoney', {}],
    ['dashboard.Index/getTrend', { metric: 'commissionFen' }],
    ['dashboard.Index/getRanking', { kind: 'team', metric: 'netFen' }],
  ] as const) {
    assert.equal((await t.raw(address, input, { token })).code, 40301, address);
  }
});

test('figures of the ledger cover the stations in the scope of the bill management, not of the workbench', async () => {
  const [one = 0, two = 0] = teamIds;
  const accountant = await t.account({ rules: withParents([31]), scope: { kind: 'teams', ids: [one] } });
  const person = await t.account({ rules: withParents([2]) });
  await t.db
    .updateTable('account_identity')
    .set({ account_id: person.id })
    .where('account_id', '=', accountant.id)
    .execute();
  const token = await t.signIn(person.account);
  const range = { from: '2026-02-10', to: '2026-02-20' };
  const { figures } = await money(range, token);
  assert.ok(figures.commission.value);
  const trend = await get('dashboard.Index/getTrend', { metric: 'commissionFen', ...range }, token);
  const sum = trend.points.reduce((total, { value }) => total + (value ?? 0), 0);
  assert.equal(sum, figures.commission.value);
  const ranking = { kind: 'team', metric: 'commissionFen', ...range } as const;
  const { rows } = await get('dashboard.Index/getRanking', ranking, token);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [one],
  );
  for (const foreign of [{ metric: 'commissionFen' as const, teamIds: [two] }]) {
    assert.equal((await t.call('dashboard.Index/getTrend', foreign, { token })).code, 40302);
    assert.equal((await t.call('dashboard.Index/getRanking', { kind: 'team', ...foreign }, { token })).code, 40302);
  }
  const orders = await get('dashboard.Index/getTrend', { metric: 'orderCount', teamIds: [two] }, token);
  assert.ok(orders.points.length > 0, 'the workbench itself shows all stations');
});

test('a user of one station sees only the money figures of this station', async () => {
  const [mine = 0, other = 0] = teamIds;
  const scope = { kind: 'teams' as const, ids: [mine] };
  const token = await t.signIn((await t.account({ rules: withParents([2, 31]), scope })).account);
  const range = { from: '2026-02-01', to: TODAY };
  assert.deepEqual((await money(range, token)).figures, (await money({ ...range, teamIds: [mine] })).figures);
  assert.equal((await t.raw('dashboard.Index/getMoney', { teamIds: [other] }, { token })).code, 40302);
  const ranking = await get('dashboard.Index/getRanking', { ...range, kind: 'team', metric: 'netFen' }, token);
  assert.deepEqual(
    ranking.rows.map(({ id }) => id),
    [mine],
  );
});

/** The list endpoint behind each to-do, by the page that its link opens. */
const LISTS = {
  '/teamList/index': 'team.Team/getList',
  '/exportTask/exportList': 'export.Task/getList',
  '/financial/teamFunding': 'finance.TeamFund/getList',
  '/fundAudit/index': 'fundAudit.Rider/getList',
  '/enquiryManagement/index': 'enquiry.Enquiry/getList',
  '/dashboard/noticeManage': 'approval.Case/getList',
  '/financial/costManagement': 'finance.Cost/getRules',
  '/safetyModule/riderManage': 'safety.Rider/getList',
  '/safetyModule/insureData': 'safety.Insure/getClaims',
  '/safetyModule/siteSafety/index': 'safety.Site/getInspections',
  '/franchisee/applicationList': 'franchise.Apply/getList',
  '/foodLossManagement/index': 'foodLoss.Report/getList',
  '/announcementCenter/announcementCenter': 'announcement.Announcement/getList',
} as const;

/** Counts the rows of the list that a link opens. */
async function rowsBehind(link: string, token: string): Promise<number> {
  const { pathname, searchParams } = new URL(link, 'http://here');
  const { tab, ...filter } = Object.fromEntries(searchParams);
  const address = tab === 'adjusts' ? 'finance.TeamFund/getAdjusts' : LISTS[pathname as keyof typeof LISTS];
  const answer = await t.raw(address, filter, { token });
  assert.equal(answer.code, 100, `${link}: ${answer.code} ${answer.msg}`);
  return (answer.data as { total: number }).total;
}

test('a to-do counts the rows of the list that it links to, for all stations and for selected ones', async () => {
  const [paused = 0, other = 0, frozen = 0] = teamIds;
  const at = t.clock.now();
  const update = (id: number, set: object) => t.db.updateTable('team').set(set).where('id', '=', id).execute();
  await update(paused, { status: 'paused', resume_at: new Date(at.getTime() - 60_000) });
  await update(frozen, { status: 'frozen', deposit_warn_fen: 100_000 });
  const maker = await t.account({ rules: withParents([33, 3306, 3307, 11, 2, 95]) });
  const makerToken = await t.signIn(maker.account);
  const submit = async (token: string, amountFen: number) => {
    const { code, msg } = await t.call(
      'finance.TeamFund/submitAdjust',
      { teamId: other, direction: 'in', amountFen, category: 'subsidy', reason: 'for the holidays', evidence: [] },
      { token, ticket: await t.ticket(token) },
    );
    assert.equal(code, 100, msg);
  };
  await submit(makerToken, 1_000);
  await submit(makerToken, 2_000);
  await submit(owner, 3_000);
  const made = await t.call(
    'export.Task/create',
    { module: 'dashboard.kpi', filter: {}, columns: ['day'], format: 'csv' },
    { token: owner },
  );
  assert.equal(made.code, 110, made.msg);
  await t.db
    .updateTable('export_task')
    .set({ state: 'done', expire_at: new Date(at.getTime() + 86_400_000) })
    .execute();
  const seen = new Set<string>();
  for (const token of [owner, makerToken]) {
    for (const chosen of [undefined, [paused, other], [frozen]]) {
      const { list } = await get('dashboard.Index/getTodo', chosen ? { teamIds: chosen } : {}, token);
      for (const { code, count, link } of list) {
        // This link opens the board of stations, which has no list of rows to compare with.
        if (link === '/teamList/teamOperation') continue;
        seen.add(code);
        assert.equal(await rowsBehind(link, token), count, `${code}: ${link}`);
      }
    }
  }
  const expected = ['teamsOverdue', 'teamsFrozen', 'teamDrafts', 'exportsReady', 'fundAdjusts', 'fundAudits'];
  for (const code of [...expected, 'depositsLow', 'approvals']) {
    assert.ok(seen.has(code), `${code} was not seen: ${[...seen].join()}`);
  }
  const mine = (await get('dashboard.Index/getTodo', {}, makerToken)).list.find(({ code }) => code === 'fundAdjusts');
  assert.equal(mine?.count, 1);
  const { list } = await get(
    'dashboard.Index/getTodo',
    { teamIds: [other] },
    await t.signIn((await t.account({ rules: withParents([2, 3307]) })).account),
  );
  assert.ok(list.some(({ code }) => code === 'fundAdjusts'));
});

test('urgent to-dos come first', async () => {
  const { list } = await get('dashboard.Index/getTodo', {});
  const order = list.map(({ level }) => ['bad', 'attention', 'info'].indexOf(level));
  assert.deepEqual(order, order.toSorted());
});
