import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { WITHDRAW } from '../../../contract/withdraw.settings';
import { IN_FLIGHT, WITHDRAW_STATES, type WithdrawState, withdrawCase } from '../../../contract/withdraw.states';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { TEST_NOW } from '../../testing';
import { storeFile } from '../../testing-files';
import { findOffences, setFrozen } from '../ledger';
import { insertSetting } from '../setting';
import { cancelWithdrawal } from './apply';
import { openStage, type Person } from './testing';

/** These tests cover applications: limits, review, and the permission of each step (DOMAIN §3.5, §4.4). */

let t: Awaited<ReturnType<typeof openStage>>;
let reviewer: Person;
let payer: Person;
let owner: Person;
let next = 0;
let version = 0;

before(async () => {
  t = await openStage();
  owner = await t.stage.person('owner');
  reviewer = await t.stage.person();
  payer = await t.stage.person();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  next += 1;
  await configure({ dailyCount: 20, dailyAmountFen: 50_000_000 });
  for (const channel of ['wechat', 'alipay', 'bank']) await t.stage.fund(channel, rider().teamId, 100_000_000);
});
afterEach(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});

type Config = (typeof WITHDRAW.groups.rider)['initial'];
/** Saves the initial configuration with the given changes and without automatic approval. */
async function configure(change: Partial<Config>, group: 'rider' | 'team' = 'rider'): Promise<void> {
  version += 1;
  await insertSetting(t.db, {
    id: t.ids.next(),
    group: WITHDRAW.groups[group],
    version,
    values: { ...WITHDRAW.groups[group].initial, reviewMode: 'manual', ...change },
    changed: Object.keys(change),
    secrets: [],
    restoredFrom: null,
    at: t.clock.now(),
    by: 0,
  });
}

const rider = () => {
  const found = t.riders[next % t.riders.length];
  assert.ok(found);
  return { ...found, subject: 'rider' as const };
};
const payee = (change: Parameters<typeof t.stage.payee>[3] = {}) =>
  t.stage.payee(rider(), 'alipay', 'rider@example.com', change);
/** Creates an application, of ¥50 unless `change` contains another amount. @returns its id */
async function applied(
  change: { amountFen?: number; applicant?: Person; isOffline?: boolean; payeeId?: number } = {},
): Promise<number> {
  const { amountFen = 5_000, applicant, isOffline = false } = change;
  await t.stage.earn(rider(), amountFen);
  const payeeId = change.payeeId ?? (await payee());
  return t.stage.apply(rider(), payeeId, amountFen, {
    isOffline,
    ...(applicant && { applicant: { accountId: applicant.id, name: 'Applicant' } }),
  });
}
async function codeOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 100;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const frozen = () => t.stage.balance('RIDER_FROZEN', rider().id);
const available = () => t.stage.balance('RIDER_AVAILABLE', rider().id);
const versionOf = async (id: number) => (await t.stage.row(id)).version;
/** Reads the notices about an application that were not delivered yet. */
const noticesOf = (id: number) =>
  t.db
    .selectFrom('notice_outbox')
    .select(['event', 'team_id', 'title'])
    .where('link', '=', `/financial/apply?open=${id}`)
    .execute();

describe('an application', () => {
  it('freezes its amount and stores fee, free application, configuration and the facts for the reviewer', async () => {
    await configure({
      feeType: 'rate',
      feeRateBp: 60,
      feeMinFen: 100,
      feeMaxFen: 5_000,
      freeTimesPerMonth: 1,
      dailyCount: 20,
    });
    const first = await t.stage.row(await applied({ amountFen: 20_000 }));
    const before = await available();
    const second = await t.stage.row(await applied({ amountFen: 100_000 }));
    assert.equal(await available(), before);
    assert.equal(await frozen(), 120_000);
    assert.deepEqual([first.fee_free, first.fee_fen, first.net_fen], [true, 0, 20_000]);
    assert.deepEqual([second.fee_free, second.fee_fen, second.net_fen], [false, 600, 99_400]);
    assert.deepEqual([second.config_version, second.is_dual], [version, true]);
    assert.deepEqual(second.risk_tags, ['newPayee', 'firstTime', 'large']);
  });

  for (const [what, code, change, amountFen] of [
    ['while withdrawing is off', 42250, { enabled: false }, 5_000],
    ['below the minimum', 42251, {}, 999],
    ['above the maximum', 42252, {}, 500_100],
    ['that is no multiple', 42251, { multipleFen: 1_000 }, 5_500],
    ['by a channel that is not offered', 42330, { channels: ['bank'] }, 5_000],
    ['on another weekday', 42255, { weekdays: ['1'] }, 5_000],
    ['outside of the hours', 42255, { timeFrom: '12:00', timeTo: '13:00' }, 5_000],
    ['above the amount of a day', 42254, { dailyAmountFen: 4_999 }, 5_000],
    [
      'whose fee takes all of it',
      42257,
      { feeType: 'fixed', feeFixedFen: 5_000, feeMaxFen: 5_000, freeTimesPerMonth: 0 },
      5_000,
    ],
    ['that leaves less than has to stay', 42241, { keepFen: 99_000_000 }, 5_000],
  ] as const)
    it(`${what} is refused with ${code}, and nothing is frozen`, async () => {
      await configure(change as Partial<Config>);
      assert.equal(await codeOf(applied({ amountFen })), code);
      assert.equal(await frozen(), 0);
    });

  it('is found by its number in the record search', async () => {
    const id = await applied();
    const { no } = await t.db.selectFrom('withdraw_apply').select('no').where('id', '=', id).executeTakeFirstOrThrow();
    const { groups } = (await t.call('common.Search/find', { text: no.toLowerCase() } as never, reviewer)).data;
    assert.deepEqual(
      groups.map(({ kind, hits }) => [kind, hits.map((hit) => hit.id)]),
      [['withdrawal', [id]]],
    );
  });

  it('is refused above the balance, from a frozen account, and as the second of a day', async () => {
    await configure({ dailyCount: 1 });
    const payeeId = await payee();
    assert.equal(await codeOf(t.stage.apply(rider(), payeeId, (await available()) + 1_000)), 42241);
    await t.stage.earn(rider(), 10_000);
    await setFrozen(t.db, ['RIDER_AVAILABLE'], rider().id, true);
    assert.equal(await codeOf(t.stage.apply(rider(), payeeId, 5_000)), 42242);
    await setFrozen(t.db, ['RIDER_AVAILABLE'], rider().id, false);
    await t.stage.apply(rider(), payeeId, 5_000);
    assert.equal(await codeOf(t.stage.apply(rider(), payeeId, 5_000)), 42253);
    assert.equal(await frozen(), 5_000);
  });

  it('is refused for an unverified or recently changed payee and for a person without a verified name', async () => {
    assert.equal(await codeOf(applied({ payeeId: await payee({ verified: false }) })), 42256);
    const changedAt = new Date(t.clock.now().getTime() - 23 * 3_600_000);
    assert.equal(await codeOf(applied({ payeeId: await payee({ changedAt }) })), 42256);
    await t.db.updateTable('rider').set({ real_name_state: 'none' }).where('id', '=', rider().id).execute();
    assert.equal(await codeOf(applied()), 42256);
    await configure({ requireRealName: false });
    assert.equal(await codeOf(applied()), 100);
  });

  it('of a merchant follows the rules of stations and reduces the amount payable to the merchant', async () => {
    const merchant = await t.db.selectFrom('merchant').select(['id', 'team_id as teamId']).executeTakeFirstOrThrow();
    const owner = { ...merchant, subject: 'merchant' as const };
    await configure({ weekdays: ['0', '1', '2', '3', '4', '5', '6'], timeFrom: '00:00', timeTo: '24:00' }, 'team');
    await t.stage.earn(owner, 50_000);
    const before = await t.stage.balance('MERCHANT_PAYABLE', owner.id);
    const payeeId = await t.stage.payee(owner, 'alipay', 'rider@example.com');
    // A merchant follows the stations' configuration: at least ¥100. Riders have a minimum of ¥10.
    assert.equal(await codeOf(t.stage.apply(owner, payeeId, 9_999)), 42251);
    const id = await t.stage.apply(owner, payeeId, 20_000);
    const frozenNow = () => t.stage.balance('MERCHANT_FROZEN', owner.id);
    assert.equal(await frozenNow(), 20_000);
    assert.equal(await t.stage.balance('MERCHANT_PAYABLE', owner.id), before - 20_000);
    const { team_id: teamId, state } = await t.stage.row(id);
    assert.deepEqual([teamId, state], [merchant.teamId, 'pendingReview']);
    assert.equal((await t.stage.step('reject', id, await t.stage.person(), 'Wrong account')).code, 100);
    assert.equal(await frozenNow(), 0);
    assert.equal(await t.stage.balance('MERCHANT_PAYABLE', owner.id), before);
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('of a merchant waits for a refund that is being posted, and takes it into account', async () => {
    const merchant = await t.db.selectFrom('merchant').select(['id', 'team_id as teamId']).executeTakeFirstOrThrow();
    const owner = { ...merchant, subject: 'merchant' as const };
    await configure({ weekdays: ['0', '1', '2', '3', '4', '5', '6'], timeFrom: '00:00', timeTo: '24:00' }, 'team');
    await t.stage.earn(owner, 10_000);
    const all = await t.stage.balance('MERCHANT_PAYABLE', owner.id);
    const payeeId = await t.stage.payee(owner, 'alipay', 'rider@example.com');
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      return (rows[0]?.n ?? 0) > 0;
    };
    const { applying } = await withTransaction(t.db, async (db) => {
      await t.stage.earn(owner, -10_000, db);
      const asked = codeOf(t.stage.apply(owner, payeeId, all));
      while (!(await waiting())) await new Promise((settle) => setTimeout(settle, 20));
      return { applying: asked };
    });
    assert.equal(await applying, 42241);
  });

  it('of another owner’s payee is not found', async () => {
    const payeeId = await payee();
    next += 1;
    assert.equal(await codeOf(applied({ payeeId })), 40401);
  });

  it('counts concurrent applications of the same person', async () => {
    await configure({ dailyCount: 1 });
    await t.stage.earn(rider(), 50_000);
    const payeeId = await payee();
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(t.stage.apply(rider(), payeeId, 5_000))));
    assert.equal(codes.filter((code) => code === 100).length, 1, codes.join());
    assert.equal(await frozen(), 5_000);
  });

  it('below the limit is approved automatically only for a payee who was paid before; others notify the reviewers', async () => {
    await configure({ reviewMode: 'autoBelow', autoBelowFen: 20_000, dailyCount: 20 });
    const payeeId = await payee();
    const first = await applied({ payeeId });
    assert.equal(await t.stage.state(first), 'pendingReview');
    const { no } = await t.stage.row(first);
    const [notice, ...others] = await noticesOf(first);
    assert.deepEqual([notice?.event, notice?.team_id, others], ['withdrawPending', rider().teamId, []]);
    assert.match(JSON.stringify(notice?.title), new RegExp(no));
    assert.equal((await t.stage.step('approve', first, reviewer)).code, 100);
    assert.equal((await t.stage.step('pay', first, payer)).code, 100);
    const automatic = await applied({ payeeId });
    assert.equal(await t.stage.state(automatic), 'approved');
    assert.deepEqual(await noticesOf(automatic), []);
    assert.equal(await t.stage.state(await applied({ payeeId, amountFen: 20_100 })), 'pendingReview');
    assert.equal(await t.stage.state(await applied()), 'pendingReview', 'to another payee');
  });

  it('can be cancelled by its applicant until the review', async () => {
    const id = await applied();
    await cancelWithdrawal(t.stage.tools, id);
    assert.deepEqual([await t.stage.state(id), await frozen()], ['cancelled', 0]);
    next += 1;
    const other = await applied();
    await t.stage.step('approve', other, reviewer);
    assert.equal(await codeOf(cancelWithdrawal(t.stage.tools, other)), 42201);
  });
});

describe('the review', () => {
  it('rejects with a reason, releases the amount, and shows the reason', async () => {
    const id = await applied();
    const before = await available();
    const answer = await t.stage.step('reject', id, reviewer, 'Name differs');
    assert.equal(answer.code, 100);
    assert.match(answer.data.message ?? '', /^Withdrawal WD\d+ rejected, ¥50\.00 returned$/);
    assert.deepEqual([(await available()) - before, await frozen()], [5_000, 0]);
    assert.equal((await t.stage.row(id)).note, 'Name differs');
  });

  it('can be revoked until the payout, and repeated', async () => {
    const id = await applied();
    await t.stage.step('approve', id, reviewer);
    assert.equal((await t.stage.step('revoke', id, reviewer)).code, 100);
    assert.deepEqual([(await t.stage.row(id)).checker_id, await t.stage.state(id)], [null, 'pendingReview']);
    assert.equal((await t.stage.step('approve', id, payer)).code, 100);
  });

  it('and the payout of one’s own application need another person', async () => {
    const id = await applied({ applicant: reviewer });
    assert.equal((await t.stage.step('approve', id, reviewer)).code, 40305);
    assert.equal((await t.stage.step('reject', id, reviewer, 'My own')).code, 40305);
    assert.equal((await t.stage.step('approve', id, payer)).code, 100);
    assert.equal((await t.stage.step('pay', id, reviewer)).code, 40305);
  });

  it('of a large amount requires another person for the payout', async () => {
    const id = await applied({ amountFen: 100_000 });
    await t.stage.step('approve', id, reviewer);
    assert.equal((await t.stage.step('pay', id, reviewer)).code, 40305);
    const shown = async (by: Person) =>
      (await t.call('finance.Withdraw/getDetail', { id }, t.stage.as(by))).data.actions;
    assert.ok(!(await shown(reviewer)).includes('pay'));
    assert.ok((await shown(payer)).includes('pay'));
    assert.equal((await t.stage.step('pay', id, payer)).code, 100);
  });

  it('of an application that another person changed is refused', async () => {
    const id = await applied();
    const stale = await versionOf(id);
    await t.stage.step('approve', id, reviewer);
    await t.stage.step('revoke', id, reviewer);
    const answer = await t.call('finance.Withdraw/approve', { id, version: stale }, t.stage.as(reviewer));
    assert.equal(answer.code, 40901);
  });
});

describe('a payout outside of the product', () => {
  const input = async (id: number, change: object = {}): Promise<Input<'finance.Withdraw/payOffline'>> => ({
    id,
    version: await versionOf(id),
    merchantNumberId: t.numbers.get('bank') ?? 0,
    paidAt: TEST_NOW,
    voucherNo: `V${t.ids.next()}`,
    voucher: await storeFile(t, payer.id),
    ...change,
  });
  const pay = async (id: number, change: object = {}) =>
    t.call('finance.Withdraw/payOffline', await input(id, change), t.stage.as(payer));

  it('is paid at once with its voucher, which is valid for one payout only', async () => {
    await configure({ channels: ['offline', 'alipay'] });
    const id = await applied({ isOffline: true });
    await t.stage.step('approve', id, reviewer);
    assert.equal((await t.stage.step('pay', id, payer)).code, 42330, 'no channel can be called');
    const answer = await pay(id, { voucherNo: 'VOUCHER-1' });
    assert.equal(answer.code, 100, JSON.stringify(answer));
    assert.deepEqual([await t.stage.state(id), await frozen()], ['paid', 0]);
    next += 1;
    const other = await applied({ isOffline: true });
    await t.stage.step('approve', other, reviewer);
    assert.equal((await pay(other, { voucherNo: 'VOUCHER-1' })).code, 40903);
    assert.equal(await t.stage.state(other), 'approved');
  });

  it('needs the caller’s own voucher, a time in the past, and a bank account that pays', async () => {
    const id = await applied();
    await t.stage.step('approve', id, reviewer);
    const wrong = await pay(id, { voucher: await storeFile(t, reviewer.id), paidAt: '2026-03-02T00:00:00+08:00' });
    const fields = (wrong.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field);
    assert.deepEqual([wrong.code, fields], [40001, ['paidAt', 'voucher']]);
    assert.equal((await pay(id, { merchantNumberId: t.numbers.get('alipay') ?? 0 })).code, 40001);
    await t.stage.fund('bank', rider().teamId, 4_999);
    assert.equal((await pay(id)).code, 50201);
  });

  it('that the bank returns makes the amount available to the applicant again', async () => {
    const id = await applied();
    await t.stage.step('approve', id, reviewer);
    await pay(id);
    const before = await available();
    const back = { id, version: await versionOf(id), reason: 'Account closed', voucherNo: 'R-0001' };
    assert.equal((await t.call('finance.Withdraw/recordReturn', back, t.stage.as(payer))).code, 100);
    assert.deepEqual([await t.stage.state(id), (await available()) - before], ['returned', 5_000]);
  });
});

describe('each step in every state by every actor', () => {
  const STEPS = {
    approve: 3601,
    reject: 3601,
    revoke: 3601,
    pay: 3602,
    retry: 3604,
    closeFailed: 3602,
    recordReturn: 3602,
    payOffline: 3603,
  } as const;
  type Step = keyof typeof STEPS;

  async function stateRow(state: WithdrawState): Promise<number> {
    const id = await applied();
    const isOver = !(
      ['pendingReview', 'approved', 'paying', 'awaitPayee', 'unknown', 'payFailed'] as string[]
    ).includes(state);
    const paidBy = { payer_id: payer.id, payer_name: 'payer' };
    await t.db
      .updateTable('withdraw_apply')
      .set({ state, ...paidBy, finished_at: isOver ? t.clock.now() : null })
      .where('id', '=', id)
      .execute();
    return id;
  }

  it('is refused where the transition table does not allow it, and changes nothing', async () => {
    const without = await t.stage.person([2, 36]);
    let cells = 0;
    for (const state of WITHDRAW_STATES) {
      const id = await stateRow(state);
      const voucher = await storeFile(t, payer.id);
      for (const action of Object.keys(STEPS) as Step[]) {
        const body = { id, version: 1, reason: 'Because', voucherNo: 'V-0001', voucher, paidAt: TEST_NOW };
        const call = (by: Person) =>
          t.raw(
            `finance.Withdraw/${action}`,
            { ...body, merchantNumberId: t.numbers.get('bank') ?? 0 },
            t.stage.as(by),
          );
        assert.equal((await call(without)).code, 40301, `${state} ${action} without the right`);
        cells += 1;
        if (withdrawCase.allowed(state, action)) continue;
        const isInFlight = IN_FLIGHT.some((one) => one === state);
        const asksFirst = ['pay', 'retry', 'closeFailed', 'payOffline'].includes(action);
        const answer = await call(payer);
        assert.equal(answer.code, isInFlight && asksFirst ? 42258 : 42201, `${state} ${action}`);
        cells += 1;
      }
      assert.deepEqual([await t.stage.state(id), await versionOf(id)], [state, 1]);
      // Delete the application: the test wrote its state directly, so no money is posted for it.
      await t.db.deleteFrom('withdraw_apply').where('id', '=', id).execute();
    }
    assert.ok(cells >= 140, String(cells));
  });

  it('is offered exactly where it is allowed', async () => {
    for (const state of WITHDRAW_STATES) {
      const id = await stateRow(state);
      const { actions } = (await t.call('finance.Withdraw/getDetail', { id }, t.stage.as(payer))).data;
      const expected = (Object.keys(STEPS) as Step[]).filter((action) => withdrawCase.allowed(state, action));
      const isInFlight = IN_FLIGHT.some((one) => one === state);
      assert.deepEqual([...actions].sort(), [...expected, ...(isInFlight ? ['query'] : [])].sort(), state);
      await t.db.deleteFrom('withdraw_apply').where('id', '=', id).execute();
    }
  });
});

describe('the list', () => {
  it('finds an application by its number, the rider’s name, the payee and the payout’s numbers', async () => {
    const id = await applied();
    await t.stage.step('approve', id, reviewer);
    await t.stage.step('pay', id, payer);
    const { no } = await t.stage.row(id);
    const [payout] = await t.stage.payouts(id);
    for (const keyword of [no, rider().name, rider().tel, '张三', payout?.po_no, payout?.channel_no]) {
      const { data } = await t.call(
        'finance.Withdraw/getList',
        { keyword: keyword ?? '', limit: 100 },
        t.stage.as(owner),
      );
      assert.ok(
        data.list.some((row) => row.id === id),
        keyword ?? '',
      );
    }
    const none = await t.call('finance.Withdraw/getList', { keyword: 'nobody' }, t.stage.as(owner));
    assert.equal(none.data.total, 0);
  });

  it('filters by state, channel, applicant, risk, amount and days, and sums the open amounts', async () => {
    const id = await applied({ amountFen: 100_000 });
    const has = async (input: Input<'finance.Withdraw/getList'>) =>
      (await t.call('finance.Withdraw/getList', { limit: 100, ...input }, t.stage.as(owner))).data.list.some(
        (row) => row.id === id,
      );
    const day = '2026-03-01';
    for (const [input, expected] of [
      [{ state: 'pendingReview' }, true],
      [{ state: 'paid' }, false],
      [{ channel: 'alipay' }, true],
      [{ channel: 'bank' }, false],
      [{ subjectType: 'rider' }, true],
      [{ subjectType: 'team' }, false],
      [{ riskTag: 'large' }, true],
      [{ riskTag: 'badHistory' }, false],
      [{ amountFenMin: 100_000, amountFenMax: 100_000 }, true],
      [{ amountFenMin: 100_001 }, false],
      [{ teamIds: String(rider().teamId) }, true],
      [{ appliedFrom: day, appliedTo: day }, true],
      [{ finishedFrom: day, finishedTo: day }, false],
    ] as const)
      assert.equal(await has(input as Input<'finance.Withdraw/getList'>), expected, JSON.stringify(input));
    const { summary } = (
      await t.call('finance.Withdraw/getList', { state: 'pendingReview' } as never, t.stage.as(owner))
    ).data;
    assert.ok(summary.pending >= 1 && (summary.pendingFen ?? 0) >= 100_000);
    const { counts } = (await t.call('finance.Withdraw/getCounters', {}, t.stage.as(owner))).data;
    assert.equal(counts.find(({ state }) => state === 'pendingReview')?.count, summary.pending);
  });

  it('hides applications of stations outside of the data scope', async () => {
    const other = t.riders.find(({ teamId }) => teamId !== rider().teamId);
    assert.ok(other);
    const stranger = await t.stage.person([2, 36, 3601, 3602, 3604], [other.teamId]);
    const id = await applied();
    const list = await t.call('finance.Withdraw/getList', { limit: 100 }, t.stage.as(stranger));
    assert.ok(!list.data.list.some((row) => row.id === id));
    assert.equal((await t.call('finance.Withdraw/getDetail', { id }, t.stage.as(stranger))).code, 40302);
    assert.equal((await t.call('approval.Case/getDetail', { id }, t.stage.as(stranger))).code, 40302);
    assert.equal((await t.stage.step('approve', id, stranger)).code, 40302);
    assert.equal((await t.stage.step('pay', id, stranger)).code, 40302);
    assert.equal((await t.call('finance.Withdraw/query', { id }, t.stage.as(stranger))).code, 40302);
    const queried = await t.call('finance.Withdraw/bulk', { action: 'query', ids: [id] }, t.stage.as(stranger));
    assert.deepEqual(
      queried.data.failed.map(({ code, no }) => [code, no]),
      [[40302, '']],
    );
  });

  it('shows earlier applications of the same person only at stations in the data scope', async () => {
    const other = t.riders.find(({ teamId }) => teamId !== rider().teamId);
    assert.ok(other);
    const [before, id] = [await applied(), await applied()];
    const move = (team_id: number) =>
      t.db.updateTable('withdraw_apply').set({ team_id }).where('id', '=', before).execute();
    const local = await t.stage.person([2, 36, 3601], [rider().teamId]);
    await move(other.teamId);
    const { no } = await t.db
      .selectFrom('withdraw_apply')
      .select('no')
      .where('id', '=', before)
      .executeTakeFirstOrThrow();
    const shows = async (by: Person) => {
      const { data } = await t.call('finance.Withdraw/getDetail', { id }, t.stage.as(by));
      return JSON.stringify(data.earlier).includes(no);
    };
    assert.deepEqual([await shows(owner), await shows(local)], [true, false]);
    await move(rider().teamId);
    assert.equal(await shows(local), true);
  });

  it('reveals the payee’s full account only with the permission and a reason', async () => {
    const id = await applied();
    const reveal = (by: Person) =>
      t.call(
        'common.Sensitive/unmask',
        { objectType: 'withdraw', id, field: 'payeeAccount', reason: 'Compare with the voucher' },
        t.stage.as(by),
      );
    const shown = await reveal(payer);
    assert.deepEqual([shown.code, shown.data.value], [100, 'rider@example.com']);
    assert.equal((await reveal(await t.stage.person([2, 36, 3601]))).code, 40301);
    const { data } = await t.call('finance.Withdraw/getDetail', { id }, t.stage.as(payer));
    assert.ok(!JSON.stringify(data).includes('rider@example.com'));
  });
});

describe('several applications at once', () => {
  it('are approved, paid and rejected separately', async () => {
    const ids = [await applied(), await applied(), await applied()];
    const [first = 0, second = 0, third = 0] = ids;
    const bulk = (input: Input<'finance.Withdraw/bulk'>, by = reviewer) =>
      t.call('finance.Withdraw/bulk', input, t.stage.as(by));
    const approved = await bulk({ action: 'approve', ids: [first, second] });
    assert.deepEqual([approved.data.success, approved.data.failed], [2, []]);
    const mixed = await bulk({ action: 'pay', ids }, payer);
    assert.deepEqual([mixed.data.success, mixed.data.failed.map(({ id, code }) => [id, code])], [2, [[third, 42201]]]);
    const record = await t.db
      .selectFrom('operation_record')
      .select('after')
      .where('request_id', '=', mixed.requestId)
      .executeTakeFirstOrThrow();
    const { amount_fen: amountFen } = await t.stage.row(first);
    assert.deepEqual(record.after, { action: 'pay', ids: [first, second], amountFen: 2 * amountFen });
    assert.deepEqual([await t.stage.state(first), await t.stage.state(second)], ['paid', 'paid']);
    assert.equal((await bulk({ action: 'reject', ids: [third] })).code, 40001);
    assert.equal((await bulk({ action: 'reject', ids: [third], reason: 'Twice' })).data.success, 1);
    const asked = await bulk({ action: 'query', ids: [first] });
    assert.deepEqual(
      asked.data.failed.map(({ code }) => code),
      [42201],
    );
  });

  it('are paid with the permission, a second verification, and at most a hundred at once', async () => {
    const id = await applied();
    const onlyReview = await t.stage.person([2, 36, 3601]);
    const call = (by: Person, ids: number[], ticket = by.ticket) =>
      t.call('finance.Withdraw/bulk', { action: 'pay', ids }, { token: by.token, ticket });
    assert.equal((await call(onlyReview, [id])).code, 40301);
    const many = Array.from({ length: 101 }, (_, n) => n + 1);
    assert.equal((await call(payer, many)).code, 40010);
    assert.equal((await call(payer, [id], '')).code, 40303);
  });
});

describe('the check of the books', () => {
  it('reports frozen money without an open application, and a payment without a payout', async () => {
    const open = await applied();
    const { no } = await t.stage.row(open);
    const change = (id: number, state: WithdrawState) =>
      t.db
        .updateTable('withdraw_apply')
        .set({ state, finished_at: state === 'rejected' ? t.clock.now() : null })
        .where('id', '=', id)
        .execute();
    await change(open, 'rejected');
    const named = await findOffences(t.db);
    assert.deepEqual(
      named.map(({ invariant }) => invariant),
      [6],
      JSON.stringify(named),
    );
    await change(open, 'pendingReview');
    await t.stage.step('approve', open, reviewer);
    await t.stage.step('pay', open, payer);
    await t.db.updateTable('payout').set({ state: 'failed' }).where('apply_id', '=', open).execute();
    const unpaid = await findOffences(t.db);
    // `findOffences` must report both the application and its bill.
    assert.deepEqual(
      unpaid.map(({ invariant }) => invariant),
      [10, 12],
      JSON.stringify(unpaid),
    );
    assert.equal(unpaid[0]?.where, no);
    await t.db
      .updateTable('payout')
      .set({ state: 'success', amount_fen: 4_999 })
      .where('apply_id', '=', open)
      .execute();
    const short = await findOffences(t.db);
    assert.deepEqual(
      short.map(({ invariant, where }) => [invariant, where]),
      [[10, no]],
      JSON.stringify(short),
    );
    await t.db.updateTable('payout').set({ amount_fen: 5_000 }).where('apply_id', '=', open).execute();
  });
});
