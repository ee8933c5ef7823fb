import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { splitByShares } from '../../../contract/foodLoss.split';
import { LOSS_PARTIES, type LossParty } from '../../../contract/foodLoss.states';
import type { Input } from '../../../contract/index';
import type { Random } from '../../demo/random';
import type { TestApp } from '../../testing';
import type { OrderKey } from '../../testing-orders';
import { liftHold } from '../intake';
import { sharesOf } from './store';

/**
 * Random test histories of food losses with various ways of payment and outcomes. The tests compare the result of each history with the
 * postings of each account.
 */

type Decision = Omit<Input<'foodLoss.Report/decide'>, 'id' | 'version' | 'urgentPay'>;
type Answer = Promise<{ readonly code: number; readonly msg: string }>;
type Call = Parameters<TestApp['raw']>[2];
type Maker = 'first' | 'second';

/** The functions and data that a random test history needs. */
export interface Kit {
  readonly t: TestApp;
  readonly chance: Random;
  /** Returns the session of a staff member. `first` makes the first decision; `second` and `first` decide appeals alternately. */
  readonly session: (by: Maker) => Promise<Call>;
  readonly reported: (claimFen: number) => Promise<{ readonly id: number; readonly key: OrderKey }>;
  /** Reports a loss of an order whose settlement is held by finance. */
  readonly heldReport: () => Promise<{ readonly id: number; readonly key: OrderKey }>;
  readonly photo: () => Promise<number>;
  readonly couponTemplate: (faceFen: number) => Promise<number>;
  /** Closes a case without a payment after its payment has failed. One person requests the closing and another approves it. */
  readonly waived: (id: number) => Promise<void>;
}

export interface History {
  readonly id: number;
  readonly key: OrderKey;
  /** The decision in force. `null` means that the report was cancelled or rejected. */
  decision: Decision | null;
  /** The amount that the payee must have received at the end. `null` means that the amount cannot be predicted. */
  paidFen: number | null;
  isAdvanced: boolean;
  /** Whether finance holds the order's settlement. */
  isHeld: boolean;
}

const rowOf = ({ t }: Kit, id: number) =>
  t.db.selectFrom('food_loss').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Takes a step of a case with its current version. */
async function step(kit: Kit, by: Maker, action: string, id: number, fields: object = {}): Answer {
  const { version } = await rowOf(kit, id);
  return kit.t.raw(`foodLoss.Report/${action}`, { id, version, ...fields }, await kit.session(by));
}
async function done(kit: Kit, by: Maker, action: string, id: number, fields: object = {}): Promise<void> {
  const { code, msg } = await step(kit, by, action, id, fields);
  assert.equal(code, 100, `${action}: ${msg}`);
}

/** Generates a random decision with several parties, a payee, one of the given ways of payment, and perhaps a punishment. */
async function drawDecision(kit: Kit, claimFen: number, ways: readonly Decision['payWay'][]): Promise<Decision> {
  const { chance } = kit;
  const payTo = chance.pick(['user', 'user', 'user', 'merchant', 'rider'] as const);
  const payWay = payTo === 'user' ? chance.pick(ways) : 'balance';
  const parties = LOSS_PARTIES.filter((party) => payWay !== 'coupon' || party !== 'user');
  const [one = 'rider', two = 'team', three = 'platform'] = chance.shuffled(parties);
  const [a, b] = [chance.int(1, 5_000), chance.int(1, 5_000)];
  const rest = 10_000 - a - b;
  const compFen = chance.int(1, claimFen);
  return {
    liabilities: [
      { party: one, shareBp: a },
      { party: two, shareBp: b },
      ...(rest > 0 ? [{ party: three, shareBp: rest }] : []),
    ],
    ...{ compFen, payTo, payWay, couponTemplateId: payWay === 'coupon' ? await kit.couponTemplate(compFen) : null },
    opinion: 'By the facts of the case',
    punish: chance.pick(['none', 'none', 'warning', 'points'] as const),
  };
}

const payableOf = ({ compFen, liabilities, payTo }: Decision): number =>
  compFen - (splitByShares(compFen, liabilities).find(({ party }) => party === payTo)?.fen ?? 0);

/** Runs a test history until the last appeal is decided, or until a case ends without a decision. */
export async function playHistory(kit: Kit): Promise<History> {
  const { chance } = kit;
  const isHeld = chance.chance(0.15);
  const { id, key } = await (isHeld ? kit.heldReport() : kit.reported(chance.int(1, 2_000)));
  const history: History = { id, key, decision: null, paidFen: 0, isAdvanced: false, isHeld };
  if (chance.chance(0.05)) {
    await done(kit, 'first', 'cancel', id);
    return history;
  }
  if (chance.chance(0.15)) {
    await done(kit, 'second', 'askEvidence', id, { from: 'rider', what: 'A photo', hours: 2 });
    const answer = { party: 'rider', kind: 'text', files: [], note: 'It was in the bag' };
    const { code } = await kit.t.raw('foodLoss.Report/addEvidence', { id, ...answer }, await kit.session('first'));
    assert.equal(code, 100);
  } else if (chance.chance(0.1)) {
    await done(kit, 'second', 'reject', id, { reason: 'No proof' });
    return history;
  } else await done(kit, 'first', 'accept', id);
  const { claim_fen: claimFen } = await rowOf(kit, id);
  const isUrgent = chance.chance(0.33);
  const ways = isUrgent ? (['balance', 'coupon'] as const) : (['balance', 'coupon', 'originalRoute'] as const);
  history.decision = await drawDecision(kit, claimFen, ways);
  await done(kit, 'first', 'decide', id, { ...history.decision, urgentPay: isUrgent });
  history.paidFen = payableOf(history.decision);
  history.isAdvanced = isUrgent;
  if (!isUrgent && history.decision.payWay !== 'originalRoute' && chance.chance(0.15)) {
    await done(kit, 'first', 'payNow', id);
    history.isAdvanced = true;
  }
  while (chance.chance(0.5) && (await appeals(kit, history, claimFen)));
  return history;
}

/**
 * Runs one round of appeals: at most two liable parties appeal. The person who did not make the decision in force decides the appeals.
 *
 * @returns whether a new appeal window began
 */
async function appeals(kit: Kit, history: History, claimFen: number): Promise<boolean> {
  const { t, chance } = kit;
  const { id, decision } = history;
  if (!decision) return false;
  const heard = await t.db.selectFrom('food_loss_appeal').select('party').where('loss_id', '=', id).execute();
  const liable = decision.liabilities
    .map(({ party }) => party)
    .filter((party) => ['rider', 'merchant', 'team', 'user'].includes(party))
    .filter((party) => heard.every((known) => known.party !== party));
  for (const party of liable.slice(0, chance.int(1, 2))) {
    const said = { party, ground: 'We were not at fault', files: [await kit.photo()] };
    await done(kit, 'second', 'appeal', id, said);
  }
  if (liable.length === 0) return false;
  const answer = 'Looked at once more';
  const { revision } = await rowOf(kit, id);
  const judge = revision % 2 === 1 ? 'second' : 'first';
  if (chance.chance(0.4)) {
    await done(kit, judge, 'decideAppeal', id, { result: 'dismissed', answer, decision: null });
    return false;
  }
  // A coupon that was granted in advance must stay unchanged.
  const isSameCoupon = history.isAdvanced && decision.payWay === 'coupon';
  const ways = history.isAdvanced ? (['balance'] as const) : (['balance', 'coupon', 'originalRoute'] as const);
  const next = isSameCoupon
    ? { ...decision, liabilities: [{ party: chance.pick(['merchant', 'team'] as const), shareBp: 10_000 }] }
    : await drawDecision(kit, claimFen, ways);
  await done(kit, judge, 'decideAppeal', id, { result: 'upheld', answer, decision: next });
  history.paidFen = history.isAdvanced ? revised(history, decision, next) : payableOf(next);
  history.decision = next;
  return true;
}

/** Returns the paid amount after a new decision. `null` means unknown, because a rider's balance may be too low to return the advance. */
function revised({ paidFen }: History, before: Decision, next: Decision): number | null {
  if (paidFen === null || before.payTo === 'rider') return null;
  return payableOf(next);
}

/** Records with a probability of one half that the insurer paid what it owes for a closed case. */
export async function collectHistory(kit: Kit, { id }: History, merchantNumberId: number): Promise<void> {
  if ((await rowOf(kit, id)).insurer_owed_fen === 0 || kit.chance.chance(0.5)) return;
  await done(kit, 'first', 'collect', id, { merchantNumberId, voucherNo: `IV${id}` });
}

async function lift({ t }: Kit, history: History): Promise<void> {
  await liftHold(t, history.key, 'Asia/Shanghai');
  history.isHeld = false;
}

/** Completes a test history after the appeal window: refunds, failed payments and closings without payment. */
export async function endHistory(kit: Kit, history: History): Promise<void> {
  const { chance } = kit;
  const { id } = history;
  if ((await rowOf(kit, id)).state === 'compensating') {
    const refund = { channelRefundNo: `RF${id}` };
    if (history.isHeld) {
      assert.equal((await step(kit, 'first', 'recordRefund', id, refund)).code, 42201);
      await lift(kit, history);
    }
    if (chance.chance(0.6)) return done(kit, 'first', 'recordRefund', id, refund);
    await done(kit, 'first', 'refundFailed', id, { reason: 'Refused' });
  }
  const row = await rowOf(kit, id);
  if (row.state !== 'compFailed') return;
  if (chance.chance(0.4)) {
    await kit.waived(id);
    if (!history.isAdvanced) history.paidFen = 0;
    return;
  }
  if (history.isHeld) await lift(kit, history);
  // The job also retries a payment automatically, up to a maximum number of attempts.
  if (row.due_at !== null && chance.chance(0.5)) return;
  const payWay = row.advanced || row.pay_way === 'coupon' ? row.pay_way : 'balance';
  await done(kit, 'first', 'retryPay', id, { payWay });
}

/** Adds up the postings of a case by type, account and side. An entry belongs to the case if its remark is the number of the case. */
async function postingsOf({ t }: Kit, no: string) {
  const { rows } = await sql<{ type: string; code: string; dc: 'C' | 'D'; fen: number }>`
    select t.biz_type as type, a.code, p.dc, sum(p.amount_fen)::bigint as fen
    from ledger_txn t join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
    join ledger_account a on a.id = p.account_id
    where t.remark = ${no} group by 1, 2, 3`.execute(t.db);
  /** Returns credits minus debits of the accounts, for these entry types. */
  return (types: readonly string[], isCounted: (code: string) => boolean, sides: readonly ('C' | 'D')[] = ['C', 'D']) =>
    rows
      .filter(({ type, code, dc }) => types.includes(type) && isCounted(code) && sides.includes(dc))
      .reduce((sum, { dc, fen }) => sum + (dc === 'C' ? fen : -fen), 0);
}

const ACCOUNT: Partial<Record<LossParty, string>> = {
  rider: 'RIDER_AVAILABLE',
  merchant: 'MERCHANT_PAYABLE',
  team: 'TEAM_AVAILABLE',
};

/**
 * Compares an ended case with the ledger: the amount that the payee received, the amount that each account paid, and the owed amounts. A
 * case without a decision must have no payment.
 */
export async function assertBooks(kit: Kit, { id, key, decision, paidFen }: History): Promise<void> {
  const { t } = kit;
  const row = await rowOf(kit, id);
  const order = await t.db
    .selectFrom('customer_order')
    .select('hold_reason')
    .where('team_id', '=', key.teamId)
    .where('order_no', '=', key.orderNo)
    .executeTakeFirstOrThrow();
  assert.notEqual(order.hold_reason, row.no);
  const posted = await postingsOf(kit, row.no);
  if (decision === null) {
    assert.ok(['cancelled', 'rejected'].includes(row.state), row.state);
    assert.equal(
      posted(['FOODLOSS_PAY', 'FOODLOSS_ADVANCE'], () => true, ['C']),
      0,
    );
    return;
  }
  assert.equal(row.state, 'closed', `${row.no} ${row.fail_reason}`);
  const received =
    posted(['FOODLOSS_PAY'], () => true, ['C']) +
    posted(['FOODLOSS_ADVANCE', 'FOODLOSS_REVISE'], (code) => code !== 'COMPENSATION');
  assert.equal(received, row.paid_fen, row.no);
  if (paidFen === null) assert.ok(received >= payableOf(decision), row.no);
  else assert.equal(received, paidFen, row.no);
  const shares = (await sharesOf(t.db, id)).filter(({ revision }) => revision === row.revision);
  const earned = await earnedBy(kit, key);
  let borneFen = 0;
  for (const { party, borne_fen: borne, owed_fen: owed } of shares) {
    borneFen += borne ?? 0;
    const account = ACCOUNT[party];
    if (!account) continue;
    const taken = 0 - posted(['FOODLOSS_PAY', 'FOODLOSS_SETTLE'], (code) => code === account, ['D']);
    assert.equal(taken, (borne ?? 0) - owed, `${row.no} ${party}`);
    assert.ok((borne ?? 0) <= (earned.get(party) ?? 0), `${row.no} ${party} bears ${borne}`);
  }
  assert.equal(borneFen, received, row.no);
  const owedBy = (party: LossParty) => shares.find((share) => share.party === party)?.owed_fen ?? 0;
  assert.equal(posted(['RECEIVABLE_BOOK'], (code) => code === 'RECEIVABLE') + owedBy('team'), 0, row.no);
  assert.equal(posted(['INSURER_BOOK'], (code) => code === 'INSURER_RECEIVABLE') + owedBy('insurer'), 0, row.no);
  const collected = -posted(['INSURER_COLLECT'], (code) => code === 'CHANNEL');
  assert.equal(collected + row.insurer_owed_fen, row.insurer_id === null ? 0 : owedBy('insurer'), row.no);
  const audit = await t.db
    .selectFrom('rider_fund_audit')
    .select('amount_fen')
    .where('source_no', '=', row.no)
    .execute();
  assert.deepEqual(
    audit.map(({ amount_fen: fen }) => fen),
    owedBy('rider') > 0 ? [owedBy('rider')] : [],
  );
  await assertCoupon(kit, row, received);
}

/** Reads the income of an order's parties from its settlement. */
async function earnedBy({ t }: Kit, key: OrderKey): Promise<Map<LossParty, number>> {
  const { rows } = await sql<{ code: string; fen: number }>`
    select a.code, sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
    from ledger_txn t join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
    join ledger_account a on a.id = p.account_id
    where t.team_id = ${key.teamId} and t.biz_no = ${key.orderNo} and t.biz_type = 'ORDER_SETTLE' group by 1`.execute(
    t.db,
  );
  const fenOf = (code: string) => rows.find((row) => row.code === code)?.fen ?? 0;
  return new Map([
    ['rider', fenOf('RIDER_AVAILABLE')],
    ['merchant', fenOf('MERCHANT_PAYABLE')],
    ['team', fenOf('TEAM_PENDING')],
  ]);
}

/** Checks that a paid coupon exists exactly once, with the compensation as its face value. */
async function assertCoupon({ t }: Kit, row: Awaited<ReturnType<typeof rowOf>>, received: number): Promise<void> {
  if (row.coupon_template_id === null) return;
  const coupons = await t.db
    .selectFrom('user_coupon')
    .select('face_fen')
    .where('template_id', '=', row.coupon_template_id)
    .execute();
  const isPaid = row.pay_way === 'coupon' && received > 0;
  assert.deepEqual(
    coupons.map(({ face_fen: fen }) => fen),
    isPaid ? [row.comp_fen] : [],
    row.no,
  );
}
