import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import { DAY_MS } from '../../../contract/units';
import type { RowReader } from '../../core/export/export';
import type { ExportRow } from '../../core/export/resource-export';
import { yuan } from '../../core/money/amounts';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { balancesOf, depositIn, findOffences, post } from '../ledger';
import { franchiseShares } from '../reference';
import { franchiseeExportSources } from './exports';
import { franchiseeJobs } from './jobs';

/** Tests franchisees: list, contracts, territories, money, personal data and history. */

let t: TestApp;
interface Person {
  readonly id: number;
  readonly token: string;
  readonly ticket: string;
}
let staff: Person;
let numberId: number;

async function person(
  rules: readonly number[],
  scope?: { readonly kind: 'franchisees' | 'teams' | 'regions'; readonly ids: readonly number[] },
): Promise<Person> {
  const made = await t.account({ rules: withParents(rules), ...(scope && { scope }) });
  const token = await t.signIn(made.account);
  return { id: made.id, token, ticket: await t.ticket(token) };
}
const as = ({ token, ticket }: Person) => ({ token, ticket, locale: 'en-US' as const });

before(async () => {
  t = await createTestApp({ demo: true });
  staff = await person([42, 4202, 4204, 4205, 4206, 4207, 1101]);
  const number = await t.db.selectFrom('merchant_number').select('id').where('enabled', '=', true).executeTakeFirst();
  numberId = number?.id ?? 0;
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const rowOf = (id: number) => t.db.selectFrom('franchisee').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
let serial = 0;
/** Creates a franchisee without a station. */
async function franchisee(territory: readonly string[], more: object = {}): Promise<number> {
  serial += 1;
  const [first] = await t.db.selectFrom('franchisee').selectAll().orderBy('id').limit(1).execute();
  assert.ok(first);
  const id = t.ids.next();
  const row = { ...first, id, no: `FC-${serial}`, name: `Company ${serial}`, version: 1, status: 'active' as const };
  await t.db
    .insertInto('franchisee')
    .values({ ...row, territory: JSON.stringify(territory), contract_to: '2027-12-31', ...more })
    .execute();
  return id;
}
async function act(action: string, id: number, more: object = {}, by = staff) {
  const { version } = await rowOf(id);
  return t.raw(`franchise.Franchisee/${action}`, { id, version, reason: 'As agreed', ...more }, as(by));
}
const codesOf = (...calls: Promise<number>[]) => Promise.all(calls);
const codes = async (...calls: Promise<{ code: number }>[]) =>
  (await Promise.all(calls)).map(({ code }) => code).sort();

test('the list masks phones, sums shares as the ledger does, and shows nothing outside the scope', async () => {
  const { data } = await t.call('franchise.Franchisee/getList', {}, as(staff));
  assert.equal(data.total, 3);
  assert.ok(data.list.every(({ contactTel }) => contactTel.includes('****')));
  const [row] = data.list.filter(({ shareFen }) => (shareFen ?? 0) > 0);
  assert.ok(row);
  const detail = (await t.call('franchise.Franchisee/getDetail', { id: row.id }, as(staff))).data;
  const net = detail.months.reduce((all, { shareFen, backFen }) => all + (shareFen ?? 0) - (backFen ?? 0), 0);
  assert.equal(net, row.shareFen);
  const flow = await t.call('franchise.Franchisee/getShareFlow', { id: row.id, limit: 10 }, as(staff));
  assert.equal(flow.data.list[0]?.balanceAfterFen, row.balanceFen);
  const months = await Promise.all(
    detail.months.map(async ({ month }) => {
      const input = { id: row.id, month, limit: 100 };
      const { list, total, summary } = (await t.call('franchise.Franchisee/getShareFlow', input, as(staff))).data;
      const all = list.reduce((sum, { amountFen }) => sum + (amountFen ?? 0), 0);
      if (total === list.length) assert.equal((summary.openingFen ?? 0) + all, summary.closingFen);
      return { total, ...summary };
    }),
  );
  assert.equal(months[0]?.closingFen, row.balanceFen);
  for (const [n, { openingFen }] of months.slice(0, -1).entries()) assert.equal(openingFen, months[n + 1]?.closingFen);
  assert.equal(
    months.reduce((sum, { total }) => sum + total, 0),
    flow.data.total,
  );
  const own = await person([42], { kind: 'franchisees', ids: [row.id] });
  assert.deepEqual((await t.call('franchise.Franchisee/getList', {}, as(own))).data.total, 1);
  const outside = await person([42], { kind: 'teams', ids: [1] });
  assert.equal((await t.call('franchise.Franchisee/getDetail', { id: row.id }, as(outside))).code, 40302);
});

test('readers of a franchisee see its stations only in their data scope, also in the share flow and its file', async () => {
  const { list } = (await t.call('franchise.Franchisee/getList', {}, as(staff))).data;
  const id = list.find(({ shareFen }) => (shareFen ?? 0) > 0)?.id ?? 0;
  const regional = await person([42], { kind: 'regions', ids: (await rowOf(id)).territory.map(Number) });
  const see = async (by: Person) => {
    const { stationList } = (await t.call('franchise.Franchisee/getDetail', { id }, as(by))).data;
    const flow = (await t.call('franchise.Franchisee/getShareFlow', { id }, as(by))).data;
    assert.ok(flow.total > 0);
    return [stationList.length > 0, flow.list.some(({ stationName }) => stationName !== '')];
  };
  const stations = await t.db
    .selectFrom('team')
    .select(['id', 'province_code', 'city_code', 'district_code'])
    .where('franchisee_id', '=', id)
    .execute();
  const elsewhere = { province_code: '540000', city_code: '540100', district_code: '540102' };
  await t.db.updateTable('team').set(elsewhere).where('franchisee_id', '=', id).execute();
  assert.deepEqual(
    [await see(staff), await see(regional)],
    [
      [true, true],
      [false, false],
    ],
  );
  for (const { id: teamId, ...place } of stations) {
    await t.db.updateTable('team').set(place).where('id', '=', teamId).execute();
  }
});

test('the text of a filter names colleagues, but no accounts of stations', async () => {
  const exporter = await person([42, 4204, 95]);
  const station = await t.db
    .selectFrom('account')
    .select('id')
    .where('account_type', '=', 'station')
    .limit(1)
    .executeTakeFirstOrThrow();
  const named = async (ownerId: number) => {
    const filter = JSON.stringify({ ownerIds: String(ownerId) });
    const { data } = await t.call('export.Task/prepare', { module: 'franchise.list', filter }, as(exporter));
    return data.filterText.length > 0;
  };
  assert.deepEqual([await named(staff.id), await named(station.id)], [true, false]);
});

test('the list sorts by share total and by balance, in both directions', async () => {
  for (const sortField of ['shareFen', 'balanceFen'] as const) {
    const sorted = async (sortOrder: 'asc' | 'desc') => {
      const { data } = await t.call('franchise.Franchisee/getList', { sortField, sortOrder }, as(staff));
      return data.list.map((row) => row[sortField] ?? 0);
    };
    const rising = await sorted('asc');
    assert.ok(new Set(rising).size > 1);
    assert.deepEqual(
      rising,
      [...rising].sort((one, other) => one - other),
    );
    assert.deepEqual(await sorted('desc'), rising.toReversed());
  }
});

test('the file of franchisees has the figures of the list, and the file of one month only its movements', async () => {
  const { data } = await t.call('franchise.Franchisee/getList', {}, as(staff));
  const [source, shares] = franchiseeExportSources;
  assert.ok(source && shares);
  const actor = { accountId: 0, rules: new Set(), fields: new Set(['amount']), scope: { kind: 'all' } };
  const tools = { db: t.db, clock: t.clock, ports: t.ports, t: (words: Record<string, string>) => words['en-US'] };
  const ctx = { ...tools, locale: 'en-US', actor, can: () => true } as never;
  const fields = ['stations', 'orders', 'shareFen', 'balanceFen', 'depositFen'] as const;
  const wish = { unmasked: false, upTo: t.clock.now(), ids: null };
  const reader = await source.open(ctx, { ...wish, input: {}, columns: new Set(fields) });
  const { rows } = await (reader as RowReader<ExportRow>).batch(null, 10);
  const cells = (row: ExportRow) =>
    fields.map((field) => source.columns.find(({ key }) => key === field)?.value(row as never));
  const byId = new Map(rows.map((row) => [(row.record as { id: number }).id, cells(row)]));
  for (const row of data.list)
    assert.deepEqual(
      byId.get(row.id),
      fields.map((field) => row[field]),
    );
  const { id = 0 } = data.list.find(({ shareFen }) => (shareFen ?? 0) > 0) ?? {};
  const [newest] = (await t.call('franchise.Franchisee/getDetail', { id }, as(staff))).data.months;
  const input = { id, month: newest?.month ?? '' };
  const flow = await shares.open(ctx, { ...wish, input, columns: new Set(['at']) });
  const page = await t.call('franchise.Franchisee/getShareFlow', input, as(staff));
  assert.equal(await (flow as RowReader<unknown>).count(1_000, null), page.data.total);
  const words = await shares.words(ctx, input);
  assert.equal(words.at(-1)?.value, yuan(page.data.summary.closingFen ?? 0));
});

test('of two franchisees who request one exclusive territory at once exactly one gets it', async () => {
  const [one, two] = [await franchisee(['110101']), await franchisee(['120101'])];
  const take = (id: number) => act('setTerritory', id, { territory: ['440300'], exclusive: true });
  assert.deepEqual(await codes(take(one), take(two)), [100, 42283]);
  assert.equal((await act('setTerritory', one, { territory: ['999999'], exclusive: false })).code, 40001);
});

test('a suspended franchisee cannot become a station’s owner, and resumes in the state of its contract', async () => {
  const id = await franchisee(['310101'], { contract_to: '2026-03-20' });
  assert.equal((await act('suspend', id)).code, 100);
  assert.equal((await act('renew', id)).code, 40001);
  assert.equal((await act('suspend', id)).code, 42201);
  assert.equal((await act('resume', id)).code, 100);
  assert.equal((await rowOf(id)).status, 'expiring');
});

test('a franchisee whose contract begins later can be suspended, opens stations, and resumes as before', async () => {
  const id = await franchisee(['310201'], { contract_from: '2026-05-01', status: 'upcoming' });
  const draft = { step: 1, values: { teamType: 'franchise', franchiseeId: id } } as const;
  assert.equal((await t.call('team.Team/saveDraft', draft, as(staff))).code, 100);
  assert.equal((await act('suspend', id)).code, 100);
  await watchContracts(onDay('2026-05-02'));
  assert.equal((await rowOf(id)).status, 'suspended');
  assert.equal((await act('resume', id)).code, 100);
  assert.equal((await rowOf(id)).status, 'upcoming');
  await watchContracts(onDay('2026-05-02'));
  assert.equal((await rowOf(id)).status, 'active');
});

test('contracts become expiring and expired automatically, and a renewal makes them active again', async () => {
  const id = await franchisee(['320101'], { contract_to: '2026-02-27' });
  for (const job of [...franchiseeJobs, ...franchiseeJobs]) await job.run(t.db, t.clock, t.ids);
  assert.equal((await rowOf(id)).status, 'expired');
  const notices = t.db.selectFrom('notice_outbox').select('object_id').where('event', '=', 'franchiseExpiring');
  assert.equal((await notices.where('object_id', '=', id).execute()).length, 1);
  const history = (await t.call('franchise.Franchisee/getHistory', { id }, as(staff))).data.list;
  assert.deepEqual(
    history.map(({ byName, actionText, changes }) => [byName, actionText, changes.map((one) => one.after)]),
    [['System', 'Check contract end', ['Expired']]],
  );
  const file = await storeFile(t, staff.id, 'franchise');
  const terms = {
    contractNo: 'JM-R-1',
    shareRateBp: 1_200,
    feeFen: 240_000,
    files: [file],
    merchantNumberId: numberId,
  };
  const renewal = { ...terms, tradeNo: 'BANK-R-1', startsOn: '2026-03-01', endsOn: '2028-03-01' };
  assert.equal((await act('renew', id, { ...renewal, tradeNo: null })).code, 40001);
  assert.equal((await act('renew', id, { ...renewal, startsOn: '2026-02-01' })).code, 40001);
  assert.equal((await act('renew', id, renewal)).code, 100);
  const { status, contract_to: contractTo, share_rate_bp: shareRateBp } = await rowOf(id);
  assert.deepEqual([status, contractTo, shareRateBp], ['active', '2028-03-01', 1_200]);
  const code = 'FRANCHISE_DEFERRED' as const;
  assert.equal((await balancesOf(t.db, [code], [id])).get(`${code}:${id}`), 240_000);
  assert.deepEqual(await findOffences(t.db), []);
});

async function renewal(number: string, more: object) {
  const files = [await storeFile(t, staff.id, 'franchise')];
  return { contractNo: number, shareRateBp: 2_500, feeFen: 0, files, merchantNumberId: null, tradeNo: null, ...more };
}
const termsInForce = async (id: number) => {
  const { status, share_rate_bp: rate, contract_to: end } = await rowOf(id);
  return [status, rate, end];
};
const watchContracts = async (clock = t.clock, ids = t.ids) => {
  const [job] = franchiseeJobs.filter(({ name }) => name === 'franchiseContracts');
  await job?.run(t.db, clock, ids);
};
const onDay = (day: string) => ({ ...t.clock, now: () => new Date(`${day}T04:00:00Z`) });

test('a fee that cannot be recognised is reported and does not stop the recognition for other contracts', async () => {
  const [job] = franchiseeJobs.filter(({ name }) => name === 'franchiseFees');
  const run = async () => job?.run(t.db, t.clock, t.ids);
  const feeFen = 240_000;
  const ids: number[] = [];
  for (const place of ['321300', '320800']) {
    const id = await franchisee([place], { contract_to: '2026-02-27', status: 'expired' });
    const paid = { feeFen, merchantNumberId: numberId, tradeNo: `BANK-${place}` };
    const next = await renewal(`JM-${place}`, { startsOn: '2026-03-01', endsOn: '2028-03-01', ...paid });
    assert.equal((await act('renew', id, next)).code, 100);
    ids.push(id);
  }
  const [first = 0, second = 0] = ids;
  const setFee = (fen: number) =>
    t.db.updateTable('franchise_contract').set({ fee_fen: fen }).where('franchisee_id', '=', first).execute();
  const deferred = async () => {
    const balances = await balancesOf(t.db, ['FRANCHISE_DEFERRED'], ids);
    return ids.map((id) => balances.get(`FRANCHISE_DEFERRED:${id}`));
  };
  // The first month's portion of this fee exceeds the amount that was paid, so its posting is refused.
  await setFee(feeFen * 1_000);
  await assert.rejects(run, AggregateError);
  assert.ok(second > first);
  assert.deepEqual(await deferred(), [feeFen, feeFen - feeFen / 24]);
  await setFee(feeFen);
  await run();
  assert.deepEqual(await deferred(), [feeFen - feeFen / 24, feeFen - feeFen / 24]);
});

test('a franchisee is not expiring while paid contracts follow each other for long enough', async () => {
  const id = await franchisee(['321200'], { contract_to: '2026-03-20', status: 'active' });
  const short = await renewal('JM-R-8', { startsOn: '2026-03-21', endsOn: '2026-04-20' });
  assert.equal((await act('renew', id, short)).code, 100);
  const long = await renewal('JM-R-9', { startsOn: '2026-04-21', endsOn: '2028-04-20' });
  assert.equal((await act('renew', id, long)).code, 100);
  assert.equal((await rowOf(id)).status, 'active');
  await watchContracts();
  assert.equal((await rowOf(id)).status, 'active');
  await watchContracts(onDay('2028-03-01'));
  assert.equal((await rowOf(id)).status, 'expiring');
});

test('a renewal keeps the present share and end until its first day, even if the job runs late', async () => {
  const id = await franchisee(['321100'], { contract_to: '2026-04-10', share_rate_bp: 1_000, status: 'expiring' });
  const next = await renewal('JM-R-2', { startsOn: '2026-04-11', endsOn: '2028-04-10' });
  assert.equal((await act('renew', id, next)).code, 100);
  assert.deepEqual(await termsInForce(id), ['active', 1_000, '2026-04-10']);
  const again = await renewal('JM-R-3', { startsOn: '2028-04-10', endsOn: '2030-04-10' });
  assert.equal((await act('renew', id, again)).code, 40001);
  await watchContracts(onDay('2026-04-10'));
  assert.deepEqual(await termsInForce(id), ['active', 1_000, '2026-04-10']);
  const broken = { ...t.ids, next: () => assert.fail('no id') };
  await assert.rejects(watchContracts(onDay('2026-04-13'), broken));
  assert.deepEqual(await termsInForce(id), ['active', 1_000, '2026-04-10']);
  for (const _run of [1, 2]) await watchContracts(onDay('2026-04-13'));
  assert.deepEqual(await termsInForce(id), ['active', 2_500, '2028-04-10']);
  const history = (await t.call('franchise.Franchisee/getHistory', { id }, as(staff))).data.list;
  assert.equal(history.filter(({ actionText }) => actionText === 'Contract in force').length, 1);
});

test('an expired franchisee with a later contract gets no share before it begins, and keeps its territory', async () => {
  const territory = ['330500'];
  const id = await franchisee(territory, { contract_to: '2026-02-20', status: 'expired', is_exclusive: true });
  const next = await renewal('JM-R-4', { startsOn: '2026-05-01', endsOn: '2027-05-01' });
  assert.equal((await act('renew', id, next)).code, 100);
  assert.equal((await rowOf(id)).status, 'expired');
  assert.equal((await franchiseShares(t.db, [id])).size, 0);
  const other = await franchisee(['330600']);
  assert.equal((await act('setTerritory', other, { territory, exclusive: false })).code, 42283);
  await watchContracts(onDay('2026-05-01'));
  assert.deepEqual([...(await franchiseShares(t.db, [id]))], [[id, 2_500]]);
});

test('a termination leaves no station, no balance and no usable account', async () => {
  const withStations = (await t.call('franchise.Franchisee/getList', {}, as(staff))).data.list.find(
    (row) => row.stations > 0,
  );
  assert.equal((await act('terminate', withStations?.id ?? 0)).code, 40001);
  const bare = { merchantNumberId: null, tradeNo: null };
  assert.equal((await act('terminate', withStations?.id ?? 0, bare)).code, 42286);

  const id = await franchisee(['330101']);
  const on = { bizNo: `FC-${serial}-IN`, teamId: 0, at: t.clock.now(), day: '2026-03-01' };
  await post(t, depositIn(on, { subject: 'franchisee', id }, 90_000, numberId, {}));
  const { account } = await t.account({ type: 'franchisee', identity: 'franchisee', franchiseeId: id });
  assert.equal((await act('terminate', id, bare)).code, 40001);
  const paid = { merchantNumberId: numberId, tradeNo: 'BANK-OUT-1' };
  assert.deepEqual(await codes(act('terminate', id, paid), act('terminate', id, paid)), [100, 42201]);
  const code = 'FRANCHISEE_DEPOSIT' as const;
  assert.equal((await balancesOf(t.db, [code], [id])).get(`${code}:${id}`) ?? 0, 0);
  const row = t.db.selectFrom('account').select('status').where('account', '=', account);
  assert.equal((await row.executeTakeFirst())?.status, 'disabled');
  assert.deepEqual(await findOffences(t.db), []);
});

test('a station cannot join a franchisee that is terminated at the same moment, not even as a draft', async () => {
  const bare = { merchantNumberId: null, tradeNo: null };
  const draft = (franchiseeId: number) =>
    t.call('team.Team/saveDraft', { step: 1, values: { teamType: 'franchise', franchiseeId } }, as(staff));
  const both = await franchisee(['330701']);
  assert.equal((await codes(draft(both), act('terminate', both, bare))).filter((code) => code === 100).length, 1);
  const ending = await franchisee(['330702']);
  const held = await t.db.transaction().execute(async (own) => {
    await own.updateTable('franchisee').set({ status: 'terminated' }).where('id', '=', ending).execute();
    const saving = { answer: draft(ending) };
    // Give the call time to reach the row lock. The call then waits at the lock until this transaction ends.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return saving;
  });
  assert.equal((await held.answer).code, 40001);
  const joined = t.db.selectFrom('team').select('id').where('franchisee_id', '=', ending);
  assert.equal(await joined.executeTakeFirst(), undefined);
});

test('an open order with an outstanding share prevents a termination', async () => {
  const id = await franchisee(['340101']);
  const order = await t.db
    .selectFrom('customer_order')
    .select(['id', 'team_id'])
    .where('status', '=', 'delivered')
    .orderBy('delivered_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const since = new Date(t.clock.now().getTime() - DAY_MS);
  const of = t.db.updateTable('customer_order').where('id', '=', order.id).where('team_id', '=', order.team_id);
  const before = await t.db
    .selectFrom('customer_order')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  await of
    .set({ cost_snapshot: JSON.stringify({ franchiseeId: id }), settled_at: null, delivered_at: since })
    .execute();
  const bare = { merchantNumberId: null, tradeNo: null };
  assert.equal((await act('terminate', id, bare)).code, 42227);
  await of
    .set({
      cost_snapshot: JSON.stringify(before.cost_snapshot),
      settled_at: before.settled_at,
      delivered_at: before.delivered_at,
    })
    .execute();
  assert.equal((await act('terminate', id, bare)).code, 100);
});

test('an adjustment changes the share balance once, after a second person’s approval, and never below zero', async () => {
  const maker = await person([42, 4208, 4209]);
  const checker = await person([42, 4209]);
  const id = await franchisee(['350101']);
  const given = { id, direction: 'in', amountFen: 60_000, category: 'subsidy', reason: 'Opening subsidy' } as const;
  const propose = (more: object = {}, by = maker) =>
    t.call('franchise.Franchisee/adjustFund', { ...given, ...more }, as(by));
  const decide = (step: string, doc: number, by: Person, more: object = {}) =>
    t.raw(`franchise.Franchisee/${step}Adjust`, { id: doc, version: 1, ...more }, as(by));
  const balance = async () =>
    (await balancesOf(t.db, ['FRANCHISEE_AVAILABLE'], [id])).get(`FRANCHISEE_AVAILABLE:${id}`) ?? 0;
  assert.equal((await propose({}, checker)).code, 40301);
  assert.equal((await propose({ amountFen: 100_000 })).code, 40001);
  assert.equal((await propose({ direction: 'out' })).code, 42241);
  const first = await propose();
  assert.equal(first.code, 100, first.msg);
  assert.equal(await balance(), 0);
  assert.equal((await decide('approve', first.data.id, maker)).code, 40305);
  assert.equal((await decide('approve', first.data.id, staff)).code, 40301);
  const waiting = await t.call('approval.Case/getList', { types: ['franchiseeAdjust'] }, as(checker));
  assert.deepEqual(
    waiting.data.list.map(({ object, amountFen }) => [object, amountFen]),
    [[(await rowOf(id)).name, 60_000]],
  );
  const both = [decide('approve', first.data.id, checker), decide('approve', first.data.id, checker)];
  assert.deepEqual(await codes(...both), [100, 42201]);
  assert.equal(await balance(), 60_000);
  const [back, more] = [await propose({ direction: 'out' }), await propose({ direction: 'out', amountFen: 1 })];
  assert.deepEqual([back.code, more.code], [100, 100]);
  assert.equal((await decide('approve', back.data.id, checker)).code, 100);
  assert.equal((await decide('approve', more.data.id, checker)).code, 42241);
  assert.equal((await decide('reject', more.data.id, checker, { reason: 'Nothing is left' })).code, 100);
  const { data } = await t.call('franchise.Franchisee/getDetail', { id }, as(staff));
  assert.deepEqual(
    new Set(data.adjusts.map(({ amountFen, state }) => `${state} ${amountFen}`)),
    new Set(['approved 60000', 'approved -60000', 'rejected -1']),
  );
  assert.equal((await act('terminate', id, { merchantNumberId: null, tradeNo: null })).code, 100);
  assert.equal((await propose()).code, 42201);
  assert.deepEqual(await findOffences(t.db), []);
});

test('profile changes keep absent fields, check the credit code and the employee, and filter by employee', async () => {
  const id = await franchisee(['360201']);
  const { name, contact_name: contactName, share_rate_bp: shareRateBp } = await rowOf(id);
  const profile = { name, contactName, contactTel: null, level: 'A', shareRateBp };
  assert.equal((await act('save', id, { ...profile, creditCode: '91350100M000100Y44' })).code, 40001);
  const outsider = await t.account({ type: 'franchisee', identity: 'franchisee', franchiseeId: id });
  assert.equal((await act('save', id, { ...profile, ownerId: outsider.id })).code, 40001);
  const whole = { creditCode: '91350100M000100Y43', legalName: 'Lin Fang', ownerId: staff.id };
  assert.equal((await act('save', id, { ...profile, ...whole })).code, 100);
  assert.equal((await act('save', id, profile)).code, 100);
  const { credit_code: creditCode, legal_name: legalName, owner_id: ownerId } = await rowOf(id);
  assert.deepEqual({ creditCode, legalName, ownerId }, whole);
  const found = await t.call('franchise.Franchisee/getList', { ownerIds: [staff.id] }, as(staff));
  assert.deepEqual(
    found.data.list.map((row) => row.id),
    [id],
  );
});

test('a change of an old version is refused with the name of the user who changed the franchisee', async () => {
  const id = await franchisee(['360203']);
  const { name, contact_name: contactName, share_rate_bp: shareRateBp } = await rowOf(id);
  const profile = { name, contactName, contactTel: null, level: 'A', shareRateBp, version: 1 };
  const other = await person([42, 4202]);
  const [first, late] = [await act('save', id, profile, other), await act('save', id, profile)];
  assert.deepEqual([first.code, late.code], [100, 40901], first.msg);
  const account = t.db.selectFrom('account').select('name').where('id', '=', other.id);
  const { changedBy, changedAt } = late.data as { changedBy: string; changedAt: string };
  assert.deepEqual(
    [changedBy, changedAt],
    [(await account.executeTakeFirstOrThrow()).name, t.clock.now().toISOString()],
  );
});

test('the identity card of the legal representative is sealed, masked, and revealed by rule with a record', async () => {
  const id = await franchisee(['360301']);
  const { name, contact_name: contactName, share_rate_bp: shareRateBp } = await rowOf(id);
  const profile = { name, contactName, contactTel: null, level: 'A', shareRateBp };
  const card = '11010519491231002X';
  assert.equal((await act('save', id, { ...profile, idCard: '110105194912310021' })).code, 42292);
  assert.equal((await act('save', id, { ...profile, idCard: card, settleCycle: 'month' })).code, 100);
  assert.equal((await act('save', id, profile)).code, 100);
  const stored = await rowOf(id);
  assert.ok(stored.id_card !== null && !stored.id_card.includes(card));
  const { data } = await t.call('franchise.Franchisee/getDetail', { id }, as(staff));
  assert.deepEqual([data.idCard, data.settleCycle, data.settleCycleText], ['110***********002X', 'month', 'Monthly']);
  const history = (await t.call('franchise.Franchisee/getHistory', { id }, as(staff))).data.list;
  assert.ok(!JSON.stringify(history).includes(card));
  const ask = { objectType: 'franchisee', id, field: 'idCard', reason: 'Contract' } as const;
  assert.equal((await t.call('common.Sensitive/unmask', ask, as(staff))).data.value, card);
  const reveal = t.db.selectFrom('operation_record').selectAll().where('object_id', '=', id);
  const records = await reveal.where('action', '=', 'unmask').execute();
  assert.equal(records.length, 1);
  assert.ok(!JSON.stringify(records).includes(card));
  const editor = await person([42, 4202]);
  assert.equal((await t.call('common.Sensitive/unmask', ask, as(editor))).code, 40301);
});

test('a payee account is sealed, replaces the former one, and is verified by another person', async () => {
  const id = await franchisee(['360401']);
  const [maker, checker] = [await person([42, 4202]), await person([42, 4202, 4205])];
  const bank = {
    channel: 'bank',
    accountNo: '6222020000001234',
    name: 'Company',
    bankName: 'East branch',
    appId: null,
  };
  const set = (more: object) => act('setPayee', id, { ...bank, ...more }, maker);
  const payees = async (by: Person) => (await t.call('franchise.Franchisee/getDetail', { id }, as(by))).data.payees;
  assert.equal((await set({ accountNo: 'no digits' })).code, 40001);
  assert.equal((await set({ bankName: null })).code, 40001);
  assert.equal((await set({ channel: 'wechat', accountNo: 'o'.repeat(28) })).code, 40001);
  assert.equal((await set({})).code, 100);
  const [first] = await payees(maker);
  assert.ok(first);
  assert.deepEqual([first.account, first.verifiedAt, first.actions], ['****1234', null, []]);
  const verify = (payeeId: number, by: Person) =>
    t.call('franchise.Franchisee/verifyPayee', { id, payeeId }, as(by)).then(({ code }) => code);
  assert.deepEqual([(await payees(checker))[0]?.actions, await verify(first.id, maker)], [['verify'], 40305]);
  assert.deepEqual((await codesOf(verify(first.id, checker), verify(first.id, checker))).sort(), [100, 42201]);
  const ask = { objectType: 'franchisee', id, field: 'payeeAccount', reason: 'Contract' } as const;
  assert.equal((await t.call('common.Sensitive/unmask', ask, as(checker))).data.value, bank.accountNo);
  assert.equal((await t.call('common.Sensitive/unmask', ask, as(maker))).code, 40301);
  assert.equal((await set({ channel: 'alipay', accountNo: 'pay@example.com', bankName: null })).code, 100);
  assert.equal(await verify(first.id, checker), 42201);
  const both = await payees(checker);
  assert.deepEqual(
    both.map(({ isActive, account, verifiedAt }) => [isActive, account, verifiedAt !== null]),
    [
      [true, '****.com', false],
      [false, '****1234', true],
    ],
  );
  const { data } = await t.call('franchise.Franchisee/getDetail', { id }, as(checker));
  assert.equal(data.payee, 'Alipay ****.com');
  assert.equal((await t.call('franchise.Franchisee/verifyPayee', { id, payeeId: 1 }, as(checker))).code, 40401);
});

test('the history shows each change with its author, in words, and only to users who see the franchisee', async () => {
  const id = await franchisee(['360101']);
  await act('setTerritory', id, { territory: ['360102'], exclusive: false });
  await act('suspend', id);
  const history = async (by: Person) => t.call('franchise.Franchisee/getHistory', { id }, as(by));
  const { data } = await history(staff);
  const changes = data.list.map(({ changes: found, reason }) => [
    found.map(({ label, after }) => [label, after]),
    reason,
  ]);
  assert.equal(data.total, 2);
  assert.deepEqual(changes[0], [[['State', 'Suspended']], 'As agreed']);
  assert.equal(data.list[1]?.changes[0]?.label, 'Territory');
  assert.ok(data.list.every(({ byName }) => byName !== ''));
  const outside = await person([42], { kind: 'teams', ids: [1] });
  assert.equal((await history(outside)).code, 40302);
});
