import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { WITHDRAW } from '../../../contract/withdraw.settings';
import { IN_FLIGHT, WITHDRAW_STATES, type WithdrawState } from '../../../contract/withdraw.states';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { act } from '../../demo/acting';
import { databaseStore } from '../../simulators/database-store';
import { plantFault } from '../../simulators/faults';
import { registerPayee } from '../../simulators/wxpay';
import { findOffences } from '../ledger';
import { insertSetting } from '../setting';
import { applyWithdrawal, cancelWithdrawal } from './apply';
import { withdrawHandlers } from './handlers';
import { type HistoryStep, historySteps, type ModelApply, outcomeOf, type PeopleStep, WithdrawModel } from './model';
import { settlePayout } from './outcome';
import { openStage, type Person } from './testing';

/**
 * These tests make payouts under faults (DOMAIN §4.4, QUALITY C.3 21–28). Calls are lost before or after the platform acts. They are also
 * answered with errors or proxy pages, sent twice, or answered with an invalid signature. Callbacks are lost, duplicated and reordered.
 */

/** Number of payouts. `npm run fuzz` runs 200. */
const PAYOUTS = Number(process.env.WITHDRAW_PAYOUTS ?? 35);
const SEED = 20_261_125;
/** Number of calls that may get a random fault. Later calls have no faults. */
const FAULTS = PAYOUTS * 1.5;
const AMOUNT_FEN = 1_000;
const FUNDS_FEN = 10_000_000;
/** Query rounds until every payout has finished. An unconfirmed payout needs one day, and a retry needs another day. */
const ROUNDS = 14;
const ROUND_MS = 4 * 60 * 60_000;

const CALL_FAULTS = ['none', 'lostBefore', 'lostAfter', 'status500', 'html', 'wrongSignature', 'twice'] as const;
type CallFault = (typeof CALL_FAULTS)[number];
const PAYEES = ['pays', 'pays', 'pays', 'fails', 'never', 'error'] as const;

const plan = fc.record({
  channel: fc.constantFrom('wechat' as const, 'alipay' as const),
  payee: fc.constantFrom(...PAYEES),
  /** What the payer does after a failed payout. */
  next: fc.constantFrom('retry' as const, 'close' as const),
});

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

let t: Awaited<ReturnType<typeof openStage>>;
let payer: Person;
let reviewer: Person;
before(async () => {
  t = await openStage();
  reviewer = await t.stage.person();
  payer = await t.stage.person();
});
after(() => t.close());

/**
 * Selects a payee account that behaves as planned, and registers it at the simulator of WeChat Pay. At Alipay the account number alone
 * decides the behaviour. @returns the account number
 */
async function account(channel: 'wechat' | 'alipay', payee: (typeof PAYEES)[number], n: number): Promise<string> {
  if (channel === 'alipay')
    return `${payee === 'fails' ? 'fail' : payee === 'never' ? 'notexist' : 'rider'}${payee === 'pays' ? '' : n}@example.com`;
  const openid = `o-fault-${n}`;
  await registerPayee(databaseStore(t.db, 'wxpay'), {
    openid,
    ...(payee === 'fails' && { failReason: 'PAYEE_ACCOUNT_ABNORMAL' }),
    ...(payee === 'never' && { confirmsAfterSec: null }),
    ...(payee === 'error' && { isAnsweredByError: true }),
  });
  return openid;
}

/** Creates approved applications of one rider. Each application is backdated, so that the daily limits do not apply. */
async function approvedOnes(plans: readonly Plan[]) {
  const [found] = t.riders;
  assert.ok(found);
  const owner = { subject: 'rider' as const, id: found.id, teamId: found.teamId };
  await t.stage.earn(owner, plans.length * AMOUNT_FEN + 1_000);
  const ids: number[] = [];
  for (const [n, { channel, payee }] of plans.entries()) {
    const payeeId = await t.stage.payee(owner, channel, await account(channel, payee, n));
    const id = await t.stage.apply(owner, payeeId, AMOUNT_FEN);
    await t.db
      .updateTable('withdraw_apply')
      .set({ created_at: new Date('2026-01-02T00:00:00Z'), state: 'approved' })
      .where('id', '=', id)
      .execute();
    ids.push(id);
  }
  return { owner, ids };
}

/** Reads from the platforms' own records how many fen were paid and not returned, by payout number. */
async function paidByPlatforms(): Promise<ReadonlyMap<string, number>> {
  const wx = await databaseStore(t.db, 'wxpay').list<{
    outBillNo: string;
    amountFen: number;
    finished: { state: string } | null;
  }>('transfer');
  const ali = await databaseStore(t.db, 'alipay').list<{
    outBizNo: string;
    amountFen: number;
    states: readonly { state: string; atMs: number }[];
  }>('transfer');
  const now = t.clock.now().getTime();
  const stateOf = (states: readonly { state: string; atMs: number }[]) =>
    states.filter(({ atMs }) => atMs <= now).at(-1)?.state;
  return new Map([
    ...wx
      .filter(({ value }) => value.finished?.state === 'SUCCESS')
      .map(({ value }) => [value.outBillNo, value.amountFen] as const),
    ...ali
      .filter(({ value }) => stateOf(value.states) === 'SUCCESS')
      .map(({ value }) => [value.outBizNo, value.amountFen] as const),
  ]);
}

/** Injects the next fault into each call to a platform. @returns a function that ends the injection and returns how many faults are left */
function breakCalls(faults: readonly CallFault[]) {
  const { platforms } = t.ports;
  const { access } = platforms;
  const left = [...faults];
  const lost = () => new DOMException('no answer', 'TimeoutError');
  const broken: typeof access = (...way) => {
    const { origin, fetch } = access(...way);
    return {
      origin,
      async fetch(url, init) {
        const fault = left.shift() ?? 'none';
        if (fault === 'lostBefore') throw lost();
        if (fault !== 'none' && fault !== 'lostAfter')
          await plantFault(t.db, { platform: url.pathname.split('/')[1] ?? '', pathPrefix: '/', fault, times: 1 });
        const answer = await fetch(url, init);
        if (fault === 'lostAfter') throw lost();
        return answer;
      },
    };
  };
  Object.assign(platforms, { access: broken });
  return () => {
    Object.assign(platforms, { access });
    return left.length;
  };
}

test(`${PAYOUTS} payouts under faults of the platforms are paid once or not at all, and the books equal the platforms' books`, async () => {
  const plans = fc.sample(plan, { numRuns: PAYOUTS, seed: SEED });
  const { owner, ids } = await approvedOnes(plans);
  for (const channel of ['wechat', 'alipay']) await t.stage.fund(channel, owner.teamId, FUNDS_FEN);
  const before = { wechat: await free('wechat'), alipay: await free('alipay') };
  const mend = breakCalls(fc.sample(fc.constantFrom(...CALL_FAULTS), { numRuns: FAULTS, seed: SEED }));
  for (const id of ids) await t.stage.step('pay', id, payer);
  for (let round = 1; round <= ROUNDS; round += 1) {
    t.clock.advance(ROUND_MS);
    await t.stage.pursue();
    await t.stage.deliver({ reversed: round % 2 === 0, copies: 1 + (round % 3) });
    for (const [n, id] of ids.entries())
      if ((await t.stage.state(id)) === 'payFailed') {
        const isRetried = plans[n]?.next === 'retry' && (await t.stage.payouts(id)).length < 2;
        await (isRetried ? t.stage.step('retry', id, payer) : t.stage.step('closeFailed', id, payer, 'Gave up'));
      }
  }
  assert.equal(mend(), 0, 'not every fault was met');

  const real = await paidByPlatforms();
  const totals = { wechat: 0, alipay: 0 };
  const states = new Map<string, number>();
  for (const [n, id] of ids.entries()) {
    const { state, channel } = await t.stage.row(id);
    states.set(state, (states.get(state) ?? 0) + 1);
    const payouts = await t.stage.payouts(id);
    const paid = payouts.filter(({ po_no: no }) => real.has(no));
    assert.equal(paid.length, state === 'paid' ? 1 : 0, `${n}: ${JSON.stringify(plans[n])} is ${state}`);
    for (const one of paid) assert.equal(real.get(one.po_no), one.amount_fen);
    assert.ok(!IN_FLIGHT.some((one) => one === state), `${n}: ${JSON.stringify(plans[n])} is still ${state}`);
    if (state === 'paid') totals[channel as 'wechat'] += payouts[0]?.amount_fen ?? 0;
  }
  for (const channel of ['wechat', 'alipay'] as const)
    assert.equal(before[channel] - (await free(channel)), totals[channel], channel);
  assert.equal(await t.stage.balance('RIDER_FROZEN', owner.id), 0);
  assert.ok((states.get('paid') ?? 0) > PAYOUTS / 3, JSON.stringify([...states]));
  assert.ok((states.get('rejected') ?? 0) > 0, JSON.stringify([...states]));
  assert.deepEqual(await findOffences(t.db), []);
});

const free = (channel: string) => t.stage.balance('CHANNEL', t.numbers.get(channel) ?? 0);

/** Number of random histories of withdrawals. `npm run fuzz` runs 2,000. */
const HISTORIES = Number(process.env.WITHDRAW_HISTORIES ?? 20);

/** Returns the code of the refusal, or 0 on success. */
async function codeOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 0;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** One rider's withdrawals. Each step runs both in the database and in the model. */
class History {
  readonly model: WithdrawModel;
  private constructor(
    readonly owner: { readonly subject: 'rider'; readonly id: number; readonly teamId: number },
    readonly payeeId: number,
    private readonly before: {
      readonly available: number;
      readonly frozen: number;
      readonly channel: number;
      readonly fee: number;
    },
  ) {
    this.model = new WithdrawModel(before.available);
  }

  static async begin(n: number): Promise<History> {
    const found = t.riders[n % t.riders.length];
    assert.ok(found);
    const owner = { subject: 'rider' as const, id: found.id, teamId: found.teamId };
    await t.stage.earn(owner, 20_000);
    const payeeId = await t.stage.payee(owner, 'alipay', 'rider@example.com');
    return new History(owner, payeeId, await moneyOf(owner.id));
  }

  private submit(amountFen: number) {
    const application = { subject: 'rider', subjectId: this.owner.id, amountFen, payeeId: this.payeeId } as const;
    return applyWithdrawal(t.stage.tools, { ...application, applicant: null });
  }

  /** Runs a step. A step that the model does not allow must be refused and change nothing. */
  async step({ kind, pick, share }: HistoryStep): Promise<void> {
    const { model, owner } = this;
    if (kind === 'earn') {
      const fen = 1_000 + Math.floor(share * 20_000);
      await t.stage.earn(owner, fen);
      model.availableFen += fen;
      return;
    }
    if (kind === 'submitTooMuch') {
      assert.equal(await codeOf(this.submit(Math.max(1_000, model.availableFen + 1))), 42241);
      return;
    }
    if (kind === 'submit') return this.apply(1_000 + Math.floor(share * 15_000));
    const apply = model.choose(kind, pick);
    if (!apply) return;
    if (kind === 'cancel') {
      const isAllowed = model.step(apply, kind);
      assert.equal(await codeOf(cancelWithdrawal(t.stage.tools, apply.id)), isAllowed ? 0 : 42201);
    } else if (PEOPLE.has(kind)) await this.decide(apply, kind as PeopleStep);
    else {
      const payout = apply.payouts.at(pick % 3 === 0 ? 0 : -1);
      if (!payout) return;
      const answer = kind as Parameters<typeof outcomeOf>[0];
      model.answer(apply, payout, answer);
      await settlePayout(t.stage.tools, payout.id, outcomeOf(answer, apply, `C${payout.id}`), share < 0.5);
    }
    assert.equal(await t.stage.state(apply.id), apply.state, kind);
    reached.add(apply.state);
  }

  private async apply(amountFen: number): Promise<void> {
    if (amountFen > this.model.availableFen) return;
    const { id, state } = await this.submit(amountFen);
    assert.equal(state, 'pendingReview');
    // Backdate the application, so that the daily limits do not apply.
    const earlier = { created_at: new Date('2026-01-02T00:00:00Z') };
    await t.db.updateTable('withdraw_apply').set(earlier).where('id', '=', id).execute();
    this.model.submit({ id, amountFen, netFen: (await t.stage.row(id)).net_fen });
  }

  private async decide(apply: ModelApply, kind: PeopleStep): Promise<void> {
    const { version } = await t.stage.row(apply.id);
    const who = kind === 'approve' || kind === 'reject' || kind === 'revoke' ? reviewer.id : payer.id;
    const input = {
      id: apply.id,
      version,
      ...((kind === 'reject' || kind === 'closeFailed') && { reason: 'History' }),
    };
    const call = { who, at: t.clock.now(), input: input as never };
    const stage = { ids: t.ids, ports: t.ports };
    const code = await codeOf(
      withTransaction(t.db, (db) => act({ ...stage, db }, withdrawHandlers, `finance.Withdraw/${kind}`, call)),
    );
    const isOpen = apply.payouts.some(({ state }) => state === 'open');
    const isAllowed = this.model.step(apply, kind);
    if (isAllowed) assert.equal(code, 0, kind);
    // A payout that is not finished must be queried first.
    else assert.equal(code, isOpen && UNDER_WAY.has(kind) ? 42258 : 42201, `${kind} in ${apply.state}`);
    if (!isAllowed || (kind !== 'pay' && kind !== 'retry')) return;
    const payouts = await t.stage.payouts(apply.id);
    apply.payouts.push({ id: payouts.at(-1)?.id ?? 0, state: 'open' });
  }

  /** Asserts that balances and bills match the model, and that at most one payout of each application is paid. */
  async mustFit(): Promise<void> {
    const { model, before } = this;
    const now = await moneyOf(this.owner.id);
    assert.deepEqual(now, {
      available: model.availableFen,
      frozen: before.frozen + model.frozenFen,
      channel: before.channel - model.paidFen,
      fee: before.fee + model.feeFen,
    });
    const ids = model.applications.flatMap(({ payouts }) => payouts.map(({ id }) => id));
    const stored = await t.db
      .selectFrom('payout')
      .innerJoin('bill', 'bill.id', 'payout.bill_id')
      .select(['payout.id', 'bill.status'])
      .where('payout.id', 'in', [...ids, 0])
      .execute();
    const bills = new Map(stored.map(({ id, status }) => [id, status]));
    const billOf = { open: 'processing', success: 'success', failed: 'failed' } as const;
    for (const { payouts } of model.applications) {
      assert.ok(payouts.filter(({ state }) => state === 'success').length <= 1);
      for (const { id, state } of payouts) assert.equal(bills.get(id), billOf[state]);
    }
  }
}
/** States that the random histories have reached. */
const reached = new Set<WithdrawState>();
const PEOPLE: ReadonlySet<HistoryStep['kind']> = new Set([
  'approve',
  'reject',
  'revoke',
  'pay',
  'retry',
  'closeFailed',
]);
const UNDER_WAY: ReadonlySet<PeopleStep> = new Set(['pay', 'retry', 'closeFailed']);

const moneyOf = async (riderId: number) => ({
  available: await t.stage.balance('RIDER_AVAILABLE', riderId),
  frozen: await t.stage.balance('RIDER_FROZEN', riderId),
  channel: await free('alipay'),
  fee: await t.stage.balance('WITHDRAW_FEE' as never, 0),
});

test(`${HISTORIES} random histories of up to 40 withdrawal steps end in the same state as the model`, async () => {
  // The limits are high because balances grow from history to history.
  const limits = { dailyCount: 20, maxFen: 5_000_000, dailyAmountFen: 1_000_000_000 };
  const config = {
    ...limits,
    feeType: 'rate',
    feeRateBp: 60,
    freeTimesPerMonth: 0,
    reviewMode: 'manual',
  } as const;
  await insertSetting(t.db, {
    ...{ id: t.ids.next(), group: WITHDRAW.groups.rider, version: 9_000, restoredFrom: null, at: t.clock.now(), by: 0 },
    ...{ values: { ...WITHDRAW.groups.rider.initial, ...config }, changed: Object.keys(config), secrets: [] },
  });
  await t.stage.fund('alipay', t.riders[0]?.teamId ?? 0, 1_000_000_000);
  let n = 0;
  await fc.assert(
    fc.asyncProperty(historySteps(40), async (steps) => {
      n += 1;
      const history = await History.begin(n);
      for (const step of steps) await history.step(step);
      await history.mustFit();
    }),
    { numRuns: HISTORIES, seed: SEED, includeErrorInReport: true, endOnFailure: true },
  );
  // Only a long run reliably reaches the rarest states.
  if (HISTORIES >= 1_000) assert.deepEqual([...reached].sort(), [...WITHDRAW_STATES].sort());
  else assert.ok(reached.size > WITHDRAW_STATES.length / 2, [...reached].join());
  assert.deepEqual(await findOffences(t.db), []);
});
