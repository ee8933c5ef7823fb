import { type Kysely, sql } from 'kysely';
import type { costEndpoints } from '../../../contract/cost';
import { COST_KIND_TEXT, chargeLifecycle } from '../../../contract/cost.states';
import type { ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan, yuanText } from '../../core/money/amounts';
import {
  collectReceivable,
  feeWaive,
  followCredit,
  lockBooking,
  post,
  type ReceivableRecord,
  serviceFee,
  waiveReceivable,
} from '../ledger';
import { presentOf } from '../site';
import { assertTeamInScope, creditLimits } from '../team';
import { type ChargeRecord, lockCharge } from './charges';
import { entryNo } from './periods';

/** Waives fees, and collects owed fees. */

type Input<A extends keyof typeof costEndpoints> = ParsedOf<(typeof costEndpoints)[A]>;
type Db = Kysely<Database>;

const WORDS = {
  waived: text(
    '扣费 {no} 已减免 {x} 元',
    'Charge {no} waived, ¥{x}',
    'Cobrança {no} dispensada, ¥{x}',
    '扣費 {no} 已減免 {x} 元',
  ),
  collected: text(
    '扣费 {no} 已扣 {x} 元',
    'Charge {no} collected, ¥{x}',
    'Cobrança {no} efetuada, ¥{x}',
    '扣費 {no} 已扣 {x} 元',
  ),
} as const;

/**
 * Finds and locks a charge, and checks that its state allows the action.
 *
 * @throws Refusal 40302 (station out of scope), 40401 (unknown id), 42201 (state does not allow the action)
 */
async function requireFor(ctx: ActorContext, id: number, action: 'waive' | 'collect'): Promise<ChargeRecord> {
  const charge = await lockCharge(ctx.db, id);
  if (!charge) throw refuse(40401);
  await assertTeamInScope(ctx, charge.teamId);
  const { no, state, amountFen } = charge;
  ctx.audit({ objectId: id, objectNo: no, before: { state }, after: { amount: yuan(amountFen) } });
  if (!chargeLifecycle.allowed(state, action)) throw refuse(42201, { state: chargeLifecycle.states[state].text });
  return charge;
}

async function setState(
  db: Db,
  { id, version }: ChargeRecord,
  set: { state: 'waived' | 'charged'; note?: string; tx_no?: string },
): Promise<void> {
  await db
    .updateTable('cost_charge')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

function answer(ctx: ActorContext, charge: ChargeRecord, state: 'waived' | 'charged', words: keyof typeof WORDS) {
  return {
    id: charge.id,
    no: charge.no,
    state,
    stateText: chargeLifecycle.stateText(state, ctx.locale),
    version: charge.version + 1,
    message: ctx.t(WORDS[words], { no: charge.no, x: yuanText(charge.amountFen) }),
  };
}

/**
 * Refunds a paid fee or waives an owed fee.
 *
 * @throws Refusal 40302 (station out of scope), 40401 (unknown id), 42201 (wrong state, or order was refunded after its settlement)
 */
export async function waiveCharge(ctx: ActorContext, { id, reason }: Input<'finance.Cost/waive'>) {
  const charge = await requireFor(ctx, id, 'waive');
  const { no, teamId, bizNo, amountFen, kind } = charge;
  const after = { amount: yuan(amountFen), kind: ctx.t(COST_KIND_TEXT[kind]), reason };
  ctx.audit({ objectId: id, objectNo: no, before: { state: charge.state }, after, reason });
  const marks = await marksOf(ctx.db, teamId, bizNo);
  if (marks.refunds > 0) throw refuse(42201, { state: chargeLifecycle.states[charge.state].text });
  await ctx.secondPerson({
    state: { no, state: charge.state, amountFen },
    teamId,
    change: { objectId: id, objectNo: no, after },
  });
  const tools = { db: ctx.db, ids: ctx.ids, clock: ctx.clock };
  const { at, day } = await presentOf(ctx);
  const by = { at, day, operatorId: ctx.actor.accountId };
  const owed = charge.txNo === null ? await owedOf(ctx.db, charge) : null;
  if (owed) await waiveReceivable(tools, owed, by, { remark: no, reason });
  // Refund the amount that was already paid.
  const paidFen = charge.txNo === null ? (owed?.collectedFen ?? 0) : amountFen;
  if (paidFen > 0) {
    const on = { ...by, bizNo, teamId, step: marks.waivers + 1, remark: no };
    await post(tools, feeWaive(on, { ...charge, amountFen: paidFen }));
  }
  await setState(ctx.db, charge, { state: 'waived', note: reason, ...(owed && { tx_no: owed.txNo }) });
  return answer(ctx, charge, 'waived', 'waived');
}

/** Finds and locks the receivable of an owed charge. Returns `null` for old charges, which have no receivable. */
const owedOf = (db: Db, charge: ChargeRecord): Promise<ReceivableRecord | null> =>
  lockBooking(db, 'fee', { teamId: charge.teamId, bizNo: entryNo(charge) });

/** Counts the ledger transactions with this business number: unreversed refunds after the settlement, and waivers of fees. */
async function marksOf(db: Db, teamId: number, bizNo: string): Promise<{ refunds: number; waivers: number }> {
  const { rows } = await sql<{ refunds: number; waivers: number }>`
    select count(*) filter (where t.biz_type = 'REFUND_AFTER_SETTLE' and not exists (
        select from ledger_txn_key r where r.team_id = t.team_id and r.reverses_id = t.txn_id))::int as refunds,
      count(*) filter (where t.biz_type = 'FEE_WAIVE')::int as waivers
    from ledger_txn_key t where t.team_id = ${teamId} and t.biz_no = ${bizNo}
      and t.biz_type in ('REFUND_AFTER_SETTLE', 'FEE_WAIVE')`.execute(db);
  return rows[0] ?? { refunds: 0, waivers: 0 };
}

/**
 * Collects an owed fee.
 *
 * @throws Refusal 40302 (station out of scope), 40401 (unknown id), 42201 (fee is not owed), 42241 (station's balance is still too low)
 */
export async function collectCharge(ctx: ActorContext, { id }: Input<'finance.Cost/collect'>) {
  const charge = await requireFor(ctx, id, 'collect');
  const { at, day } = await presentOf(ctx);
  await followCredit(ctx.db, await creditLimits(ctx.db, [charge.teamId]));
  const tools = { db: ctx.db, ids: ctx.ids, clock: ctx.clock };
  const by = { at, day, operatorId: ctx.actor.accountId };
  const owed = await owedOf(ctx.db, charge);
  const { txNo } = owed
    ? await collectReceivable(tools, owed, by)
    : await post(tools, serviceFee({ ...by, bizNo: entryNo(charge), teamId: charge.teamId }, charge.amountFen));
  // If there is a receivable, `collectReceivable` has already updated the charge.
  if (!owed) await setState(ctx.db, charge, { state: 'charged', tx_no: txNo });
  ctx.audit({
    objectId: id,
    objectNo: charge.no,
    before: { state: 'owed' },
    after: { state: 'charged', amount: yuan(charge.amountFen), txNo },
  });
  return answer(ctx, charge, 'charged', 'collected');
}
