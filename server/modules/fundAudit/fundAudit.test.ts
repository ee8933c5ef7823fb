import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Input } from '../../../contract';
import { DAY_MS } from '../../../contract/units';
import { readSheet } from '../../core/files/sheet';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { approvalJobs } from '../approval';
import { balancesOf, depositIn, findOffences, postAll, setCredit } from '../ledger';
import { fundAuditJobs } from './jobs';

let t: TestApp;
/** A user with an active session and a verification ticket. */
interface Person {
  readonly id: number;
  readonly account: string;
  readonly token: string;
  readonly ticket: string;
}
let owner: Person;
let maker: Person;
let checker: Person;
let riders: { id: number; teamId: number; riderNo: string; name: string; tel: string }[];
const ALL = [2, 65, 6504, 6506, 6507];

async function person(rules: readonly number[] | 'owner', teamIds?: readonly number[]): Promise<Person> {
  const made =
    rules === 'owner'
      ? await t.account({ account: 'owner', type: 'owner' })
      : await t.account({ rules, ...(teamIds && { scope: { kind: 'teams' as const, ids: teamIds } }) });
  const token = await t.signIn(made.account);
  return { id: made.id, account: made.account, token, ticket: await t.ticket(token) };
}
const as = ({ token, ticket }: Person) => ({ token, ticket, locale: 'en-US' as const });

before(async () => {
  t = await createTestApp({ demo: true });
  // Remove the demo's entries so that only the entries of these tests exist. Another test covers the demo's entries.
  await t.db.deleteFrom('rider_fund_audit').execute();
  riders = await t.db
    .selectFrom('rider')
    .innerJoin('team', 'team.id', 'rider.team_id')
    .select(['rider.id', 'rider.team_id as teamId', 'rider.rider_no as riderNo', 'rider.name', 'rider.tel'])
    .where('rider.status', '=', 'active')
    .where('team.status', '=', 'operating')
    .orderBy('rider.id')
    .execute();
  owner = await person('owner');
  maker = await person(ALL);
  checker = await person(ALL);
  await fund(rider().teamId);
});
after(() => t.close());
afterEach(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});

const rider = (at = 0) => {
  const found = riders[at];
  assert.ok(found);
  return found;
};
const tools = () => ({ db: t.db, ids: t.ids, clock: t.clock });
const balance = async (
  id = rider().id,
  code: 'RIDER_AVAILABLE' | 'RIDER_DEPOSIT' | 'TEAM_AVAILABLE' = 'RIDER_AVAILABLE',
) => (await balancesOf(t.db, [code], [id])).get(`${code}:${id}`) ?? 0;
const today = () => new Date(t.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
let serial = 0;
const occasion = (teamId: number) => {
  serial += 1;
  return { bizNo: `T${serial}`, teamId, at: t.clock.now(), day: today() };
};
/** Credits a station, so that it can pay. */
async function fund(teamId: number, amountFen = 500_000) {
  await setCredit(tools(), teamId, 0);
  const lines = [
    { account: 'ADJUSTMENT', ownerId: 0, dc: 'D', amountFen },
    { account: 'TEAM_AVAILABLE', ownerId: teamId, dc: 'C', amountFen },
  ] as const;
  await postAll(tools(), [{ ...occasion(teamId), bizType: 'MANUAL_IN', lines }]);
}
/** Posts income of a rider from an order. */
async function earn(who: { id: number; teamId: number }, amountFen: number) {
  const { teamId, id } = who;
  const pay = [
    { account: 'SUBSIDY', ownerId: 0, dc: 'D', amountFen },
    { account: 'ORDER_ESCROW', ownerId: 0, dc: 'C', amountFen },
  ] as const;
  const settle = [
    { account: 'ORDER_ESCROW', ownerId: 0, dc: 'D', amountFen },
    { account: 'RIDER_AVAILABLE', ownerId: id, dc: 'C', amountFen },
  ] as const;
  const on = occasion(teamId);
  await postAll(tools(), [
    { ...on, bizType: 'ORDER_PAY', lines: pay },
    { ...on, bizType: 'ORDER_SETTLE', lines: settle },
  ]);
}
/** Sets a rider's balance to this amount. */
async function leave(who: { id: number; teamId: number }, wanted: number) {
  const difference = wanted - (await balance(who.id));
  if (difference === 0) return;
  const amountFen = Math.abs(difference);
  const lines = [
    { account: 'ADJUSTMENT', ownerId: 0, dc: difference > 0 ? 'D' : 'C', amountFen },
    { account: 'RIDER_AVAILABLE', ownerId: who.id, dc: difference > 0 ? 'C' : 'D', amountFen },
  ] as const;
  const bizType = difference > 0 ? 'MANUAL_IN' : 'MANUAL_OUT';
  await postAll(tools(), [{ ...occasion(who.teamId), bizType, lines }]);
}

const evidence = (by: Person = maker, scene?: string) => storeFile(t, by.id, scene);

type Entry = Partial<Input<'fundAudit.Rider/create'>>;
const create = (change: Entry = {}, by = maker) =>
  t.call(
    'fundAudit.Rider/create',
    {
      riderId: rider().id,
      kind: 'reward',
      amountFen: 5_000,
      fundedBy: 'platform',
      reason: 'Best of the month',
      ...change,
    },
    as(by),
  );
async function created(change: Entry = {}, by = maker): Promise<number> {
  const answer = await create(change, by);
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
const deduction = async (change: Entry = {}) =>
  created({ kind: 'deduct', reason: 'Damaged the box', evidence: [await evidence()], ...change });
const approve = (id: number, by = checker, version = 1) => t.call('fundAudit.Rider/approve', { id, version }, as(by));
const detail = async (id: number, by = owner) => (await t.call('fundAudit.Rider/getDetail', { id }, as(by))).data;
const list = async (input: Input<'fundAudit.Rider/getList'> = {}, by = owner) =>
  (await t.call('fundAudit.Rider/getList', { limit: 100, ...input }, as(by))).data;
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const run = async (name: string) => {
  for (const job of [...fundAuditJobs, ...approvalJobs]) if (job.name === name) await job.run(t.db, t.clock, t.ids);
};
const collect = () => run('instalments of riders');

describe('an entry', () => {
  it('moves no money until another person approves it, then posts exactly its amount', async () => {
    const before = await balance();
    const id = await created({ amountFen: 7_777 });
    assert.equal(await balance(), before);
    assert.equal((await detail(id)).afterFen, before + 7_777);
    assert.equal((await approve(id, maker)).code, 40305);
    const done = await approve(id);
    assert.deepEqual([done.code, done.data.state, done.data.version], [100, 'effective', 2]);
    assert.equal(await balance(), before + 7_777);
    const { steps, txNos, state, afterFen, checkerName } = await detail(id);
    assert.deepEqual(
      [steps.map(({ step }) => step), txNos.length, state, afterFen, checkerName !== null],
      [['submit', 'approve', 'post'], 1, 'effective', null, true],
    );
    assert.equal((await approve(id, checker, 2)).code, 42201);
  });

  it('funded by the station debits the station, and stays pending while its balance is too low', async () => {
    const { teamId } = rider();
    const before = await balance(teamId, 'TEAM_AVAILABLE');
    assert.equal((await approve(await created({ fundedBy: 'team', amountFen: 4_000 }))).code, 100);
    assert.equal(await balance(teamId, 'TEAM_AVAILABLE'), before - 4_000);
    const poor = riders.find((one) => one.teamId !== teamId);
    assert.ok(poor);
    await t.db.updateTable('team').set({ credit_limit_fen: 0 }).where('id', '=', poor.teamId).execute();
    const there = await balance(poor.teamId, 'TEAM_AVAILABLE');
    assert.ok(there < 500_000);
    const id = await created({ riderId: poor.id, fundedBy: 'team', amountFen: there + 1 });
    assert.equal((await approve(id)).code, 42241);
    assert.equal((await detail(id)).state, 'pending');
  });

  it('cannot exceed the rider’s balance, neither at entry nor at approval', async () => {
    const who = rider(1);
    await leave(who, 1_000);
    const proof = [await evidence()];
    const wish = { riderId: who.id, kind: 'deduct', evidence: proof } as const;
    assert.equal((await create({ ...wish, amountFen: 1_001 })).code, 42311);
    const id = await created({ ...wish, amountFen: 1_000 });
    await leave(who, 999);
    assert.equal((await approve(id)).code, 42311);
    assert.deepEqual([(await detail(id)).state, await balance(who.id)], ['pending', 999]);
    await leave(who, 1_000);
    assert.equal((await approve(id)).code, 100);
    assert.deepEqual([await balance(who.id), (await detail(id)).collectedFen], [0, 1_000]);
  });

  it('returns a deposit to the balance, at most what was paid, from no other account', async () => {
    const who = rider(2);
    const { id: channel } = await t.db.selectFrom('merchant_number').select('id').executeTakeFirstOrThrow();
    const paid = await balance(who.id, 'RIDER_DEPOSIT');
    await postAll(tools(), [
      depositIn(occasion(who.teamId), { subject: 'rider', id: who.id }, 20_000, channel, { counterName: who.name }),
    ]);
    const wish = { riderId: who.id, kind: 'depositRefund', reason: 'Returned the bike' } as const;
    assert.equal((await create({ ...wish, amountFen: paid + 20_001 })).code, 42241);
    const id = await created({ ...wish, amountFen: 20_000 });
    const before = await balance(who.id);
    assert.equal((await approve(id)).code, 100);
    assert.deepEqual([await balance(who.id), await balance(who.id, 'RIDER_DEPOSIT')], [before + 20_000, paid]);
    assert.equal((await detail(id)).fundedBy, 'deposit');
  });

  it('reports missing fields: evidence of a deduction, uploaded by its maker; the direction of a correction; a reason', async () => {
    const who = rider().id;
    for (const files of [[], [await evidence(checker)], [await evidence(maker, 'avatar')], [4_242]]) {
      const answer = await create({ riderId: who, kind: 'deduct', amountFen: 1, evidence: files });
      assert.deepEqual([answer.code, [...new Set(errorsOf(answer))]], [40001, ['evidence']]);
    }
    assert.deepEqual(errorsOf(await create({ kind: 'correction' })), ['direction']);
    assert.deepEqual(errorsOf(await create({ kind: 'reward', direction: 'out' })), ['direction']);
    assert.deepEqual(errorsOf(await create({ kind: 'reward', allowInstalment: true })), ['allowInstalment']);
    assert.deepEqual(errorsOf(await create({ reason: 'Why' })), ['reason']);
    assert.deepEqual(errorsOf(await create({ amountFen: 0 })), ['amountFen']);
  });

  it('is refused over the single maximum of the settings, and for riders who have left or never started', async () => {
    const over = await create({ amountFen: 500_001 });
    assert.deepEqual([over.code, over.msg], [42313, 'Over ¥5,000.00']);
    assert.equal((await create({ amountFen: 500_000 })).code, 100);
    for (const status of ['offboarded', 'applying'] as const) {
      const gone = await t.db.selectFrom('rider').select('id').where('status', '=', status).executeTakeFirst();
      if (gone) assert.equal((await create({ riderId: gone.id })).code, 42201, status);
    }
    assert.equal((await create({ riderId: 4_242 })).code, 40401);
  });

  it('refunds the deposit of a rider who left 15 days ago, and refuses other entries and an earlier refund', async () => {
    const who = rider(3);
    const { status, left_at } = await t.db
      .selectFrom('rider')
      .select(['status', 'left_at'])
      .where('id', '=', who.id)
      .executeTakeFirstOrThrow();
    const before = await balance(who.id);
    const leftAgo = (days: number) =>
      t.db
        .updateTable('rider')
        .set({ status: 'offboarded', left_at: new Date(t.clock.now().getTime() - days * DAY_MS) })
        .where('id', '=', who.id)
        .execute();
    const { id: channel } = await t.db.selectFrom('merchant_number').select('id').executeTakeFirstOrThrow();
    await postAll(tools(), [
      depositIn(occasion(who.teamId), { subject: 'rider', id: who.id }, 10_000, channel, { counterName: who.name }),
    ]);
    const wish = { riderId: who.id, kind: 'depositRefund', amountFen: 5_000, reason: 'Returned the bike' } as const;
    const asked = await created(wish);
    await leftAgo(14);
    try {
      for (const early of [await create(wish), await approve(asked)])
        assert.deepEqual([early.code, errorsOf(early)], [40001, ['riderId']]);
      const file = `Rider no.,Kind,Direction,Amount (¥),Funded by,Related no.,Reason,Instalments allowed
${who.riderNo},Deposit refund,,50.00,,,Returned the bike,`;
      const content = Buffer.from(file).toString('base64');
      const trial = await t.call('fundAudit.Rider/import', { content, dryRun: true }, as(maker));
      assert.deepEqual(
        trial.data.errors.map(({ row, column }) => [row, column]),
        [[2, 'Rider no.']],
      );
      await leftAgo(15);
      assert.equal((await create({ riderId: who.id })).code, 42201);
      assert.equal((await approve(asked)).code, 100);
      const [shown] = (await t.call('fundAudit.Rider/getRiders', { riderId: who.id }, as(maker))).data.list;
      assert.deepEqual([shown?.isOpen, shown?.hasLeft], [true, true]);
      assert.equal((await approve(await created({ ...wish, relatedNo: 'REST' }))).code, 100);
      assert.equal((await balance(who.id)) - before, 10_000);
    } finally {
      await t.db.updateTable('rider').set({ status, left_at }).where('id', '=', who.id).execute();
    }
  });

  it('of a rider who left later cannot be approved, but can be rejected', async () => {
    const who = rider(3);
    const id = await created({ riderId: who.id });
    await t.db.updateTable('rider').set({ status: 'offboarded' }).where('id', '=', who.id).execute();
    try {
      assert.equal((await approve(id)).code, 42201);
      const answer = await t.call(
        'fundAudit.Rider/reject',
        { id, version: 1, reason: 'Has left already' },
        as(checker),
      );
      assert.equal(answer.data.state, 'rejected');
    } finally {
      await t.db.updateTable('rider').set({ status: 'active' }).where('id', '=', who.id).execute();
    }
  });

  it('cannot be pending twice for the same rider, number and kind', async () => {
    const same = { relatedNo: 'FL202603010001', riderId: rider(4).id } as const;
    const id = await created(same);
    const again = await create(same);
    assert.deepEqual([again.code, again.msg], [40903, 'Related no. already exists']);
    assert.equal((await create({ ...same, kind: 'subsidy' })).code, 100);
    assert.equal((await create({ ...same, riderId: rider(5).id })).code, 100);
    await approve(id);
    assert.equal((await create(same)).code, 100);
  });

  it('is entered once per idempotency key, however often it is sent', async () => {
    const input = {
      riderId: rider().id,
      kind: 'reward',
      amountFen: 11,
      fundedBy: 'platform',
      reason: 'Sent twice',
    } as const;
    const send = () => t.call('fundAudit.Rider/create', input, { ...as(maker), key: 'one-key-for-both' });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.code, second.code, first.data.id], [100, 100, second.data.id]);
  });

  it('approved by two people at once is posted once', async () => {
    const other = await person(ALL);
    const before = await balance();
    const id = await created({ amountFen: 3_333 });
    const codes = (await Promise.all([approve(id), approve(id, other)])).map(({ code }) => code);
    assert.deepEqual(codes.toSorted(), [100, 42201]);
    assert.equal(await balance(), before + 3_333);
    assert.equal((await detail(id)).txNos.length, 1);
  });

  it('hides balances in a conflict from a user without the field permission for amounts', async () => {
    const id = await created();
    const { account } = await t.account({ rules: ALL, fields: [] });
    const token = await t.signIn(account);
    const call = { token, ticket: await t.ticket(token) };
    const currentFor = async (how: typeof call) => {
      const late = await t.call('fundAudit.Rider/approve', { id, version: 2 }, how);
      assert.equal(late.code, 40901);
      return (late.data as unknown as { current: { amountFen: number; balanceFen: number | null } }).current;
    };
    const [hidden, shown] = [await currentFor(call), await currentFor(as(checker))];
    assert.deepEqual([hidden.amountFen, hidden.balanceFen], [shown.amountFen, null]);
    assert.equal(typeof shown.balanceFen, 'number');
  });

  it('needs a second verification and the current version for approval', async () => {
    const id = await created();
    const { token } = checker;
    assert.equal((await t.call('fundAudit.Rider/approve', { id, version: 1 }, { token })).code, 40303);
    const late = await approve(id, checker, 2);
    assert.equal(late.code, 40901);
    assert.equal((late.data as unknown as { current: { id: number } }).current.id, id);
  });
});

describe('a decision', () => {
  const reason = 'Proof is missing';
  const turn = (action: 'reject' | 'return', id: number, by = checker, version = 1) =>
    t.call(`fundAudit.Rider/${action}`, { id, version, reason }, as(by));

  it('to reject needs a reason and another person, and is final', async () => {
    const id = await created();
    assert.equal((await turn('reject', id, maker)).code, 40305);
    assert.deepEqual(errorsOf(await t.call('fundAudit.Rider/reject', { id, version: 1, reason: 'No' }, as(checker))), [
      'reason',
    ]);
    assert.equal((await turn('reject', id)).data.state, 'rejected');
    const { note, state, steps } = await detail(id);
    assert.deepEqual([note, state, steps.at(-1)?.step], [reason, 'rejected', 'reject']);
    assert.equal((await approve(id, checker, 2)).code, 42201);
  });

  it('to return lets only the maker change and resubmit the entry', async () => {
    const id = await created({ amountFen: 100 });
    assert.equal((await turn('return', id)).data.state, 'returned');
    assert.deepEqual((await detail(id, maker)).actions, ['resubmit', 'withdraw']);
    assert.deepEqual((await detail(id, checker)).actions, []);
    const change = {
      id,
      version: 2,
      kind: 'subsidy',
      amountFen: 250,
      fundedBy: 'platform',
      reason: 'As agreed on the phone',
    } as const;
    assert.equal((await t.call('fundAudit.Rider/resubmit', change, as(checker))).code, 40301);
    assert.equal((await t.call('fundAudit.Rider/resubmit', { ...change, version: 1 }, as(maker))).code, 40901);
    assert.equal((await t.call('fundAudit.Rider/resubmit', { ...change, amountFen: 500_001 }, as(maker))).code, 42313);
    const answer = await t.call('fundAudit.Rider/resubmit', change, as(maker));
    assert.deepEqual([answer.code, answer.data.state, answer.data.version], [100, 'pending', 3]);
    assert.equal((await t.call('fundAudit.Rider/resubmit', { ...change, version: 3 }, as(maker))).code, 42201);
    assert.equal((await approve(id, checker, 3)).code, 100);
    const { kind, amountFen, steps } = await detail(id);
    assert.deepEqual(
      [kind, amountFen, steps.map(({ step }) => step)],
      ['subsidy', 250, ['submit', 'return', 'resubmit', 'approve', 'post']],
    );
  });

  it('is not needed if the maker withdraws the entry', async () => {
    const id = await created();
    assert.equal((await t.call('fundAudit.Rider/withdraw', { id, version: 1 }, as(checker))).code, 40301);
    assert.equal((await t.call('fundAudit.Rider/withdraw', { id, version: 1 }, as(maker))).data.state, 'withdrawn');
    assert.equal((await approve(id, checker, 2)).code, 42201);
  });

  it('that comes after the expiry is refused, even before the job has stored the expiry', async () => {
    const same = { relatedNo: 'ORDER-EXPIRES' } as const;
    const id = await created(same);
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 7 * 86_400_000).toISOString());
    try {
      const later = await person(ALL);
      assert.equal((await approve(id, later)).code, 42312);
      assert.equal((await t.call('fundAudit.Rider/getDetail', { id }, as(later))).data.state, 'expired');
      assert.equal((await create(same, later)).code, 100, 'it holds nothing up');
      await run('expiry of documents');
      const row = await t.db
        .selectFrom('rider_fund_audit')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.equal(row.state, 'expired');
      const steps = await t.db.selectFrom('case_step').select('step').where('case_id', '=', id).orderBy('at').execute();
      assert.deepEqual(
        steps.map(({ step }) => step),
        ['submit', 'expire'],
      );
    } finally {
      t.clock.set(now.toISOString());
    }
  });
});

describe('a deduction by instalment', () => {
  it('takes the balance, then 30 % of each day’s income, until it is complete', async () => {
    const who = rider(6);
    await leave(who, 2_000);
    const id = await deduction({ riderId: who.id, amountFen: 10_000, allowInstalment: true, fundedBy: 'team' });
    const station = await balance(who.teamId, 'TEAM_AVAILABLE');
    const done = await approve(id);
    assert.deepEqual([done.code, done.data.state], [100, 'owing']);
    assert.deepEqual([await balance(who.id), await balance(who.teamId, 'TEAM_AVAILABLE')], [0, station + 2_000]);
    await collect();
    assert.equal((await detail(id)).collectedFen, 2_000, 'income from before it was decided is not taken again');
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 60_000).toISOString());
    await earn(who, 10_000);
    await collect();
    await collect();
    assert.deepEqual([await balance(who.id), (await detail(id)).collectedFen], [7_000, 5_000]);
    await earn(who, 10_001);
    await collect();
    assert.deepEqual([await balance(who.id), (await detail(id)).collectedFen], [14_001, 8_000]);
    t.clock.set(new Date(now.getTime() + 86_400_000).toISOString());
    await earn(who, 50_000);
    await collect();
    const later = await person(ALL);
    const { state, collectedFen, txNos, steps } = await detail(id, later);
    assert.deepEqual([state, collectedFen, txNos.length, new Set(txNos).size], ['effective', 10_000, 4, 4]);
    assert.deepEqual(
      steps.map(({ step, amountFen }) => [step, amountFen]),
      [
        ['submit', null],
        ['approve', null],
        ['post', 2_000],
        ['owe', 8_000],
        ['collect', 3_000],
        ['collect', 3_000],
        ['collect', 2_000],
      ],
    );
    assert.equal(await balance(who.teamId, 'TEAM_AVAILABLE'), station + 10_000);
    await collect();
    assert.equal(await balance(who.id), 62_001);
    t.clock.set(now.toISOString());
  });

  it('takes nothing from an empty balance, and never more than the balance', async () => {
    const who = rider(7);
    await leave(who, 0);
    const id = await deduction({ riderId: who.id, amountFen: 9_000, allowInstalment: true });
    assert.equal((await approve(id)).data.state, 'owing');
    assert.deepEqual((await detail(id)).txNos, []);
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 60_000).toISOString());
    await earn(who, 10_000);
    await leave(who, 1_200);
    await collect();
    assert.deepEqual([await balance(who.id), (await detail(id)).collectedFen], [0, 1_200]);
    t.clock.set(now.toISOString());
  });

  it('includes the shares of days without a collection, and a failure of one rider does not stop other riders', async () => {
    const [who, broken] = [rider(18), rider(19)];
    for (const one of [who, broken]) await leave(one, 0);
    const id = await deduction({ riderId: who.id, amountFen: 9_000, allowInstalment: true });
    const bad = await deduction({ riderId: broken.id, amountFen: 9_000, allowInstalment: true });
    await approve(bad);
    await approve(id);
    const now = t.clock.now();
    const pass = (days: number) => t.clock.set(new Date(now.getTime() + days * 86_400_000 + 60_000).toISOString());
    pass(0);
    await earn(who, 10_000);
    await earn(broken, 10_000);
    await collect();
    // Without its transaction numbers, the debt uses a step number again, with another amount. The collection must therefore fail.
    await t.db.updateTable('rider_fund_audit').set({ tx_nos: '[]' }).where('id', '=', bad).execute();
    pass(1);
    await earn(broken, 5_000);
    await earn(who, 5_000);
    pass(5);
    await assert.rejects(collect(), AggregateError);
    const { collected_fen } = await t.db
      .selectFrom('rider_fund_audit')
      .select('collected_fen')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(collected_fen, 3_000 + 1_500);
    await t.db.updateTable('rider_fund_audit').set({ state: 'waived' }).where('id', '=', bad).execute();
    t.clock.set(now.toISOString());
  });

  it('shares the 30 % with the rider’s other debts, oldest first', async () => {
    const who = rider(8);
    await leave(who, 0);
    const first = await deduction({ riderId: who.id, amountFen: 1_000, allowInstalment: true });
    const second = await deduction({ riderId: who.id, amountFen: 9_000, allowInstalment: true });
    await approve(first);
    await approve(second);
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 60_000).toISOString());
    await earn(who, 10_000);
    await Promise.all([collect(), collect()]);
    assert.deepEqual(
      [(await detail(first)).state, (await detail(second)).collectedFen, await balance(who.id)],
      ['effective', 2_000, 7_000],
    );
    t.clock.set(now.toISOString());
  });

  it('is waived by two users of whom the first is not its maker, and collected amounts stay', async () => {
    const who = rider(9);
    await leave(who, 500);
    const id = await deduction({ riderId: who.id, amountFen: 6_000, allowInstalment: true });
    await approve(id);
    const waive = (by: Person) => t.call('fundAudit.Rider/waive', { id, reason: 'Left with a hardship case' }, as(by));
    assert.equal((await waive(maker)).code, 40305);
    assert.equal((await waive(checker)).code, 110);
    assert.equal((await detail(id)).state, 'owing');
    const proposals = await t.call('approval.Case/getList', { types: ['proposal'] }, as(owner));
    const proposal = proposals.data.list.find(({ title }) => title === 'Waiver of the amount a rider owes');
    assert.ok(proposal);
    const kept = await t.db.selectFrom('proposal').select('team_id').where('id', '=', proposal.id).executeTakeFirst();
    const entry = await t.db.selectFrom('rider_fund_audit').select('team_id').where('id', '=', id).executeTakeFirst();
    assert.deepEqual(kept, entry);
    const agreed = await t.call('approval.Proposal/approve', { id: proposal.id, version: proposal.version }, as(owner));
    assert.equal(agreed.code, 100, JSON.stringify(agreed));
    const { state, collectedFen, steps } = await detail(id);
    assert.deepEqual([state, collectedFen, steps.at(-1)?.amountFen], ['waived', 500, 5_500]);
    assert.equal(await balance(who.id), 0);
    assert.equal((await waive(owner)).code, 42201);
  });
});

describe('an appeal', () => {
  const appeal = (id: { no: string; riderId: number }, change: Entry = {}) =>
    create({
      riderId: id.riderId,
      source: 'appeal',
      sourceNo: id.no,
      kind: 'correction',
      direction: 'in',
      amountFen: 1_000,
      reason: 'The box was broken before',
      ...change,
    });

  it('against a running deduction returns what was collected so far, and needs a collected amount', async () => {
    const who = rider(17);
    await leave(who, 0);
    const id = await deduction({ riderId: who.id, amountFen: 9_000, allowInstalment: true });
    assert.equal((await approve(id)).data.state, 'owing');
    const none = await detail(id, maker);
    assert.equal(none.actions.includes('appeal'), false);
    assert.equal((await appeal(none, { amountFen: 1 })).code, 42201);
    await t.db.updateTable('rider_fund_audit').set({ state: 'withdrawn' }).where('id', '=', id).execute();
    await leave(who, 1_000);
    const part = await deduction({ riderId: who.id, amountFen: 9_000, allowInstalment: true });
    assert.equal((await approve(part)).code, 100);
    const some = await detail(part, maker);
    assert.deepEqual([some.collectedFen, some.actions.includes('appeal')], [1_000, true]);
    assert.deepEqual(errorsOf(await appeal(some, { amountFen: 1_001 })), ['amountFen']);
    assert.equal((await appeal(some, { amountFen: 1_000 })).code, 100);
  });

  it('returns at most what was taken, once, within seven days', async () => {
    const who = rider(10);
    await leave(who, 3_000);
    const id = await deduction({ riderId: who.id, amountFen: 1_000 });
    const pending = await detail(id);
    assert.equal((await appeal(pending)).code, 42201);
    await approve(id);
    const original = await detail(id, maker);
    assert.ok(original.actions.includes('appeal'));
    assert.deepEqual(errorsOf(await appeal(original, { amountFen: 1_001 })), ['amountFen']);
    assert.deepEqual(errorsOf(await appeal(original, { kind: 'reward', direction: 'in' })), ['kind']);
    assert.deepEqual(errorsOf(await appeal({ no: original.no, riderId: rider(11).id })), ['sourceNo']);
    assert.deepEqual(errorsOf(await appeal({ no: '', riderId: who.id })), ['sourceNo']);
    const made = await appeal(original);
    assert.equal(made.code, 100, JSON.stringify(made));
    assert.equal((await appeal(original)).code, 42305);
    const [one, other] = [await detail(made.data.id), await detail(id)];
    assert.deepEqual([one.appealOf?.no, one.source, other.appeal?.id], [original.no, 'appeal', made.data.id]);
    assert.ok(!(await detail(id, maker)).actions.includes('appeal'));
    await approve(made.data.id);
    assert.equal(await balance(who.id), 3_000);
    assert.equal((await appeal(one)).code, 42201, 'an appeal is not appealed against');
  });

  it('is too late after seven days, and can be entered again after it was withdrawn', async () => {
    const who = rider(11);
    await leave(who, 3_000);
    const id = await deduction({ riderId: who.id, amountFen: 1_000 });
    await approve(id);
    const original = await detail(id);
    const made = await appeal(original);
    await t.call('fundAudit.Rider/withdraw', { id: made.data.id, version: 1 }, as(maker));
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 7 * 86_400_000 + 1).toISOString());
    const kept = maker;
    try {
      maker = await person(ALL);
      assert.equal((await appeal(original)).code, 42304);
    } finally {
      maker = kept;
      t.clock.set(now.toISOString());
    }
    assert.equal((await appeal(original)).code, 100);
  });
});

describe('a bulk call on entries', () => {
  const bulk = (input: Input<'fundAudit.Rider/bulk'>, by = checker, withTicket = true) =>
    t.call('fundAudit.Rider/bulk', input, withTicket ? as(by) : { token: by.token, locale: 'en-US' });

  it('decides them separately, and above ¥1,000 in total requires a second verification', async () => {
    const before = await balance();
    const small = [await created({ amountFen: 60_000 }), await created({ amountFen: 40_000 })];
    const own = await created({ amountFen: 500 }, checker);
    assert.equal((await bulk({ action: 'approve', ids: [...small, own] }, checker, false)).code, 40303);
    const first = await bulk({ action: 'approve', ids: small }, checker, false);
    assert.deepEqual([first.code, first.data.success], [100, 2]);
    const done = await bulk({ action: 'approve', ids: [...small, own, 4_242] });
    assert.deepEqual(done.data.failed.map(({ code }) => code).toSorted(), [40305, 40401, 42201, 42201]);
    assert.equal(await balance(), before + 100_000);
  });

  it('needs one common reason for a rejection, refuses an outdated version, and records the decided amount', async () => {
    const ids = [await created({ amountFen: 700 }), await created({ amountFen: 900 })];
    assert.deepEqual(errorsOf(await bulk({ action: 'reject', ids })), ['reason']);
    const answer = await bulk({
      action: 'reject',
      ids,
      versions: { [String(ids[0])]: 1, [String(ids[1])]: 7 },
      reason: 'Entered by mistake',
    });
    assert.deepEqual(
      [answer.data.success, answer.data.failed.map(({ id, code }) => [id, code])],
      [1, [[ids[1], 40901]]],
    );
    const record = await t.db
      .selectFrom('operation_record')
      .select('after')
      .where('module', '=', 'fundAudit')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    assert.deepEqual(record?.after, { action: 'reject', ids: [ids[0]], amountFen: 700 });
  });
});

describe('the list', () => {
  it('filters by its columns, and sums over the whole filter', async () => {
    const who = rider(12);
    await leave(who, 900);
    const reward = await created({ riderId: who.id, amountFen: 1_200, relatedNo: 'LIST-1' });
    const out = await deduction({ riderId: who.id, amountFen: 700 });
    const owing = await deduction({ riderId: who.id, amountFen: 3_000, allowInstalment: true });
    await approve(owing);
    const ids = async (input: Input<'fundAudit.Rider/getList'>) =>
      (await list({ keyword: who.riderNo, ...input })).list.map(({ id }) => id).toSorted();
    const all = [reward, out, owing].toSorted();
    assert.deepEqual(await ids({}), all);
    assert.deepEqual(await ids({ kind: 'reward' }), [reward]);
    assert.deepEqual(await ids({ direction: 'out' }), [out, owing].toSorted());
    assert.deepEqual(await ids({ state: 'owing' }), [owing]);
    assert.deepEqual(await ids({ amountFenMin: 1_000, amountFenMax: 2_000 }), [reward]);
    assert.deepEqual(await ids({ makerId: String(checker.id) }), []);
    assert.deepEqual(await ids({ teamIds: String(who.teamId) }), all);
    assert.deepEqual(
      (await list({ keyword: who.name })).list.map(({ riderId }) => riderId).filter((id) => id !== who.id),
      [],
    );
    assert.deepEqual(
      (await list({ keyword: 'LIST-1' })).list.map(({ id }) => id),
      [reward],
    );
    assert.equal(
      (await list({ keyword: who.tel.slice(0, 11), createdFrom: '2026-02-01', createdTo: '2026-02-02' })).total,
      0,
    );
    const { summary } = await list({ keyword: who.riderNo });
    assert.deepEqual(summary, {
      pending: 2,
      pendingInFen: 1_200,
      pendingOutFen: 700,
      approvedToday: 1,
      rejectedBp: 0,
      owedFen: 2_100,
      fromDay: null,
      toDay: null,
    });
    assert.equal(
      (await t.call('fundAudit.Rider/getList', { amountFenMin: 2, amountFenMax: 1 }, as(owner))).code,
      40001,
    );
    assert.equal(
      (await t.call('fundAudit.Rider/getList', { createdFrom: '2025-01-01', createdTo: '2026-01-01' }, as(owner))).code,
      40006,
    );
  });

  it('shows all open entries of any age, and other entries of the last 30 days', async () => {
    const who = rider(13);
    await leave(who, 0);
    const open = await deduction({ riderId: who.id, amountFen: 3_000, allowInstalment: true });
    await approve(open);
    const over = await created({ riderId: who.id });
    await approve(over);
    const now = t.clock.now();
    t.clock.set(new Date(now.getTime() + 40 * 86_400_000).toISOString());
    try {
      const later = await person(ALL);
      const found = (await list({ limit: 100 }, later)).list.filter(({ riderId }) => riderId === who.id);
      assert.deepEqual(
        found.map(({ id }) => id),
        [open],
      );
    } finally {
      t.clock.set(now.toISOString());
    }
  });

  it('shows a rider’s full phone number for a stated reason, to users with that permission at the station', async () => {
    const who = rider(3);
    const id = await created({ riderId: who.id });
    const reveal = (by: Person) =>
      t.call(
        'common.Sensitive/unmask',
        { objectType: 'fundAudit', id, field: 'tel', reason: 'ask him about it' },
        as(by),
      );
    const inScope = await person([...ALL, 6505], [who.teamId]);
    assert.deepEqual((await reveal(inScope)).data, { value: who.tel });
    const other = riders.find(({ teamId }) => teamId !== who.teamId);
    assert.ok(other);
    assert.equal((await reveal(await person([...ALL, 6505], [other.teamId]))).code, 40302);
    assert.equal((await reveal(maker)).code, 40301);
    const wrong = { objectType: 'fundAudit', id, field: 'bankAccount', reason: 'ask him about it' } as const;
    assert.equal((await t.call('common.Sensitive/unmask', wrong, as(inScope))).code, 40001);
  });

  it('never shows a phone, and sorts by amount and by time of decision', async () => {
    const { list: rows } = await list({});
    assert.ok(rows.length > 5 && rows.every(({ riderTel }) => /^\d{3}\*{4}\d{4}$/.test(riderTel)));
    for (const [sortField, key] of [
      ['amount', 'amountFen'],
      ['decidedAt', 'decidedAt'],
    ] as const) {
      const sorted = (await list({ sortField, sortOrder: 'asc' })).list
        .map((row) => row[key])
        .filter((value) => value !== null);
      assert.deepEqual(
        sorted,
        sorted.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)),
      );
    }
  });

  it('shows users their own stations only: rows, details, riders and decisions', async () => {
    const { teamId } = rider();
    const elsewhere = riders.find((one) => one.teamId !== teamId);
    assert.ok(elsewhere);
    const narrow = await person(ALL, [elsewhere.teamId]);
    const id = await created();
    assert.ok((await list({}, narrow)).list.every((row) => row.teamId === elsewhere.teamId));
    assert.equal((await t.call('fundAudit.Rider/getDetail', { id }, as(narrow))).code, 40302);
    assert.equal((await approve(id, narrow)).code, 40302);
    assert.equal((await create({}, narrow)).code, 40302);
    const found = await t.call('fundAudit.Rider/getRiders', {}, as(narrow));
    assert.ok(found.data.list.length > 0 && found.data.list.every((one) => one.teamId === elsewhere.teamId));
    assert.deepEqual((await t.call('fundAudit.Rider/getRiders', { riderId: rider().id }, as(narrow))).data.list, []);
    const mine = await t.call('fundAudit.Rider/getRiders', { keyword: rider().riderNo }, as(maker));
    assert.deepEqual(
      mine.data.list.map((one) => [one.id, one.balanceFen, one.isOpen]),
      [[rider().id, await balance(), true]],
    );
  });
});

describe('an import', () => {
  const send = (content: Buffer | string, more: Partial<Input<'fundAudit.Rider/import'>> = {}, by = maker) =>
    t.call(
      'fundAudit.Rider/import',
      { content: Buffer.from(content).toString('base64'), dryRun: false, ...more },
      as(by),
    );
  const HEAD = 'Rider no.,Kind,Direction,Amount (¥),Funded by,Related no.,Reason,Instalments allowed';

  it('saves every row, or none and reports the faults of each', async () => {
    const count = async () => (await list({ makerId: String(maker.id), state: 'pending' })).total;
    await leave(rider(14), 100);
    const before = await count();
    const file = [
      HEAD,
      `${rider(14).riderNo},Reward,,12.50,Platform,,Best of the week,`,
      `R999999,Reward,,12.50,Platform,,Best of the week,`,
      `${rider(14).riderNo},Gift,,12.505,Platform,,Why,`,
      `${rider(14).riderNo},Deduction,,2.00,Station,,Lost the helmet,`,
      `${rider(14).riderNo},Correction,,1.00,Station,,Counted twice,`,
      `${rider(14).riderNo},Reward,,5000.01,Platform,,Far too generous,`,
    ].join('\n');
    const trial = await send(file, { dryRun: true });
    assert.deepEqual(
      [trial.data.rows, trial.data.saved, trial.data.errors.map(({ row, column }) => [row, column])],
      [
        6,
        0,
        [
          [3, 'Rider no.'],
          [4, 'Category'],
          [4, 'Amount'],
          [4, 'Reason'],
          [5, 'Evidence'],
          [6, 'Direction'],
          [7, null],
        ],
      ],
    );
    assert.equal((await send(file)).code, 40001);
    assert.equal(await count(), before);
    const proof = await evidence();
    const fine = [
      HEAD,
      `${rider(14).riderNo},奖励,,12.50,平台,,Best of the week,`,
      `${rider(14).riderNo.toLowerCase()},Deduction,Out,"1,200.00",Station,BOX-7,Lost the helmet,yes`,
      ``,
      `${rider(14).riderNo},correction,in,1,platform,,Counted twice,no`,
    ].join('\n');
    const tried = await send(fine, { dryRun: true, evidence: [proof] });
    assert.deepEqual([tried.data.errors, tried.data.inFen, tried.data.outFen], [[], 1_350, 120_000]);
    assert.equal(await count(), before);
    const saved = await send(fine, { evidence: [proof] });
    assert.deepEqual([saved.code, saved.data.saved], [100, 3]);
    assert.equal(await count(), before + 3);
  });

  it('refuses duplicate rows, files that are not tables, and missing columns', async () => {
    const twice = [HEAD, ...[1, 2].map(() => `${rider(15).riderNo},Reward,,1,Platform,TWICE-1,Best of the week,`)].join(
      '\n',
    );
    assert.deepEqual(
      (await send(twice, { dryRun: true })).data.errors.map(({ row, message }) => [row, message]),
      [[3, 'Related no. already exists']],
    );
    assert.equal((await send(Buffer.from([0, 1, 2, 255]))).code, 40008);
    const bare = await send('Rider no.\nR000001', { dryRun: true });
    assert.deepEqual(
      bare.data.errors.map(({ row }) => row),
      [null, null, null],
    );
    const long = await send([HEAD, ...Array.from({ length: 501 }, () => 'x')].join('\n'), { dryRun: true });
    assert.match(JSON.stringify(long.data.errors), /At most 500 rows/);
  });

  it('accepts the unchanged template in every language', async () => {
    for (const locale of ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const) {
      const { data } = await t.call('fundAudit.Rider/getTemplate', {}, { ...as(maker), locale });
      assert.match(data.name, /\.xlsx$/);
      const [heads] = await readSheet(Buffer.from(data.content, 'base64'));
      assert.equal(heads?.length, 8);
      const answer = await send(Buffer.from(data.content, 'base64'), { dryRun: true });
      const known = riders.some(({ riderNo }) => riderNo === 'R000001');
      assert.ok(
        answer.data.rows === 1 && (known ? answer.data.errors.length === 0 : true),
        JSON.stringify(answer.data),
      );
    }
  });
});

it('lists the same pending entries as the approvals inbox, without the caller’s own and other stations’ entries', async () => {
  await t.db.updateTable('rider_fund_audit').set({ state: 'withdrawn' }).where('state', '=', 'pending').execute();
  const ofMaker = await created();
  const ofChecker = await created({}, checker);
  const waiting = async (by: Person) => {
    const { code, msg, data } = await t.call('fundAudit.Rider/getList', { state: 'pending', forMe: 'true' }, as(by));
    assert.equal(code, 100, msg);
    return data.list.map(({ id }) => id);
  };
  assert.deepEqual(await waiting(maker), [ofChecker]);
  assert.deepEqual(await waiting(checker), [ofMaker]);
  const elsewhere = await person(ALL, []);
  assert.deepEqual(await waiting(elsewhere), []);
});
