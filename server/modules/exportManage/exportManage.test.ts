import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Input } from '../../../contract';
import { EXPORT, SESSION_COOKIE } from '../../../contract/limits';
import { DAY_MS } from '../../../contract/units';
import { readSheet } from '../../core/files/sheet';
import { wallTime } from '../../core/money/days';
import { runnerTools } from '../../exports';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';
import { manual, post } from '../ledger';
import { noticeJobs } from '../noticeManage';
import { clearAway, type RunnerTools, runWaiting } from '.';

let t: TestApp;
let tools: RunnerTools;
let owner: string;
let teams: number;

before(async () => {
  t = await createTestApp({ demo: true });
  tools = runnerTools(
    { db: t.db, clock: t.clock, ids: t.ids, log: { error: (details) => assert.fail(JSON.stringify(details)) } },
    {
      reading: { upToDate: async () => t.db },
      ports: t.ports,
      settings: { ...t.parts.settings } as never,
    },
  );
  t.clock.advance(60_000);
  owner = await t.signIn();
  const list = await t.call('team.Team/getList', {}, { token: owner });
  teams = list.data.total;
  assert.ok(teams > 5);
});
after(() => t.close());

type Wanted = Partial<Input<'export.Task/create'>>;
const wish = (more: Wanted = {}): Input<'export.Task/create'> => ({
  module: 'team.list',
  filter: {},
  columns: ['name', 'code', 'contactTel'],
  format: 'csv',
  ...more,
});
/** Creates a task. The clock is advanced first, because an equal request within a minute is refused (42374). */
async function make(more: Wanted = {}, token = owner, ticket?: string) {
  t.clock.advance(61_000);
  const answer = await t.call('export.Task/create', wish(more), { token, ...(ticket && { ticket }) });
  assert.equal(answer.code, 110, JSON.stringify(answer));
  return answer.data;
}
async function made(more: Wanted = {}, token = owner, ticket?: string) {
  const { taskId } = await make(more, token, ticket);
  await runWaiting(tools);
  return detail(taskId, token);
}
async function detail(id: number, token = owner) {
  const answer = await t.call('export.Task/getDetail', { id }, { token });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data;
}
const pathOf = (task: { id: number; format: string }) => join(t.ports.exportFolder, `${task.id}.${task.format}`);
const linesOf = (task: { id: number; format: string }) =>
  readFileSync(pathOf(task), 'utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
/** Finds the identity id of a test account. */
async function identityOf(account: string): Promise<number> {
  const { id } = await t.db
    .selectFrom('identity')
    .innerJoin('account_identity', 'account_identity.identity_id', 'identity.id')
    .innerJoin('account', 'account.id', 'account_identity.account_id')
    .where('account.account', '=', account)
    .select('identity.id as id')
    .executeTakeFirstOrThrow();
  return id;
}
/** Fetches a link like a browser. @param token session in the cookie; `null` sends no cookie */
async function fetched(url: string, token: string | null = owner) {
  const headers = { 'user-agent': TEST_BROWSER, ...(token && { cookie: `other=1; ${SESSION_COOKIE}=${token}` }) };
  return t.app.http.inject({ method: 'GET', url, headers });
}

test('an export of the stations holds every row of the filter, with a receipt that fits the file', async () => {
  const task = await made();
  assert.equal(task.state, 'done');
  assert.equal(task.rowsTotal, teams);
  assert.equal(task.percent, 100);
  const lines = linesOf(task);
  assert.equal(lines.length, teams + 1);
  assert.equal(lines[0], '站点名称,站点编码,联系电话');
  const bytes = readFileSync(pathOf(task));
  assert.equal(createHash('sha256').update(bytes).digest('hex'), task.receipt.sha256);
  assert.equal(bytes.length, task.size);
  assert.deepEqual(task.receipt.maskedColumns, ['联系电话']);
  assert.ok(
    lines.some((line) => /,\d{3}\*{4}\d{4}$/.test(line)),
    'phones leave masked',
  );
  assert.match(task.no, /^EX20260301\d{8}$/);
});

test('the file follows the filter and language of the caller, and describes the filter in words', async () => {
  t.clock.advance(61_000);
  const answer = await t.call('export.Task/create', wish({ filter: { status: 'operating' } }), {
    token: owner,
    locale: 'en-US',
  });
  await runWaiting(tools);
  const task = await detail(answer.data.taskId);
  assert.deepEqual(task.filterText, [{ label: 'State', value: 'Operating' }]);
  const list = await t.call('team.Team/getList', { status: 'operating' } as never, { token: owner });
  const lines = linesOf(task);
  assert.equal(lines[0], 'Station name,Station code,Contact phone');
  assert.equal(lines.length - 1, list.data.total);
});

test('exported key figures have no amounts without the permission to see them, and the ledger’s amounts with it', async () => {
  const wanted: Wanted = {
    module: 'dashboard.kpi',
    columns: ['day', 'orderCount', 'gmvFen', 'commissionFen', 'netFen'],
  };
  const cells = (task: { id: number; format: string }) =>
    linesOf(task)
      .slice(1)
      .map((line) => line.split(','));
  const whole = cells(await made(wanted));
  assert.equal(whole.length, 30);
  const [last] = whole;
  const { data } = await t.call('dashboard.Index/getMoney', {}, { token: owner });
  assert.equal(Math.round(Number(last?.[3]) * 100), data.figures.commission.value);
  assert.equal(Math.round(Number(last?.[4]) * 100), data.figures.net.value);
  const token = await t.signIn((await t.account({ identity: 'customerService' })).account);
  for (const [, orders, ...money] of cells(await made(wanted, token))) {
    assert.match(orders ?? '', /^\d+$/);
    assert.deepEqual(money, ['', '', '']);
  }
});

test('ledger figures in the file cover the stations of the bill management', async () => {
  const wanted: Wanted = { module: 'dashboard.kpi', columns: ['day', 'orderCount', 'commissionFen'] };
  const [one] = (await t.call('team.Team/getList', { status: 'operating' } as never, { token: owner })).data.list;
  const list = (await t.call('team.Team/getList', { limit: 50 }, { token: owner })).data.list;
  const [mine = 0, other = 0] = [one?.id, list.find(({ id }) => id !== one?.id)?.id];
  const person = await t.account({ rules: [1, 2, 95] });
  const accountant = await t.account({ rules: [30, 31], scope: { kind: 'teams', ids: [mine] } });
  const ledgerIdentity = await identityOf(accountant.account);
  await t.db
    .updateTable('account_identity')
    .set({ account_id: person.id })
    .where('account_id', '=', accountant.id)
    .execute();
  const token = await t.signIn(person.account);
  const commission = (task: { id: number; format: string }) =>
    linesOf(task)
      .slice(1)
      .map((line) => line.split(',')[2]);
  const [all, whole] = [await made(wanted, token), await made({ ...wanted, filter: { teamIds: String(mine) } })];
  assert.deepEqual(commission(all), commission(whole));
  assert.ok(commission(all).some((yuan) => Number(yuan) > 0));
  const foreign = await made({ ...wanted, filter: { teamIds: String(other) } }, token);
  assert.ok(commission(foreign).every((cell) => cell === ''));

  await t.db.deleteFrom('account_identity').where('identity_id', '=', ledgerIdentity).execute();
  const lost = await t.call('export.Task/download', { id: all.id }, { token });
  assert.equal(lost.code, 40301, 'without the page the file stays where it is');
});

test('exported stations have no GMV, and its column is not offered, without the permission to see amounts', async () => {
  const token = await t.signIn(
    (await t.account({ rules: [2, 10, 11, 1104, 90, 95, 9503], fields: ['phone'] })).account,
  );
  const offered = async (by: string) =>
    (await t.call('export.Task/prepare', { module: 'team.list' }, { token: by })).data.columns.map(({ key }) => key);
  assert.ok((await offered(owner)).includes('gmv30dFen'));
  assert.ok(!(await offered(token)).includes('gmv30dFen'));
  const columns = ['code', 'gmv30dFen'];
  const amounts = (task: { id: number; format: string }) =>
    linesOf(task)
      .slice(1)
      .map((line) => line.split(',')[1]);
  assert.ok(amounts(await made({ columns })).some((yuan) => Number(yuan) > 0));
  assert.ok(amounts(await made({ columns }, token)).every((cell) => cell === ''));
});

test('the description of a filter names no station outside the scope and no person whose entries the caller cannot see', async () => {
  const list = (await t.call('team.Team/getList', { limit: 50, status: 'operating' } as never, { token: owner })).data
    .list;
  const [mine, other] = [list[0], list[1]];
  assert.ok(mine && other);
  const rules = [4, 404, 10, 11, 1104, 65, 6504, 82, 8204, 95];
  const person = await t.account({ rules, scope: { kind: 'teams', ids: [mine.id] } });
  const token = await t.signIn(person.account);
  const wordsOf = async (module: Input<'export.Task/prepare'>['module'], filter: object) => {
    const answer = await t.call('export.Task/prepare', { module, filter: JSON.stringify(filter) }, { token });
    assert.equal(answer.code, 100, JSON.stringify(answer));
    return JSON.stringify(answer.data.filterText);
  };
  for (const module of ['team.list', 'dashboard.accounts'] as const) {
    const told = await wordsOf(module, { teamIds: `${mine.id},${other.id}` });
    assert.ok(told.includes(mine.name) && told.includes(String(other.id)), told);
    assert.ok(!told.includes(other.name), told);
  }
  const entries = await t.db
    .selectFrom('rider_fund_audit')
    .select(['maker_id as makerId', 'team_id as teamId'])
    .execute();
  const seen = new Set(entries.filter(({ teamId }) => teamId === mine.id).map(({ makerId }) => makerId));
  const hidden = await t.account({ account: 'hidden_maker' });
  const told = await wordsOf('fundAudit.list', { makerId: [...seen, hidden.id].join(',') });
  assert.ok(told.includes(String(hidden.id)) && !told.includes('hidden_maker'), told);
  for (const id of seen) assert.ok(id === 0 || !told.includes(String(id)), 'a maker in sight is named');
});

test('exported price enquiries have their margin and the steps of the price, which add up to the quote', async () => {
  const columns = ['no', 'quoteFen', 'costFen', 'marginFen', 'breakdown'];
  const task = await made({ module: 'enquiry.list', filter: { state: 'converted' } as never, columns });
  const list = await t.call('enquiry.Enquiry/getList', { state: 'converted' } as never, { token: owner });
  assert.ok((task.rowsTotal ?? 0) > 0);
  assert.equal(task.rowsTotal, list.data.total);
  const fenOf = (yuan: string | undefined) => Math.round(Number(yuan) * 100);
  for (const line of linesOf(task).slice(1)) {
    const [, quote, cost, margin, breakdown = ''] = line.replaceAll('"', '').split(',');
    assert.equal(fenOf(quote) - fenOf(cost), fenOf(margin));
    const steps = breakdown.split('; ').map((step) => fenOf(step.split(' ').at(-1)));
    assert.equal(
      steps.reduce((sum, fen) => sum + fen, 0),
      fenOf(quote),
    );
  }
});

test('an export of selected rows holds only these rows', async () => {
  const list = await t.call('team.Team/getList', {}, { token: owner });
  const ids = list.data.list.slice(0, 3).map(({ id }) => id);
  const offer = await t.call('export.Task/prepare', { module: 'team.list', ids: ids.join() }, { token: owner });
  assert.equal(offer.data.count, 3);
  const task = await made({ ids });
  assert.equal(task.rowsTotal, 3);
});

/** Finds the station with the most money and returns its id as a filter. */
async function richStation(): Promise<{ teamId: string }> {
  const sorted = { sortField: 'available', sortOrder: 'desc', limit: 10 } as const;
  const { data } = await t.call('finance.TeamFund/getList', sorted, { token: owner });
  return { teamId: String(data.list[0]?.id) };
}
/** Splits a line of CSV without quotes into cells. */
const cellsOf = (line: string | undefined) => (line ?? '').split(',');
const fen = (yuan: string | undefined) => Math.round(Number(yuan) * 100);

test('the flow of a station ends with opening balance, sums and closing balance that match its rows', async () => {
  const filter = await richStation();
  const columns = ['txNo', 'in', 'out', 'balanceAfter'];
  const lines = linesOf(await made({ module: 'financial.flow', filter, columns })).map(cellsOf);
  const [opening, sums, closing] = lines.slice(-3);
  const rows = lines.slice(1, -3);
  assert.ok(rows.length > 5);
  assert.deepEqual([opening?.[0], sums?.[0], closing?.[0]], ['期初余额', '合计', '期末余额']);
  const total = (column: number) => rows.reduce((sum, cells) => sum + fen(cells[column] || '0'), 0);
  assert.deepEqual([fen(sums?.[1]), fen(sums?.[2])], [total(1), total(2)]);
  assert.equal(fen(opening?.[3]) + total(1) - total(2), fen(closing?.[3]));
  const { data } = await t.call('finance.TeamFund/getFlow', { teamId: Number(filter.teamId) }, { token: owner });
  assert.deepEqual([rows.length, fen(closing?.[3])], [data.totals?.rows, data.totals?.closingFen]);
  assert.equal(rows[0]?.[0], data.list[0]?.txNo);
  const some = await made({ module: 'financial.flow', filter: { ...filter, direction: 'in' }, columns });
  assert.equal(cellsOf(linesOf(some).at(-1))[0], '合计');
  assert.equal(some.rowsTotal, 1 + rows.filter((cells) => cells[1] !== '').length);
});

test('an exported tab of the bill management has the rows and sums that it shows', async () => {
  const summary = await t.call('finance.Information/getByTeam', { limit: 100 }, { token: owner });
  const lines = linesOf(await made({ module: 'financial.summary', columns: ['orders', 'net'] }))
    .slice(1)
    .map(cellsOf);
  assert.equal(lines.length, summary.data.total);
  assert.equal(
    lines.reduce((sum, cells) => sum + fen(cells[1]), 0),
    summary.data.summary.flows.net,
  );
  const figure = { figure: 'commission' } as const;
  const movements = await t.call('finance.Information/getMovements', figure, { token: owner });
  const moved = linesOf(await made({ module: 'financial.movements', filter: figure, columns: ['debit', 'credit'] }));
  assert.equal(moved.length - 1, movements.data.total);
  const credit = moved.slice(1).reduce((sum, line) => sum + fen(cellsOf(line)[1]), 0);
  assert.equal(credit, movements.data.summary.creditFen);
  const trial = linesOf(await made({ module: 'financial.trialBalance', columns: ['account', 'debit', 'credit'] }));
  assert.deepEqual(cellsOf(trial.at(-1))[1], cellsOf(trial.at(-1))[2]);
  const funds = await t.call('finance.TeamFund/getList', {}, { token: owner });
  const file = linesOf(await made({ module: 'financial.teamFund', columns: ['available', 'deposit'] })).slice(1);
  assert.equal(
    file.reduce((sum, line) => sum + fen(cellsOf(line)[0]), 0),
    funds.data.summary.availableFen,
  );
});

test('a file of movements excludes later movements, and a file of funds names its stations', async () => {
  const filter = await richStation();
  const teamId = Number(filter.teamId);
  const movements = async () => {
    const { data } = await t.call('finance.Information/getMovements', { code: ['TEAM_AVAILABLE'] }, { token: owner });
    return data.total;
  };
  const before = await movements();
  const columns = ['txNo'];
  const flow = await make({ module: 'financial.flow', filter, columns });
  const all = await make({ module: 'financial.movements', filter: { code: 'TEAM_AVAILABLE' }, columns: ['debit'] });
  t.clock.advance(1_000);
  const at = t.clock.now();
  const on = { bizNo: 'LATE-1', teamId, at, day: wallTime(at, 'Asia/Shanghai').day };
  const { txNo } = await post({ db: t.db, ids: t.ids, clock: t.clock }, manual(on, 'TEAM_AVAILABLE', teamId, 'in', 5));
  await runWaiting(tools);
  const text = linesOf(await detail(flow.taskId)).join('\n');
  assert.equal(text.includes(txNo), false);
  assert.equal(linesOf(await detail(all.taskId)).length - 1, before);
  assert.equal(await movements(), before + 1);
  const funds = await made({
    module: 'financial.teamFund',
    filter: { teamIds: filter.teamId },
    columns: ['available'],
  });
  const { data } = await t.call('team.Team/getDetail', { id: teamId }, { token: owner });
  assert.deepEqual(
    funds.filterText.map(({ value }) => value),
    [data.name],
  );
});

test('every table of the contract can be exported with all its columns, in both formats', async () => {
  for (const module of [
    'team.list',
    'team.area',
    'rights.staff',
    'dashboard.accounts',
    'dashboard.kpi',
    'rights.record',
    'financial.summary',
    'financial.movements',
    'financial.trialBalance',
    'financial.days',
    'financial.teamFund',
    'financial.flow',
  ] as const) {
    const filter = module === 'financial.flow' ? await richStation() : {};
    const offer = await t.call('export.Task/prepare', { module, filter: JSON.stringify(filter) }, { token: owner });
    assert.equal(offer.code, 100, JSON.stringify(offer));
    const columns = offer.data.columns.map(({ key }) => key);
    for (const format of ['csv', 'xlsx'] as const) {
      const task = await made({ module, filter, columns, format }, owner, await t.ticket(owner));
      assert.equal(task.state, 'done', `${module} ${format}: ${task.reason}`);
      assert.ok((task.rowsTotal ?? 0) > 0, module);
    }
  }
});

test('the share flow of a franchisee has a line for each movement, and they add up to the balance', async () => {
  const { list } = (await t.call('franchise.Franchisee/getList', {}, { token: owner })).data;
  const one = list.find(({ shareFen }) => (shareFen ?? 0) > 0);
  assert.ok(one);
  const filter = { id: String(one.id) };
  const task = await made({ module: 'franchise.share', filter, columns: ['txNo', 'related', 'amount', 'balance'] });
  assert.equal(task.state, 'done', task.reason ?? '');
  const lines = linesOf(task).slice(1).map(cellsOf);
  const flow = (await t.call('franchise.Franchisee/getShareFlow', { id: one.id, limit: 10 }, { token: owner })).data;
  assert.equal(lines.length, flow.total);
  const fenOf = (yuan: string | undefined) => Math.round(Number(yuan) * 100);
  assert.equal(fenOf(lines[0]?.[3]), one.balanceFen);
  assert.equal(
    lines.reduce((sum, line) => sum + fenOf(line[2]), 0),
    one.balanceFen,
  );
  const unknown = { module: 'franchise.share' as const, filter: JSON.stringify({ id: '1' }) };
  assert.equal((await t.call('export.Task/prepare', unknown, { token: owner })).code, 40401);
});

test('exported applications have all their answers, with sensitive ones masked', async () => {
  const task = await made({ module: 'franchise.apply', columns: ['no', 'answers'] });
  assert.equal(task.state, 'done', task.reason ?? '');
  const text = linesOf(task).join('\n');
  const { list } = (await t.call('franchise.Apply/getList', {}, { token: owner })).data;
  const sealed = await t.db.selectFrom('franchise_secret').select('apply_id').executeTakeFirstOrThrow();
  const { answers } = (await t.call('franchise.Apply/getDetail', { id: sealed.apply_id }, { token: owner })).data;
  assert.ok(list.length > 0 && answers.some(({ isSensitive }) => isSensitive));
  for (const { label, value } of answers) assert.ok(text.includes(`${label}: ${value}`), label);
  assert.match(text, /999\*{11}/);
  assert.doesNotMatch(text, /999\d{14}[\dX]/);
});

test('exported changes of terms cover the selected stations only, with both people and the fields before and after', async () => {
  const maker = await t.signIn((await t.account({ rules: [2, 11, 1102] })).account);
  const checker = await t.account({ rules: [2, 11, 33, 3311] });
  const { list } = (await t.call('team.Team/getList', { status: 'operating' } as never, { token: owner })).data;
  const [one, two] = list;
  assert.ok(one && two);
  const proposals = [];
  for (const { id: teamId } of [one, two]) {
    const input = { teamId, values: { riderShareBp: 7_310 }, reason: 'More riders at noon' };
    proposals.push((await t.call('team.Terms/propose', input, { token: maker })).data);
  }
  const [refused, waiting] = proposals;
  assert.ok(refused && waiting);
  const token = await t.signIn(checker.account);
  const input = { id: refused.id, version: 1, reason: 'Not in this quarter' };
  assert.equal((await t.call('team.Terms/reject', input, { token, ticket: await t.ticket(token) })).code, 100);

  const columns = ['no', 'code', 'state', 'changes', 'reason', 'checker', 'note'];
  const linesFor = async (more: Wanted, by = owner) =>
    linesOf(await made({ module: 'team.terms', columns, ...more }, by))
      .slice(1)
      .map(cellsOf);
  const whole = await linesFor({ columns: [...columns, 'effectStation'] });
  assert.deepEqual(
    whole.map(([no, code, state]) => [no, code, state]),
    [
      [waiting.no, two.code, '待审核'],
      [refused.no, one.code, '已驳回'],
    ],
  );
  for (const cells of whole) assert.match(cells[3] ?? '', /^骑手.+: .+ → 73\.10%$/);
  assert.equal(whole[0]?.[5], '');
  assert.deepEqual(whole[1]?.slice(4, 7), ['More riders at noon', checker.account, 'Not in this quarter']);

  const numbers = async (...asked: Parameters<typeof linesFor>) => (await linesFor(...asked)).map(([no]) => no);
  assert.deepEqual(await numbers({ ids: [one.id] }), [refused.no]);
  const scope = { kind: 'teams' as const, ids: [two.id] };
  const narrow = await t.account({ rules: [2, 11, 1104, 95], scope });
  assert.deepEqual(await numbers({}, await t.signIn(narrow.account)), [waiting.no]);
});

test('an area is exported as GeoJSON with a closed ring', async () => {
  const task = await made({ module: 'team.area', columns: ['polygon'] });
  const cell = JSON.parse((linesOf(task)[1] ?? '').slice(1, -1).replaceAll('""', '"'));
  assert.equal(cell.type, 'Polygon');
  assert.deepEqual(cell.coordinates[0][0], cell.coordinates[0].at(-1));
});

test('a sheet is read back by our own reader: head, texts, and the count of rows', async () => {
  const csv = await made({ columns: ['name', 'code', 'ordersToday'] });
  const xlsx = await made({ columns: ['name', 'code', 'ordersToday'], format: 'xlsx' });
  const rows = await readSheet(readFileSync(pathOf(xlsx)));
  assert.deepEqual(rows[0], ['站点名称', '站点编码', '今日订单']);
  assert.deepEqual(
    rows.slice(1),
    linesOf(csv)
      .slice(1)
      .map((line) => line.split(',')),
  );
});

test('a repeated export of the same data has the same checksum', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const first = await made({ format });
    t.clock.advance(61_000);
    const again = await t.call('export.Task/rerun', { id: first.id }, { token: owner });
    assert.equal(again.code, 110);
    await runWaiting(tools);
    assert.equal((await detail(again.data.taskId)).receipt.sha256, first.receipt.sha256);
  }
});

test('a row created after the request is not in the file, even if the task runs later', async () => {
  const { taskId } = await make({ module: 'rights.staff', columns: ['name'] });
  t.clock.advance(1_000);
  await t.account({ account: 'late_one' });
  await runWaiting(tools);
  const task = await detail(taskId);
  assert.ok(!linesOf(task).includes('late_one'));
  const next = await made({ module: 'rights.staff', columns: ['name'] });
  assert.ok(linesOf(next).includes('late_one'));
});

test('a user exports only stations in scope, and after the loss of the permission the task fails with this reason', async () => {
  const [one] = (await t.call('team.Team/getList', { status: 'operating' } as never, { token: owner })).data.list;
  assert.ok(one);
  const { account, id } = await t.account({ rules: [11, 1104, 95], scope: { kind: 'teams', ids: [one.id] } });
  const token = await t.signIn(account);
  const task = await made({}, token);
  assert.equal(task.rowsTotal, 1);
  assert.ok(linesOf(task)[1]?.startsWith(one.name));

  const { taskId } = await make({ filter: { keyword: one.name } }, token);
  await t.db.deleteFrom('account_identity').where('account_id', '=', id).execute();
  await runWaiting(tools);
  const lost = await detail(taskId);
  assert.equal(lost.state, 'failed');
  assert.equal(lost.reason, '创建人已没有导出该数据的权限');
  assert.equal(existsSync(pathOf(lost)), false);
});

test('without the table’s permission no export is offered, created or downloaded', async () => {
  const { account } = await t.account({ rules: [11, 95] });
  const token = await t.signIn(account);
  assert.equal((await t.call('export.Task/prepare', { module: 'team.list' }, { token })).code, 40301);
  assert.equal((await t.call('export.Task/create', wish(), { token })).code, 40301);
});

test('unmasked data require the rule, the field rule and a second verification, and carry a watermark', async () => {
  const plain = await t.account({ rules: [11, 1104, 95] });
  const noRight = await t.call('export.Task/create', wish({ unmasked: true }), {
    token: await t.signIn(plain.account),
  });
  assert.equal(noRight.code, 40301);
  assert.equal((await t.call('export.Task/create', wish({ unmasked: true }), { token: owner })).code, 40303);
  const ticket = await t.ticket(owner);
  const task = await made({ unmasked: true }, owner, ticket);
  const lines = linesOf(task);
  assert.ok(lines.some((line) => /,1\d{10}$/.test(line)) && !lines.some((line) => line.includes('****')));
  assert.match(lines.at(-1) ?? '', /^由 owner 于 2026-03-01 .*EX\d+/);
  assert.equal(lines.length, teams + 2);
  assert.equal((await t.call('export.Task/download', { id: task.id }, { token: owner })).code, 40303);
  assert.equal((await t.call('export.Task/download', { id: task.id }, { token: owner, ticket })).code, 100);
  const masked = await made({ unmasked: true, columns: ['name'] }, owner);
  assert.equal(masked.unmasked, false, 'nothing masked was chosen');
});

test('an export of operation records requires a second verification', async () => {
  t.clock.advance(61_000);
  const asked = wish({ module: 'rights.record', columns: ['at', 'person', 'changes'] });
  assert.equal((await t.call('export.Task/create', asked, { token: owner })).code, 40303);
});

test('an unknown column, an unknown module and an invalid filter are refused by their own codes', async () => {
  const bad = async (more: object) =>
    (await t.raw('export.Task/create', { ...wish(), ...more }, { token: owner })).code;
  assert.equal(await bad({ columns: ['password'] }), 40001);
  assert.equal(await bad({ module: 'no.such' }), 40001);
  assert.equal(await bad({ filter: { status: 'nowhere' } }), 40001);
  assert.equal(
    (await t.call('export.Task/prepare', { module: 'team.list', filter: '{' }, { token: owner })).code,
    40001,
  );
});

test('the list of exports limits its days like every list: at most 92, in order', async () => {
  const asked = async (createdFrom: string, createdTo: string) =>
    (await t.call('export.Task/getList', { createdFrom, createdTo }, { token: owner })).code;
  assert.equal(await asked('2025-12-01', '2026-03-02'), 100);
  assert.equal(await asked('2025-11-30', '2026-03-02'), 40006);
  assert.equal(await asked('2026-03-02', '2026-03-01'), 40006);
});

test('the same request within a minute returns the same task, and a fourth concurrent task is refused', async () => {
  const { account } = await t.account({ rules: [11, 1104, 95] });
  const token = await t.signIn(account);
  const first = await make({}, token);
  const twin = await t.call('export.Task/create', wish(), { token });
  assert.equal(twin.code, 42374);
  assert.deepEqual(twin.data, { taskId: first.taskId, no: first.no });
  await make({ columns: ['name'] }, token);
  await make({ columns: ['code'] }, token);
  t.clock.advance(61_000);
  assert.equal((await t.call('export.Task/create', wish({ format: 'xlsx' }), { token })).code, 42372);
  await runWaiting(tools);
  assert.equal((await t.call('export.Task/create', wish({ format: 'xlsx' }), { token })).code, 110);
  await runWaiting(tools);
});

test('a link opens the file for five minutes, its file name has user and time, and the download is counted and recorded', async () => {
  const task = await made();
  const { code, data } = await t.call('export.Task/download', { id: task.id }, { token: owner });
  assert.equal(code, 100);
  assert.equal(data.expireIn, 300);
  const file = await fetched(data.url);
  assert.equal(file.statusCode, 200);
  assert.equal(file.rawPayload.length, task.size);
  assert.match(
    decodeURIComponent(String(file.headers['content-disposition'])),
    /站点列表_EX\d+_owner_20260301-\d{6}\.csv$/,
  );
  assert.equal((await fetched(data.url.replace('a=', 'a=1'))).statusCode, 404);
  assert.equal((await fetched(data.url)).statusCode, 404, 'it was used');
  assert.equal((await detail(task.id)).downloads, 1);
  const record = await t.db
    .selectFrom('operation_record')
    .select(['reveals', 'object_no as no'])
    .where('action', '=', 'download')
    .where('object_id', '=', task.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(record, { reveals: true, no: task.no });
});

test('an unused link is void after five minutes', async () => {
  const task = await made();
  const { data } = await t.call('export.Task/download', { id: task.id }, { token: owner });
  t.clock.advance(EXPORT.linkSeconds * 1_000);
  assert.equal((await fetched(data.url)).statusCode, 404);
});

test('a link opens only with a session of its account, and a refused attempt does not use it up', async () => {
  const task = await made();
  const { data } = await t.call('export.Task/download', { id: task.id }, { token: owner });
  const stranger = await t.signIn((await t.account({})).account);
  assert.equal((await fetched(data.url, null)).statusCode, 404, 'without a session');
  assert.equal(
    (await fetched(data.url, stranger)).statusCode,
    404,
    'with the session of another person who sees the same',
  );
  assert.equal((await fetched(data.url, 'x'.repeat(43))).statusCode, 404, 'with a session that there never was');
  const ended = await t.signIn('owner');
  await t.call('Login/logout', {}, { token: ended });
  assert.equal((await fetched(data.url, ended)).statusCode, 404, 'with a session that was ended');
  const another = await t.signIn('owner');
  assert.equal((await fetched(data.url, another)).statusCode, 200, 'with another session of the same account');
});

test('a link serves only one of two concurrent downloads', async () => {
  const task = await made();
  const { data } = await t.call('export.Task/download', { id: task.id }, { token: owner });
  const codes = (await Promise.all([1, 2, 3].map(() => fetched(data.url)))).map(({ statusCode }) => statusCode);
  assert.deepEqual(codes.sort(), [200, 404, 404]);
});

test('several files are downloaded as one zip', async () => {
  const [one, two] = [await made(), await made({ format: 'xlsx' })];
  const { data } = await t.call('export.Task/downloadZip', { ids: [one.id, two.id] }, { token: owner });
  assert.equal(data?.expireIn, 300);
  const zip = await fetched(data.url);
  assert.equal(zip.statusCode, 200);
  assert.equal(zip.rawPayload.readUInt32LE(0), 0x04034b50);
  assert.ok(zip.rawPayload.includes(one.no) && zip.rawPayload.includes(two.no));
});

test("another person's exports require the permission and the data scope", async () => {
  const task = await made();
  const rules = [11, 1104, 95, 9503];
  const stranger = await t.signIn((await t.account({ rules })).account);
  assert.equal((await t.call('export.Task/getDetail', { id: task.id }, { token: stranger })).code, 40301);
  assert.equal((await t.call('export.Task/download', { id: task.id }, { token: stranger })).code, 40301);
  assert.equal((await t.call('export.Task/remove', { id: task.id }, { token: stranger })).code, 40301);
  assert.equal((await t.call('export.Task/getList', {}, { token: stranger })).data.total, 0);
  const narrow = await t.account({ rules: [...rules, 9506], scope: { kind: 'teams', ids: [1] } });
  const seesAll = await t.signIn(narrow.account);
  assert.ok((await t.call('export.Task/getList', {}, { token: seesAll })).data.total > 0);
  assert.equal((await t.call('export.Task/download', { id: task.id }, { token: seesAll })).code, 40302);
});

test('a file is refused if the caller’s scope or permission to see amounts is less than at its creation', async () => {
  const list = (await t.call('team.Team/getList', { limit: 50, status: 'operating' } as never, { token: owner })).data
    .list;
  const [one = 0, two = 0] = list.map(({ id }) => id);
  const rules = [10, 11, 1104, 95, 9503];
  const person = await t.account({ rules, scope: { kind: 'teams', ids: [one, two] } });
  const token = await t.signIn(person.account);
  const identity = await identityOf(person.account);
  const change = (values: { data_scope?: string; field_rules?: string }) =>
    t.db
      .updateTable('identity')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('id', '=', identity)
      .execute();
  const columns = ['name', 'gmv30dFen'];
  const [plain, money] = [await made({}, token), await made({ columns }, token)];
  const linkOf = async () => (await t.call('export.Task/download', { id: plain.id }, { token })).data.url;
  assert.equal((await fetched(await linkOf(), token)).statusCode, 200);
  const link = await linkOf();
  assert.equal((await t.call('export.Task/download', { id: money.id }, { token })).code, 100);

  await change({ field_rules: '["phone"]' });
  assert.equal((await t.call('export.Task/download', { id: plain.id }, { token })).code, 100);
  const hidden = await t.call('export.Task/download', { id: money.id }, { token, locale: 'en-US' });
  assert.deepEqual([hidden.code, hidden.data], [40301, { missing: [] }]);
  assert.match(hidden.msg, /export it again/);

  await change({ data_scope: JSON.stringify({ kind: 'teams', ids: [one] }), field_rules: '["phone","amount"]' });
  const narrower = await t.call('export.Task/download', { id: plain.id }, { token, locale: 'en-US' });
  assert.equal(narrower.code, 40302);
  assert.match(narrower.msg, /export it again/);
  assert.equal((await fetched(link, token)).statusCode, 404, 'a link that was given before is no way around it');
  const again = await made({}, token);
  assert.equal((await t.call('export.Task/download', { id: again.id }, { token })).code, 100);

  const places = await t.db.selectFrom('team').select('province_code as code').where('id', 'in', [one, two]).execute();
  await change({ data_scope: JSON.stringify({ kind: 'regions', ids: places.map(({ code }) => Number(code)) }) });
  assert.equal((await t.call('export.Task/download', { id: plain.id }, { token })).code, 100, 'wider is wide enough');
});

test("another person's file with amounts needs the permission to see amounts", async () => {
  const task = await made({ columns: ['name', 'gmv30dFen'] });
  const rules = [10, 11, 1104, 95, 9503, 9506];
  const fetchBy = async (fields: ('amount' | 'phone')[]) => {
    const token = await t.signIn((await t.account({ rules, fields })).account);
    return (await t.call('export.Task/download', { id: task.id }, { token })).code;
  };
  assert.equal(await fetchBy(['phone']), 40301);
  assert.equal(await fetchBy(['phone', 'amount']), 100);
});

test('a file without stored rights, from an older version, is only for users who see everything', async () => {
  const [one] = (await t.call('team.Team/getList', { status: 'operating' } as never, { token: owner })).data.list;
  const person = await t.account({ rules: [10, 11, 1104, 95, 9503], scope: { kind: 'teams', ids: [one?.id ?? 0] } });
  const token = await t.signIn(person.account);
  const [own, whole] = [await made({}, token), await made()];
  await t.db.updateTable('export_task').set({ reach: null }).where('id', 'in', [own.id, whole.id]).execute();
  assert.equal((await t.call('export.Task/download', { id: own.id }, { token })).code, 40302);
  assert.equal((await t.call('export.Task/download', { id: whole.id }, { token: owner })).code, 100);
});

test('a cancelled task stops and leaves no file; a failed one can be retried; a deleted one is gone', async () => {
  const { taskId } = await make();
  const cancelled = await t.call('export.Task/cancel', { id: taskId }, { token: owner });
  assert.equal(cancelled.data.state, 'cancelled');
  assert.equal(await runWaiting(tools), 0);
  assert.equal((await t.call('export.Task/cancel', { id: taskId }, { token: owner })).code, 42201);

  await t.db.updateTable('export_task').set({ state: 'failed' }).where('id', '=', taskId).execute();
  assert.equal((await t.call('export.Task/retry', { id: taskId }, { token: owner })).code, 100);
  await runWaiting(tools);
  const task = await detail(taskId);
  assert.equal(task.state, 'done');
  assert.deepEqual(task.actions, ['download', 'view', 'rerun', 'remove']);
  const gone = await t.call('export.Task/bulk', { action: 'remove', ids: [taskId, 12_345] }, { token: owner });
  assert.equal(gone.data.success, 1);
  assert.equal(gone.data.failed[0]?.code, 40401);
  assert.equal(existsSync(pathOf(task)), false);
  assert.equal((await t.call('export.Task/getDetail', { id: taskId }, { token: owner })).code, 40401);
});

test('a task that is cancelled while it runs leaves no file', async () => {
  const { taskId } = await make({ columns: ['name', 'switches', 'weekHours'] });
  await runWaiting({
    ...tools,
    async actorOf(id) {
      // Cancel after the runner claimed the task and before it writes the file.
      await t.call('export.Task/cancel', { id: taskId }, { token: owner });
      return tools.actorOf(id);
    },
  });
  await t.app.settle();
  const task = await detail(taskId);
  assert.equal(task.state, 'cancelled');
  assert.deepEqual(
    (await readdir(t.ports.exportFolder)).filter((name) => name.startsWith(String(taskId))),
    [],
  );
});

test('a failed run is retried twice and then reported, and the requester gets a notice', async () => {
  const { taskId } = await make();
  const faults: unknown[] = [];
  const log = { error: (details: object) => faults.push(details) };
  const blocked = { ...tools, log, actorOf: () => Promise.reject(new Error('the database is away')) };
  for (const wait of [0, 5_000, 20_000]) {
    t.clock.advance(wait);
    assert.equal(await runWaiting(blocked), 1);
  }
  assert.equal(faults.length, 3);
  const task = await detail(taskId);
  assert.equal(task.state, 'failed');
  assert.equal(task.receipt.attempts, 3);
  const delivery = noticeJobs(t.ports.sms).find(({ name }) => name === 'notice-delivery');
  await delivery?.run(t.db, t.clock, t.ids);
  const bell = await t.call('dashboard.Notice/getList', {}, { token: owner });
  assert.ok(bell.data.list.some(({ title, link }) => title.startsWith('导出失败') && link.endsWith(`open=${taskId}`)));
  assert.ok(bell.data.list.some(({ title }) => title.startsWith('导出完成')));
});

test('an interrupted task continues after its last checkpoint, and the file is the same as without the interruption', async () => {
  const whole = await made({ columns: ['name', 'code', 'createdAt'] });
  const { taskId } = await make({ columns: ['name', 'code', 'createdAt'] });
  // Simulate a killed process: three rows are complete, and the fourth row is incomplete.
  const lines = linesOf(whole);
  const safe = `\ufeff${lines.slice(0, 4).join('\r\n')}\r\n`;
  await writeFile(join(t.ports.exportFolder, `${taskId}.part`), `${safe}half a r`);
  const third = await t.db
    .selectFrom('team')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .offset(2)
    .limit(1)
    .executeTakeFirstOrThrow();
  await t.db
    .updateTable('export_task')
    .set({
      state: 'running',
      holder: 'dead',
      heartbeat_at: null,
      attempts: 1,
      rows_total: teams,
      rows_done: 3,
      checkpoint: JSON.stringify({ offset: Buffer.byteLength(safe), key: [third.id] }),
      reach: JSON.stringify({ scope: { kind: 'all' }, pages: [], amounts: false }),
    })
    .where('id', '=', taskId)
    .execute();
  assert.equal(await runWaiting(tools), 1);
  const task = await detail(taskId);
  assert.equal(task.receipt.attempts, 2);
  assert.equal(task.receipt.sha256, whole.receipt.sha256);
});

for (const [what, scope, isKept] of [
  ['the same rights', { kind: 'all' }, true],
  ['other rights', { kind: 'teams', ids: [1] }, false],
] as const) {
  test(`the rows that an interrupted task wrote with ${what} ${isKept ? 'stay' : 'are rewritten'}`, async () => {
    const { taskId } = await make({ columns: ['name'] });
    const safe = '\ufeff站点名称\r\n写过的一行\r\n';
    await writeFile(join(t.ports.exportFolder, `${taskId}.part`), safe);
    const first = t.db.selectFrom('team').select('id').where('deleted_at', 'is', null).orderBy('id', 'desc');
    await t.db
      .updateTable('export_task')
      .set({
        state: 'running',
        rows_total: teams,
        rows_done: 1,
        checkpoint: JSON.stringify({
          offset: Buffer.byteLength(safe),
          key: [(await first.executeTakeFirstOrThrow()).id],
        }),
        reach: JSON.stringify({ scope, pages: [], amounts: false }),
      })
      .where('id', '=', taskId)
      .execute();
    await runWaiting(tools);
    const task = await detail(taskId);
    assert.equal(task.state, 'done');
    assert.equal(linesOf(task).includes('写过的一行'), isKept);
    assert.equal(linesOf(task).length, teams + 1);
  });
}

test('a flow that an older version with another checkpoint key began is rewritten at the first attempt', async () => {
  const { id: teamId } = await t.db
    .selectFrom('team')
    .select('id')
    .where('status', '=', 'operating')
    .executeTakeFirstOrThrow();
  const flow = {
    module: 'financial.flow' as const,
    filter: { teamId: String(teamId) },
    columns: ['at', 'txNo', 'in', 'out'],
  };
  const whole = await made(flow);
  assert.ok((whole.rowsTotal ?? 0) > 3);
  const { taskId } = await make(flow);
  const safe = '\ufeff时间\r\n写过的一行\r\n';
  await writeFile(join(t.ports.exportFolder, `${taskId}.part`), safe);
  await t.db
    .updateTable('export_task')
    .set({
      state: 'running',
      rows_total: whole.rowsTotal,
      rows_done: 1,
      checkpoint: JSON.stringify({ offset: Buffer.byteLength(safe), key: ['2026-02-28|1772265600000|7|8|9'] }),
      reach: JSON.stringify({ scope: { kind: 'all' }, pages: [], amounts: false }),
    })
    .where('id', '=', taskId)
    .execute();
  await runWaiting(tools);
  const task = await detail(taskId);
  assert.deepEqual([task.state, task.receipt.attempts], ['done', 1]);
  assert.deepEqual(linesOf(task), linesOf(whole));
});

test('an interrupted task restarts if rows have moved across its checkpoint, so that its count is right', async () => {
  const { taskId } = await make({ filter: { status: 'operating' } });
  await writeFile(join(t.ports.exportFolder, `${taskId}.part`), '\ufeffx\r\n');
  await t.db
    .updateTable('export_task')
    .set({
      state: 'running',
      rows_total: 10_000,
      rows_done: 1,
      checkpoint: JSON.stringify({ offset: 6, key: [1] }),
    })
    .where('id', '=', taskId)
    .execute();
  await runWaiting(tools);
  const task = await detail(taskId);
  assert.equal(task.state, 'done');
  assert.equal(linesOf(task).length, (task.rowsTotal ?? 0) + 1);
});

test('more rows than a format holds are refused before a task is created', async () => {
  const before = (await t.call('export.Task/getList', {}, { token: owner })).data.total;
  const most = EXPORT.mostRows as { xlsx: number };
  const usual = most.xlsx;
  most.xlsx = 3;
  try {
    t.clock.advance(61_000);
    const { code, data } = await t.call('export.Task/create', wish({ format: 'xlsx' }), { token: owner });
    assert.equal(code, 42371);
    assert.deepEqual(data, { most: 3, csv: true });
  } finally {
    most.xlsx = usual;
  }
  assert.equal((await t.call('export.Task/getList', {}, { token: owner })).data.total, before);
});

test('after seven days a file is deleted and its task is expired', async () => {
  const task = await made();
  assert.ok(existsSync(pathOf(task)));
  t.clock.advance(EXPORT.keptDays * 86_400_000 + 1);
  owner = await t.signIn();
  assert.equal((await t.call('export.Task/download', { id: task.id }, { token: owner })).code, 42373);
  await clearAway(tools);
  assert.equal(existsSync(pathOf(task)), false);
  const late = await detail(task.id);
  assert.equal(late.state, 'expired');
  assert.equal((await t.call('export.Task/download', { id: task.id }, { token: owner })).code, 42373);
});

test('an ended task is deleted after 180 days, but an open task is not', async () => {
  const [ended, open] = [await made(), await made()];
  const createdAt = new Date(t.clock.now().getTime() - EXPORT.tasksKeptDays * DAY_MS - 1);
  const date = (id: number, state: 'failed' | 'queued') =>
    t.db.updateTable('export_task').set({ state, created_at: createdAt }).where('id', '=', id).execute();
  await Promise.all([date(ended.id, 'failed'), date(open.id, 'queued')]);
  await clearAway(tools);
  const ids = [ended.id, open.id];
  const left = await t.db.selectFrom('export_task').select('id').where('id', 'in', ids).execute();
  assert.deepEqual(left, [{ id: open.id }]);
  await t.db.updateTable('export_task').set({ state: 'cancelled' }).where('id', '=', open.id).execute();
});
