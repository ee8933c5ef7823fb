import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Input } from '../../../contract';
import { FUND_PART_NAMES, type FundPart } from '../../../contract/teamFund.states';
import { addDays, wallTime } from '../../core/money/days';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { approvalJobs } from '../approval';
import { intakeJobs } from '../intake';
import { findOffences, postAll, reverse } from '../ledger';
import { teamFundJobs } from './jobs';

let t: TestApp;
let teams: { id: number; code: string; name: string }[];
/** A person who is signed in and has a verification ticket. */
interface Person {
  readonly id: number;
  readonly account: string;
  readonly token: string;
  readonly ticket: string;
}
let owner: Person;
let maker: Person;
let checker: Person;

async function person(rules: readonly number[] | 'owner', teamIds?: readonly number[]): Promise<Person> {
  const made =
    rules === 'owner'
      ? await t.account({ account: 'owner', type: 'owner' })
      : await t.account({ rules, ...(teamIds && { scope: { kind: 'teams' as const, ids: teamIds } }) });
  const token = await t.signIn(made.account);
  return { id: made.id, account: made.account, token, ticket: await t.ticket(token) };
}
const as = ({ token, ticket }: Person) => ({ token, ticket, locale: 'en-US' as const });
const ALL = [2, 33, 34, 3306, 3307, 3308, 3309];

before(async () => {
  t = await createTestApp({ demo: true });
  teams = await t.db
    .selectFrom('team')
    .select(['id', 'code', 'name'])
    .where('status', '=', 'operating')
    .orderBy('id')
    .execute();
  owner = await person('owner');
  maker = await person(ALL);
  checker = await person(ALL);
});
after(() => t.close());
afterEach(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});

const team = (at = 0): number => teams[at]?.id ?? 0;
const detail = async (teamId: number, by = owner) =>
  (await t.call('finance.TeamFund/getDetail', { teamId }, as(by))).data;
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string; message: string }[] }).errors ?? []).map(({ field }) => field);

const evidence = (by: Person, scene?: string) => storeFile(t, by.id, scene);

type Adjust = Partial<Input<'finance.TeamFund/submitAdjust'>>;
const submit = (change: Adjust = {}, by = maker) =>
  t.call(
    'finance.TeamFund/submitAdjust',
    { teamId: team(), direction: 'in', amountFen: 5_000, category: 'correction', reason: 'Counted twice', ...change },
    as(by),
  );
async function submitted(change: Adjust = {}, by = maker): Promise<number> {
  const answer = await submit(change, by);
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
const approve = (id: number, by = checker, version = 1) =>
  t.call('finance.TeamFund/approveAdjust', { id, version }, as(by));
async function give(teamId: number, amountFen: number): Promise<void> {
  const proof = await evidence(maker);
  const id = await submitted({ teamId, amountFen, evidence: [proof] });
  assert.equal((await approve(id, owner)).code, 100);
}
async function flowOf(input: Input<'finance.TeamFund/getFlow'>, by = owner) {
  const first = await t.call('finance.TeamFund/getFlow', input, as(by));
  assert.equal(first.code, 100, JSON.stringify(first));
  const list = [...first.data.list];
  for (let cursor = first.data.nextCursor; cursor !== null; ) {
    const { data } = await t.call('finance.TeamFund/getFlow', { ...input, cursor }, as(by));
    assert.equal(data.totals, null);
    list.push(...data.list);
    cursor = data.nextCursor;
  }
  assert.ok(first.data.totals);
  return { list, totals: first.data.totals };
}

const settleFrom = (teamId: number, mode: 'balance' | 'deposit') =>
  t.db.updateTable('team').set({ settlement_mode: mode }).where('id', '=', teamId).execute();

/** Sets a credit limit: the owner proposes it and another person approves it. */
async function agreeCredit(teamId: number, creditLimitFen: number) {
  const input = { teamId, values: { creditLimitFen }, reason: 'Good standing' };
  const proposed = await t.call('team.Terms/propose', input, as(owner));
  assert.equal(proposed.code, 100, JSON.stringify(proposed));
  const second = await person([...ALL, 3311]);
  return t.call('team.Terms/approve', { id: proposed.data.id, version: 1 }, as(second));
}

describe('the text of an export’s filter', () => {
  it('contains the id instead of the name of a station outside the data scope', async () => {
    const [own, other] = teams;
    assert.ok(own && other);
    const exporter = await person([33, 3304, 95], [own.id]);
    const named = async (id: number) => {
      const filter = JSON.stringify({ teamIds: String(id) });
      const { data } = await t.call('export.Task/prepare', { module: 'financial.teamFund', filter }, as(exporter));
      return data.filterText.map(({ value }) => value);
    };
    assert.deepEqual([await named(own.id), await named(other.id)], [[own.name], [String(other.id)]]);
  });
});

describe('the list', () => {
  it('shows every station with its ledger balances, and their sums over the whole filter', async () => {
    const { data } = await t.call('finance.TeamFund/getList', { limit: 100 }, as(owner));
    assert.equal(data.total, data.list.length);
    const sum = (key: 'availableFen' | 'pendingFen' | 'frozenFen' | 'depositFen') =>
      data.list.reduce((all, row) => all + row[key], 0);
    assert.deepEqual(
      [data.summary.availableFen, data.summary.pendingFen, data.summary.frozenFen, data.summary.depositFen],
      [sum('availableFen'), sum('pendingFen'), sum('frozenFen'), sum('depositFen')],
    );
    assert.ok(data.summary.availableFen > 0 && data.summary.pendingFen > 0);
    assert.ok(data.list.some(({ incomeTotalFen, lastSettledAt }) => incomeTotalFen > 0 && lastSettledAt !== null));
  });

  for (const field of ['available', 'pending', 'frozen', 'deposit', 'incomeTotal', 'withdrawnTotal'] as const) {
    it(`sorts by ${field} both ways, with the same result before and after the totals job`, async () => {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const read = async () =>
          (await t.call('finance.TeamFund/getList', { sortField: field, sortOrder, limit: 100 }, as(owner))).data.list;
        const before = await read();
        const values = before.map((row) => row[`${field}Fen`]);
        const wanted = values.toSorted((one, other) => (sortOrder === 'asc' ? one - other : other - one));
        assert.deepEqual(values, wanted);
        for (const job of teamFundJobs) await job.run(t.db, t.clock, t.ids);
        assert.deepEqual(
          (await read()).map(({ id }) => id),
          before.map(({ id }) => id),
        );
      }
    });
  }

  it('filters by amount, name, reserve below its warning, and state', async () => {
    const all = (await t.call('finance.TeamFund/getList', { limit: 100 }, as(owner))).data.list;
    const middle =
      all.map(({ availableFen }) => availableFen).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    const rich = await t.call('finance.TeamFund/getList', { availableFenMin: middle, limit: 100 }, as(owner));
    assert.equal(rich.data.total, all.filter(({ availableFen }) => availableFen >= middle).length);
    const reversed = await t.call('finance.TeamFund/getList', { availableFenMin: 2, availableFenMax: 1 }, as(owner));
    assert.deepEqual(
      [reversed.code, (reversed.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field)],
      [40001, ['availableFenMax']],
    );
    const byIncome = { availableFenMin: middle, sortField: 'incomeTotal', sortOrder: 'asc', limit: 100 } as const;
    const sorted = await t.call('finance.TeamFund/getList', byIncome, as(owner));
    const incomes = sorted.data.list.map(({ incomeTotalFen }) => incomeTotalFen);
    assert.equal(incomes.length, rich.data.total);
    assert.deepEqual(
      incomes,
      incomes.toSorted((a, b) => a - b),
    );
    const named = await t.call('finance.TeamFund/getList', { keyword: teams[0]?.code }, as(owner));
    assert.deepEqual(
      named.data.list.map(({ id }) => id),
      [team()],
    );
    for (const belowWarning of ['true', 'false'] as const) {
      const { data } = await t.call('finance.TeamFund/getList', { belowWarning, limit: 100 }, as(owner));
      const isLow = (row: (typeof all)[number]) => row.depositWarnFen > 0 && row.depositFen < row.depositWarnFen;
      assert.equal(data.total, all.filter((row) => isLow(row) === (belowWarning === 'true')).length);
    }
    assert.equal((await t.call('finance.TeamFund/getList', { state: 'frozen' }, as(owner))).data.total, 0);
  });

  it('shows sums of all stations that equal the sums of the linked movements', async () => {
    const { summary } = (await t.call('finance.TeamFund/getList', {}, as(owner))).data;
    const codes = {
      availableFen: ['TEAM_AVAILABLE'],
      pendingFen: ['TEAM_PENDING'],
      frozenFen: ['TEAM_FROZEN', 'TEAM_HELD'],
      depositFen: ['TEAM_DEPOSIT'],
    } as const;
    for (const [key, code] of Object.entries(codes)) {
      const { data } = await t.call('finance.Information/getMovements', { code: [...code] }, as(owner));
      assert.equal(data.summary.closingFen, summary[key as keyof typeof codes], key);
    }
  });

  it("shows a station's balances as of a day and time, which equal the closing of its flow", async () => {
    const now = await detail(team());
    const day = '2026-02-27';
    for (const time of [undefined, '06:30', '15:00'] as const) {
      const at = { teamId: team(), day, ...(time && { time }) };
      const { data } = await t.call('finance.TeamFund/getBalances', at, as(owner));
      for (const [key, account] of [
        ['availableFen', ['available']],
        ['pendingFen', ['pending']],
        ['frozenFen', ['frozen', 'held']],
        ['depositFen', ['deposit']],
      ] as const) {
        const flow = { teamId: team(), account: [...account], from: '2026-02-01', to: day, ...(time && { time }) };
        const { totals, list } = await flowOf(flow);
        assert.deepEqual(
          [totals.closingFen, totals.isBalanced, list.length],
          [data[key], true, totals.rows],
          `${key} ${time}`,
        );
      }
      assert.notEqual(data.pendingFen, now.pendingFen);
    }
    const today = { teamId: team(), day: '2026-03-01' };
    const { data } = await t.call('finance.TeamFund/getBalances', today, as(owner));
    assert.deepEqual([data.availableFen, data.depositFen], [now.availableFen, now.depositFen]);
    const later = { teamId: team(), day: '2026-03-02' };
    assert.equal((await t.call('finance.TeamFund/getBalances', later, as(owner))).code, 40006);
    const narrow = await person(ALL, [team(1)]);
    assert.equal((await t.call('finance.TeamFund/getBalances', today, as(narrow))).code, 40302);
  });

  it('shows a person only their own stations in rows, sums and details', async () => {
    const narrow = await person(ALL, [team(1)]);
    const { data } = await t.call('finance.TeamFund/getList', {}, as(narrow));
    assert.deepEqual(
      data.list.map(({ id }) => id),
      [team(1)],
    );
    assert.equal(data.summary.availableFen, data.list[0]?.availableFen);
    for (const address of [
      'finance.TeamFund/getDetail',
      'finance.TeamFund/getFlow',
      'finance.TeamFund/getPending',
    ] as const) {
      assert.equal((await t.call(address, { teamId: team() }, as(narrow))).code, 40302);
    }
    assert.equal((await submit({}, narrow)).code, 40302);
  });
});

describe('the flow', () => {
  it('ends at the balance in the list, for every station and part of its money', async () => {
    const { data } = await t.call('finance.TeamFund/getList', { limit: 100 }, as(owner));
    const links: [FundPart[], (row: (typeof data.list)[number]) => number][] = [
      [['available'], (row) => row.availableFen],
      [['pending'], (row) => row.pendingFen],
      [['frozen', 'held'], (row) => row.frozenFen],
      [['deposit'], (row) => row.depositFen],
      [[], (row) => row.availableFen + row.pendingFen + row.frozenFen + row.depositFen],
    ];
    for (const row of data.list) {
      for (const [parts, figure] of links) {
        const { list, totals } = await flowOf({
          teamId: row.id,
          account: parts.join(','),
          from: '2026-01-01',
          to: '2026-03-01',
        });
        const added = list.reduce((sum, { inFen, outFen }) => sum + (inFen ?? 0) - (outFen ?? 0), 0);
        assert.equal(added, figure(row), `${row.name} ${parts.join()}`);
        assert.deepEqual(
          [totals.rows, totals.openingFen, totals.closingFen, totals.isBalanced],
          [list.length, 0, figure(row), true],
        );
      }
    }
  });

  it('can be read oldest first, contains every movement once, and allows no other sort order', async () => {
    const range = { teamId: team(), from: '2026-01-01', to: '2026-03-01' };
    const newest = await flowOf(range);
    const oldest = await flowOf({ ...range, sortField: 'at', sortOrder: 'asc' });
    assert.ok(newest.list.length > 100, 'more than a page');
    assert.deepEqual(
      oldest.list.map(({ key }) => key),
      newest.list.map(({ key }) => key).toReversed(),
    );
    assert.deepEqual(oldest.totals, newest.totals);
    const wrong = { ...range, sortField: 'inFen' } as never;
    assert.equal((await t.call('finance.TeamFund/getFlow', wrong, as(owner))).code, 40007);
  });

  it('adds up to the income and the fees in the list, with reversals counted against the original', async () => {
    const free = await t.db
      .selectFrom('settle_line')
      .innerJoin('ledger_txn', (join) =>
        join
          .onRef('ledger_txn.team_id', '=', 'settle_line.team_id')
          .onRef('ledger_txn.biz_no', '=', 'settle_line.order_no')
          .on('ledger_txn.biz_type', '=', 'ORDER_SETTLE'),
      )
      .select(['ledger_txn.id', 'settle_line.amount_fen as fen'])
      .where('settle_line.team_id', '=', team())
      .where('settle_line.state', '=', 'pending')
      .executeTakeFirstOrThrow();
    const before = await detail(team());
    await reverse(
      { db: t.db, ids: t.ids, clock: t.clock },
      { teamId: team(), id: free.id },
      { at: t.clock.now(), day: '2026-03-01', remark: 'Booked twice', operatorId: owner.id },
    );
    assert.equal((await detail(team())).incomeTotalFen, before.incomeTotalFen - free.fen);
    const { data } = await t.call('finance.TeamFund/getList', { limit: 100 }, as(owner));
    const fees = 'COMMISSION_DEPOSIT,SMS_FEE,SERVICE_FEE,INSURE_PREMIUM,INSURE_REFUND,INSURE_ADJUST';
    for (const row of data.list) {
      const range = { teamId: row.id, from: '2025-12-01', to: '2026-03-01' };
      const income = (await flowOf({ ...range, account: 'pending', type: 'ORDER_SETTLE' })).totals;
      assert.equal(income.inFen - income.outFen, row.incomeTotalFen);
      const paid = (await flowOf({ ...range, account: 'available,deposit', type: fees })).totals;
      assert.equal(paid.outFen - paid.inFen, row.feesTotalFen);
    }
    const undone = (await flowOf({ teamId: team(), type: 'REVERSAL' })).list[0];
    assert.ok(undone?.reversesNo);
    const other = await t.call(
      'finance.TeamFund/getTransaction',
      { teamId: team(), txNo: undone.reversesNo },
      as(owner),
    );
    assert.equal(other.data.reversedByNo, undone.txNo);
  });

  it('leads from the opening to the closing balance for any days', async () => {
    for (const [from, to] of [
      ['2026-02-10', '2026-02-20'],
      ['2026-02-28', '2026-02-28'],
      ['2026-03-01', '2026-03-01'],
    ] as const) {
      for (const account of FUND_PART_NAMES) {
        const { totals } = await flowOf({ teamId: team(), account, from, to });
        assert.equal(totals.isBalanced, true, `${account} ${from}`);
      }
    }
  });

  it('shows each balance after the movement as in the ledger, newest first, without gaps between pages', async () => {
    const { list } = await flowOf({ teamId: team(), account: 'pending', from: '2026-01-01', to: '2026-03-01' });
    assert.ok(list.length > 50);
    assert.equal(new Set(list.map(({ key }) => key)).size, list.length);
    const times = list.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  it('shows no opening and closing balance if a filter excludes single movements', async () => {
    const { list, totals } = await flowOf({ teamId: team(), type: 'TEAM_RELEASE', direction: 'in' });
    assert.ok(list.length > 0 && list.every(({ type, inFen }) => type === 'TEAM_RELEASE' && inFen !== null));
    assert.deepEqual([totals.openingFen, totals.closingFen, totals.isBalanced], [null, null, null]);
    assert.equal(
      totals.inFen,
      list.reduce((sum, { inFen }) => sum + (inFen ?? 0), 0),
    );
  });

  it('refuses more than 366 days and a reversed range', async () => {
    for (const [from, to] of [
      ['2025-01-01', '2026-03-01'],
      ['2026-03-01', '2026-02-01'],
    ]) {
      assert.equal((await t.call('finance.TeamFund/getFlow', { teamId: team(), from, to }, as(owner))).code, 40006);
    }
  });

  it('shows for each transaction postings that balance, and balances only of the station', async () => {
    const { list } = await flowOf({ teamId: team(), type: 'ORDER_SETTLE' });
    const { data } = await t.call(
      'finance.TeamFund/getTransaction',
      { teamId: team(), txNo: list[0]?.txNo ?? '' },
      as(owner),
    );
    const sum = (key: 'debitFen' | 'creditFen') => data.postings.reduce((all, row) => all + (row[key] ?? 0), 0);
    assert.deepEqual([sum('debitFen'), sum('creditFen')], [data.sumFen, data.sumFen]);
    assert.equal(data.relatedNo, list[0]?.relatedNo);
    for (const row of data.postings) assert.equal(row.balanceAfterFen !== null, row.owner === 'station');
    const elsewhere = await t.call('finance.TeamFund/getTransaction', { teamId: team(1), txNo: data.txNo }, as(owner));
    assert.equal(elsewhere.code, 40401);
  });

  it('has a chart that ends at the present balance', async () => {
    const { trend, availableFen } = await detail(team());
    assert.deepEqual([trend.length, trend.at(-1)], [30, { day: '2026-03-01', availableFen }]);
  });
});

describe('an adjustment', () => {
  it('moves nothing until another person approves it, then posts exactly its amount', async () => {
    const { availableFen } = await detail(team());
    const id = await submitted({ amountFen: 7_777 });
    assert.equal((await detail(team())).availableFen, availableFen);
    assert.equal((await approve(id, maker)).code, 40305);
    const done = await approve(id);
    assert.deepEqual([done.code, done.data.state, done.data.version], [100, 'approved', 2]);
    assert.equal((await detail(team())).availableFen, availableFen + 7_777);
    const { list } = await flowOf({ teamId: team(), keyword: done.data.no });
    assert.deepEqual(
      list.map(({ inFen, type, remark }) => [inFen, type, remark]),
      [[7_777, 'MANUAL_IN', 'Counted twice']],
    );
    assert.equal((await approve(id)).code, 42201);
  });

  it('needs evidence from ¥1,000 on, uploaded by the maker for this purpose', async () => {
    const others = await evidence(checker);
    const wrong = await evidence(maker, 'avatar');
    for (const files of [[], [others], [wrong], [4_242]]) {
      const answer = await submit({ amountFen: 100_000, evidence: files });
      assert.deepEqual([answer.code, errorsOf(answer)], [40001, ['evidence']]);
    }
    assert.equal((await submit({ amountFen: 99_999 })).code, 100);
    assert.equal((await submit({ amountFen: 100_000, evidence: [await evidence(maker)] })).code, 100);
  });

  it('above ¥50,000 needs the owner as one of the two', async () => {
    const id = await submitted({ amountFen: 5_000_001, evidence: [await evidence(maker)] });
    assert.equal((await approve(id)).code, 42245);
    const { data } = await t.call('finance.TeamFund/getAdjusts', { teamId: team() }, as(checker));
    const row = data.list.find((one) => one.id === id);
    assert.deepEqual([row?.needsOwner, row?.actions], [true, ['reject']]);
    assert.equal((await approve(id, owner)).code, 100);
    const own = await submitted({ amountFen: 5_000_001, evidence: [await evidence(owner)] }, owner);
    assert.equal((await approve(own, owner)).code, 40305);
    assert.equal((await approve(own)).code, 100);
  });

  it('cannot take more than balance and credit, neither at the proposal nor at the approval', async () => {
    const { availableFen, creditLimitFen } = await detail(team(1));
    const most = availableFen + creditLimitFen;
    assert.ok(most > 0 && most < 50_000_000);
    const proof = async () => [await evidence(maker)];
    const out = { teamId: team(1), direction: 'out' as const };
    assert.equal((await submit({ ...out, amountFen: most + 1, evidence: await proof() })).code, 42241);
    const one = await submitted({ ...out, amountFen: most, evidence: await proof() });
    const other = await submitted({ ...out, amountFen: 1 });
    assert.equal((await approve(one, owner)).code, 100);
    assert.equal((await approve(other)).code, 42241);
    const { data } = await t.call('finance.TeamFund/getAdjusts', { teamId: team(1), state: 'pending' }, as(checker));
    assert.deepEqual(
      data.list.map(({ id }) => id),
      [other],
    );
  });

  it('is posted once after two concurrent approvals', async () => {
    const { availableFen } = await detail(team());
    const id = await submitted({ amountFen: 321 });
    const answers = await Promise.all([approve(id, checker), approve(id, owner)]);
    assert.deepEqual(answers.map(({ code }) => code).toSorted(), [100, 42201]);
    assert.equal((await detail(team())).availableFen, availableFen + 321);
  });

  it('can be withdrawn only by its maker, and rejected with a reason by another person', async () => {
    const id = await submitted();
    assert.equal((await t.call('finance.TeamFund/cancelAdjust', { id }, as(checker))).code, 40301);
    assert.equal((await t.call('finance.TeamFund/cancelAdjust', { id }, as(maker))).data.state, 'cancelled');
    const other = await submitted();
    const reject = (by: Person) =>
      t.call('finance.TeamFund/rejectAdjust', { id: other, version: 1, reason: 'No such order' }, as(by));
    assert.equal((await reject(maker)).code, 40305);
    assert.equal((await reject(checker)).data.state, 'rejected');
    assert.equal((await approve(other)).code, 42201);
  });

  it('that changed since it was read cannot be approved', async () => {
    assert.equal((await approve(await submitted(), checker, 2)).code, 40901);
  });

  it('needs a second verification for the proposal and for the approval', async () => {
    const id = await submitted();
    const { token } = checker;
    assert.equal((await t.call('finance.TeamFund/approveAdjust', { id, version: 1 }, { token })).code, 40303);
  });

  it('expires after seven days, even before the job has marked it', async () => {
    const id = await submitted();
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 7 * 86_400_000).toISOString());
    try {
      const later = await person(ALL);
      assert.equal((await approve(id, later)).code, 42201);
      for (const job of approvalJobs) await job.run(t.db, t.clock, t.ids);
      const { state } = await t.db
        .selectFrom('fund_adjust')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.equal(state, 'expired');
    } finally {
      t.clock.set(now.toISOString());
    }
  });

  it('appears on the workbench of people who may approve it, not of its maker', async () => {
    await t.db.updateTable('fund_adjust').set({ state: 'expired' }).where('state', '=', 'pending').execute();
    await submitted();
    const count = async (by: Person) =>
      (await t.call('dashboard.Index/getTodo', {}, as(by))).data.list.find(({ code }) => code === 'fundAdjusts')?.count;
    assert.deepEqual([await count(checker), await count(maker)], [1, undefined]);
    const { data } = await t.call('finance.TeamFund/getAdjusts', {}, as(checker));
    assert.deepEqual(data.summary, { pending: 1, forMe: 1 });
  });
});

describe('the account', () => {
  it('holds and releases an amount, never more than the balance, regardless of the credit', async () => {
    const id = team(2);
    await settleFrom(id, 'deposit');
    const credit = await agreeCredit(id, 10_000);
    assert.equal(credit.code, 100, JSON.stringify(credit));
    await give(id, 1_000);
    const before = await detail(id);
    const move = async (address: 'finance.TeamFund/hold' | 'finance.TeamFund/releaseHold', amountFen: number) =>
      t.call(
        address,
        { teamId: id, version: (await detail(id)).version, amountFen, reason: 'Under review', expireDays: 30 },
        as(checker),
      );
    assert.equal((await move('finance.TeamFund/hold', before.availableFen + 1)).code, 42241);
    assert.equal((await move('finance.TeamFund/hold', before.availableFen)).code, 100);
    const held = await detail(id);
    assert.deepEqual(
      [held.availableFen, held.heldFen, held.frozenFen],
      [0, before.availableFen, before.frozenFen + before.availableFen],
    );
    assert.equal((await move('finance.TeamFund/releaseHold', before.availableFen + 1)).code, 42241);
    assert.equal((await move('finance.TeamFund/releaseHold', before.availableFen)).code, 100);
    assert.equal((await detail(id)).availableFen, before.availableFen);
  });

  it('a hold has an author, a reason and a day, is listed after that day, and is never released automatically', async () => {
    const id = team();
    await give(id, 1_000);
    const move = async (address: 'finance.TeamFund/hold' | 'finance.TeamFund/releaseHold', more: object) =>
      t.raw(address, { teamId: id, version: (await detail(id)).version, reason: 'Under review', ...more }, as(checker));
    const before = await detail(id);
    for (const expireDays of [0, 366]) {
      assert.equal((await move('finance.TeamFund/hold', { amountFen: 10, expireDays })).code, 40001);
    }
    assert.equal((await move('finance.TeamFund/hold', { amountFen: 300, expireDays: 2 })).code, 100);
    assert.equal((await move('finance.TeamFund/hold', { amountFen: 200, expireDays: 1 })).code, 100);
    const mine = async () =>
      (await detail(id)).holds.filter(({ id: hold }) => !before.holds.some((one) => one.id === hold));
    const today = wallTime(t.clock.now(), 'Asia/Shanghai').day;
    assert.deepEqual(
      (await mine()).map(({ leftFen, reason, byName, expireDay, isExpired }) => [
        leftFen,
        reason,
        byName !== '',
        expireDay,
        isExpired,
      ]),
      [
        [200, 'Under review', true, addDays(today, 1), false],
        [300, 'Under review', true, addDays(today, 2), false],
      ],
    );
    const { rows } = await t.database.pool.query(
      'select coalesce(sum(left_fen), 0)::int as fen from fund_hold where team_id = $1',
      [id],
    );
    assert.equal(rows[0].fen, (await detail(id)).heldFen);
    const run = async () => {
      for (const job of teamFundJobs) await job.run(t.db, t.clock, t.ids);
    };
    const expired = async () =>
      (await t.call('finance.TeamFund/getList', { page: 1, limit: 100, holdExpired: 'true' }, as(owner))).data;
    await run();
    const earlier = (await expired()).summary.holdsExpired;
    await t.db
      .updateTable('fund_hold')
      .set({ expire_day: addDays(today, -1) })
      .where(
        'id',
        'in',
        (await mine()).map((one) => one.id),
      )
      .execute();
    await run();
    const list = await expired();
    assert.ok(list.list.some((row) => row.id === id));
    assert.equal(list.summary.holdsExpired, earlier + 1);
    assert.ok((await mine()).every(({ isExpired }) => isExpired));
    assert.equal((await detail(id)).heldFen, before.heldFen + 500);
    // The release uses the holds that expire first, so no expired hold is left.
    assert.equal((await move('finance.TeamFund/releaseHold', { amountFen: before.heldFen + 500 })).code, 100);
    assert.deepEqual(await mine(), []);
    assert.equal((await expired()).summary.holdsExpired, earlier);
  });

  it('refuses a hold by a person with an older version, and says who changed it', async () => {
    const { version } = await detail(team());
    const hold = { teamId: team(), version, amountFen: 10, reason: 'Under review', expireDays: 30 };
    assert.equal((await t.call('finance.TeamFund/hold', hold, as(checker))).code, 100);
    const late = await t.call('finance.TeamFund/hold', hold, as(maker));
    assert.equal(late.code, 40901);
    assert.equal((late.data as unknown as { changedBy: string }).changedBy, checker.account);
  });

  it('applies a hold once per idempotency key', async () => {
    const { version, heldFen } = await detail(team());
    const hold = { teamId: team(), version, amountFen: 10, reason: 'Under review', expireDays: 30 };
    const send = () => t.call('finance.TeamFund/hold', hold, { ...as(checker), key: 'one-key-for-both' });
    assert.deepEqual([(await send()).code, (await send()).code], [100, 100]);
    assert.equal((await detail(team())).heldFen, heldFen + 10);
  });

  it('allows a payback of the reserve only while it is not frozen', async () => {
    const id = team();
    const proof = await evidence(maker);
    const { id: channel } = await t.db.selectFrom('merchant_number').select('id').executeTakeFirstOrThrow();
    const change = async (address: 'finance.TeamFund/freeze' | 'finance.TeamFund/unfreeze') =>
      t.call(address, { teamId: id, version: (await detail(id)).version, reason: 'Court order' }, as(checker));
    const top = (tradeNo: string) =>
      t.call(
        'finance.TeamFund/recordDeposit',
        { teamId: id, amountFen: 5_000, merchantNumberId: channel, tradeNo, evidence: [proof] },
        as(maker),
      );
    const refund = (amountFen: number, tradeNo: string) =>
      t.call(
        'finance.TeamFund/refundDeposit',
        { teamId: id, amountFen, merchantNumberId: channel, tradeNo, evidence: [proof], reason: 'Contract ended' },
        as(maker),
      );
    const { depositFen } = await detail(id);
    assert.equal((await top('BANK-0001')).code, 100);
    assert.equal((await top('BANK-0001')).code, 40903);
    assert.equal((await detail(id)).depositFen, depositFen + 5_000);
    assert.equal((await change('finance.TeamFund/freeze')).data.state, 'frozen');
    assert.equal((await change('finance.TeamFund/freeze')).code, 42201);
    assert.equal((await detail(id)).stateReason, 'Court order');
    assert.equal((await refund(1_000, 'BANK-0002')).code, 42242);
    assert.equal((await change('finance.TeamFund/unfreeze')).data.state, 'normal');
    assert.equal((await refund(depositFen + 5_001, 'BANK-0003')).code, 42241);
    assert.equal((await refund(depositFen + 5_000, 'BANK-0004')).code, 100);
    assert.deepEqual([(await detail(id)).depositFen, (await detail(id)).stateReason], [0, null]);
  });

  it('shows the voucher and its proof only on the transaction that it belongs to', async () => {
    const id = team();
    const number = await t.db.selectFrom('merchant_number').selectAll().executeTakeFirstOrThrow();
    const proof = await evidence(maker);
    const body = {
      teamId: id,
      amountFen: 7_000,
      merchantNumberId: number.id,
      tradeNo: 'BANK-0200',
      evidence: [proof],
    };
    assert.equal((await t.call('finance.TeamFund/recordDeposit', body, as(maker))).code, 100);
    const voucherOf = async (type: 'DEPOSIT_IN' | 'ORDER_SETTLE') => {
      const { data } = await t.call('finance.TeamFund/getFlow', { teamId: id, type: [type] }, as(owner));
      const txNo = data.list.find((row) => row.type === type)?.txNo ?? '';
      const found = await t.call('finance.TeamFund/getTransaction', { teamId: id, txNo }, as(owner));
      assert.equal(found.data.type, type);
      return found.data.voucher;
    };
    const voucher = await voucherOf('DEPOSIT_IN');
    assert.deepEqual([voucher?.tradeNo, voucher?.merchantNo], ['BANK-0200', number.mch_no]);
    assert.deepEqual(
      voucher?.evidence.map(({ fileId }) => fileId),
      [proof],
    );
    assert.equal(await voucherOf('ORDER_SETTLE'), null);
  });

  it('accepts a voucher again after its bill was reversed, and shows the channel on both bills', async () => {
    const id = team();
    const number = await t.db.selectFrom('merchant_number').selectAll().executeTakeFirstOrThrow();
    const proof = await evidence(maker);
    const record = (amountFen: number) =>
      t.call(
        'finance.TeamFund/recordDeposit',
        { teamId: id, amountFen, merchantNumberId: number.id, tradeNo: 'BANK-0100', evidence: [proof] },
        as(maker),
      );
    const { depositFen } = await detail(id);
    assert.equal((await record(50_000)).code, 100);
    assert.equal((await record(5_000)).code, 40903);
    const bills = () =>
      t.db.selectFrom('bill').selectAll().where('channel_trade_no', '=', 'BANK-0100').orderBy('id').execute();
    const [wrong] = await bills();
    assert.ok(wrong);
    const on = { at: t.clock.now(), day: '2026-03-01', remark: 'A zero too many', operatorId: owner.id };
    await reverse({ db: t.db, ids: t.ids, clock: t.clock }, { teamId: id, id: wrong.txn_id ?? 0 }, on);
    assert.equal((await record(5_000)).code, 100);
    assert.equal((await record(5_000)).code, 40903);
    assert.equal((await detail(id)).depositFen, depositFen + 5_000);
    assert.deepEqual(
      (await bills()).map(({ channel, amount_fen }) => [channel, amount_fen]),
      [
        [number.channel, 50_000],
        [number.channel, 5_000],
      ],
    );
  });

  it('that was frozen before its first use stays frozen when it opens', async () => {
    const fresh = await t.db
      .selectFrom('team')
      .select('id')
      .where('status', '=', 'preparing')
      .executeTakeFirstOrThrow();
    await t.call(
      'finance.TeamFund/freeze',
      { teamId: fresh.id, version: (await detail(fresh.id)).version, reason: 'Not cleared yet' },
      as(checker),
    );
    await give(fresh.id, 500);
    const row = await detail(fresh.id);
    assert.deepEqual([row.state, row.availableFen], ['frozen', 500]);
    const lines = [
      { account: 'TEAM_AVAILABLE', ownerId: fresh.id, dc: 'D', amountFen: 100 },
      { account: 'TEAM_FROZEN', ownerId: fresh.id, dc: 'C', amountFen: 100 },
    ] as const;
    const entry = {
      bizType: 'WITHDRAW_FREEZE',
      bizNo: 'W1',
      teamId: fresh.id,
      at: t.clock.now(),
      day: '2026-03-01',
      lines,
    } as const;
    await assert.rejects(postAll({ db: t.db, ids: t.ids, clock: t.clock }, [entry]), { code: 42242 });
  });

  it('has a credit limit that two people agree to, never below the used credit', async () => {
    const id = team(2);
    await settleFrom(id, 'deposit');
    const set = (creditLimitFen: number) => agreeCredit(id, creditLimitFen);
    assert.equal((await set(50_000)).code, 100);
    const { availableFen } = await detail(id);
    const out = await submitted({
      teamId: id,
      direction: 'out',
      amountFen: availableFen + 20_000,
      ...(availableFen + 20_000 >= 100_000 && { evidence: [await evidence(maker)] }),
    });
    assert.equal((await approve(out, owner)).code, 100);
    const low = await set(19_999);
    assert.equal(low.code, 40001);
    assert.match(JSON.stringify(low.data), /Credit limit cannot be below ¥200\.00 already used/);
    assert.equal((await set(20_000)).code, 100);
    assert.equal((await detail(id)).creditLimitFen, 20_000);
    // After the change of mode the station still owes the used credit, but it cannot borrow more.
    await settleFrom(id, 'balance');
    assert.equal((await detail(id)).creditLimitFen, 0);
    const proof = [await evidence(maker)];
    const back = await submitted({ teamId: id, amountFen: 20_000, evidence: proof });
    assert.equal((await approve(back, owner)).code, 100);
    for (const job of intakeJobs) await job.run(t.db, t.clock, t.ids);
    assert.equal((await submit({ teamId: id, direction: 'out', amountFen: 1 })).code, 42241);
  });
});

describe('pending settlement', () => {
  const lines = async (teamId: number, more: object = {}) =>
    (await t.call('finance.TeamFund/getPending', { teamId, limit: 100, ...more }, as(owner))).data;

  it('sums to the pending balance', async () => {
    for (const { id } of teams) {
      const { summary } = await lines(id);
      assert.equal(summary.waitingFen, (await detail(id)).pendingFen);
    }
  });

  it('is found by a prefix of a number in any case, like movements and adjustments', async () => {
    const id = team();
    const { list } = await lines(id);
    const no: string = list[0]?.orderNo ?? '';
    const begin = no.slice(0, -1).toLowerCase();
    const found = (await lines(id, { keyword: begin })).list;
    assert.ok(found.some(({ orderNo }) => orderNo === no));
    assert.deepEqual(
      found.map(({ orderNo }) => orderNo).toSorted(),
      list.flatMap(({ orderNo }) => (orderNo.startsWith(no.slice(0, -1)) ? [orderNo] : [])).toSorted(),
    );
    assert.deepEqual((await lines(id, { keyword: '%' })).list, []);
    const flow = await flowOf({ teamId: id, keyword: begin, daysFrom: '2026-01-01', daysTo: '2026-03-01' } as never);
    assert.ok(flow.list.some(({ relatedNo }) => relatedNo === no));
    const { data } = await t.call('finance.TeamFund/getAdjusts', { limit: 100 }, as(owner));
    const adjust = data.list[0]?.no ?? '';
    const byNo = await t.call(
      'finance.TeamFund/getAdjusts',
      { limit: 100, keyword: adjust.slice(0, -1).toLowerCase() },
      as(owner),
    );
    assert.ok(byNo.data.list.some((row) => row.no === adjust));
  });

  it('can be released early, or held with a reason and released', async () => {
    const id = team();
    const [line] = (await lines(id, { state: 'pending' })).list;
    assert.ok(line);
    const { orderNo, amountFen } = line;
    const before = await detail(id);
    const about = { teamId: id, orderNo };
    assert.equal(
      (await t.call('finance.TeamFund/holdLine', { ...about, reason: 'Complaint open' }, as(maker))).code,
      100,
    );
    // Food-loss cases of the demo data also hold lines.
    const held = (await lines(id, { state: 'held' })).list.filter((one) => one.orderNo === orderNo);
    assert.deepEqual(
      held.map((one) => [one.orderNo, one.heldReason, one.actions]),
      [[orderNo, 'Complaint open', ['releaseLine', 'unholdLine']]],
    );
    assert.equal(
      (await t.call('finance.TeamFund/holdLine', { ...about, reason: 'Complaint open' }, as(maker))).code,
      42201,
    );
    assert.equal((await t.call('finance.TeamFund/unholdLine', about, as(maker))).code, 100);
    assert.equal(
      (await t.call('finance.TeamFund/releaseLine', { ...about, reason: 'Cash is short' }, as(maker))).code,
      100,
    );
    const after = await detail(id);
    assert.deepEqual(
      [after.availableFen - before.availableFen, before.pendingFen - after.pendingFen],
      [amountFen, amountFen],
    );
    assert.equal(
      (await t.call('finance.TeamFund/releaseLine', { ...about, reason: 'Cash is short' }, as(maker))).code,
      42201,
    );
  });

  it('settles only due lines, each once, for one or many stations', async () => {
    const id = team();
    const { pendingFen, availableFen } = await detail(id);
    const held = (await lines(id, { state: 'pending' })).list[0];
    assert.ok(held);
    await t.call(
      'finance.TeamFund/holdLine',
      { teamId: id, orderNo: held.orderNo, reason: 'Complaint open' },
      as(maker),
    );
    const heldFen = (await lines(id, { state: 'held' })).list.reduce((sum, { amountFen }) => sum + amountFen, 0);
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 60 * 86_400_000).toISOString());
    try {
      const later = await person(ALL);
      const row = await detail(id, later);
      assert.ok(row.actions.includes('settleNow'));
      assert.equal(row.dueFen, pendingFen - heldFen);
      const all = teams.map((one) => one.id);
      const answer = await t.call('finance.TeamFund/bulkSettle', { ids: all }, as(later));
      assert.deepEqual(answer.data, { success: all.length, failed: [] });
      const record = await t.db
        .selectFrom('operation_record')
        .select('after')
        .where('request_id', '=', answer.requestId)
        .executeTakeFirstOrThrow();
      const recorded = record.after as { rows: number; amountFen: number };
      assert.ok(recorded.rows > 0 && recorded.amountFen >= pendingFen - heldFen);
      const done = await detail(id, later);
      assert.deepEqual([done.pendingFen, done.availableFen], [heldFen, availableFen + pendingFen - heldFen]);
      const again = await t.call('finance.TeamFund/settleNow', { teamId: id }, as(later));
      assert.match(again.data.message ?? '', /nothing that is due/);
    } finally {
      t.clock.set(now.toISOString());
    }
  });

  it('reminds only stations whose reserve is below its warning line', async () => {
    await t.db
      .updateTable('team')
      .set({ deposit_warn_fen: (await detail(team(1))).depositFen + 1 })
      .where('id', '=', team(1))
      .execute();
    await t.db.updateTable('team').set({ deposit_warn_fen: 0 }).where('id', '=', team(2)).execute();
    const { data } = await t.call('finance.TeamFund/remindDeposit', { ids: [team(1), team(2)] }, as(maker));
    assert.deepEqual([data.success, data.failed.map(({ id, code }) => [id, code])], [1, [[team(2), 42201]]]);
  });
});
