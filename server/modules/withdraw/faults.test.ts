import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { IN_FLIGHT } from '../../../contract/withdraw.states';
import { databaseStore } from '../../simulators/database-store';
import { plantFault } from '../../simulators/faults';
import { registerPayee } from '../../simulators/wxpay';
import { findOffences } from '../ledger';
import { openStage, type Person } from './testing';

/**
 * Payouts whose calls are lost before or after the platform has acted, answered by errors or pages of a proxy, sent twice, or answered with
 * a wrong signature, while callbacks are lost, doubled and reversed (DOMAIN §4.4, QUALITY C.3 21–28).
 */

const PAYOUTS = 200;
const SEED = 20_261_125;
/** Calls that meet a fault or none, by chance; after them all goes well. */
const FAULTS = 300;
const AMOUNT_FEN = 1_000;
const FUNDS_FEN = 10_000_000;
/** Rounds of questions until every payout has ended: a payee who does not confirm takes a day, twice where it is tried again. */
const ROUNDS = 14;
const ROUND_MS = 4 * 60 * 60_000;

const CALL_FAULTS = ['none', 'lostBefore', 'lostAfter', 'status500', 'html', 'wrongSignature', 'twice'] as const;
type CallFault = (typeof CALL_FAULTS)[number];
const PAYEES = ['pays', 'pays', 'pays', 'fails', 'never', 'error'] as const;

const plan = fc.record({
  channel: fc.constantFrom('wechat' as const, 'alipay' as const),
  payee: fc.constantFrom(...PAYEES),
  /** What is done where it failed. */
  next: fc.constantFrom('retry' as const, 'close' as const),
});

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

let t: Awaited<ReturnType<typeof openStage>>;
let payer: Person;
before(async () => {
  t = await openStage();
  payer = await t.stage.person();
});
after(() => t.close());

/** A payee who behaves as planned, at the simulator of the channel. */
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

/** Applications of one rider, each as if it were of an earlier day, so that the limits of a day do not count. */
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

/** What the platforms themselves hold of our numbers: amounts that were paid and have not come back, by payout number. */
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

/** Lets each call to a platform meet the next fault, until there are no more. @returns what ends it */
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
