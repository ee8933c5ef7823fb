import { sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { holdLock } from '../../core/database/locks';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan, yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { freeAtNumber, insureRemit, post } from '../ledger';
import { presentOf } from '../site';
import { lockMonth } from './recon-store';

/** Remits premiums to the insurer (缴保费). The remittance is posted with the payment voucher after a second person has approved it. */

type In = ParsedOf<(typeof insureEndpoints)['safety.Insure/remit']>;

const WORDS = {
  done: text(
    '{month} {insurer} 保费已缴纳 {x} 元',
    '{month}, {insurer}: premiums of ¥{x} remitted',
    '{month}, {insurer}: prêmios de ¥{x} repassados',
    '{month} {insurer} 保費已繳納 {x} 元',
  ),
  nothing: text('没有待缴保费', 'Nothing to remit', 'Nada a repassar', '沒有待繳保費'),
  changed: text(
    '待缴保费已变为 {x} 元，请刷新后重试',
    'The premiums to remit have changed to ¥{x}; refresh and try again',
    'Os prêmios a repassar agora são ¥{x}: atualize e tente de novo',
    '待繳保費已變為 {x} 元，請重新整理後重試',
  ),
  short: text(
    '商户号余额不足',
    'The merchant number does not have enough balance',
    'O número não tem saldo',
    '商戶號餘額不足',
  ),
  running: WORD.monthNotOver,
  remitted: WORD.remitted,
} as const;

/** Builds the condition for policies of a month whose premium was posted and neither refunded nor remitted. */
const UNREMITTED = (insurerId: number, month: string) => sql`
  insurer_id = ${insurerId} and to_char(cover_date, 'YYYY-MM') = ${month}
  and tx_no is not null and refund_tx_no is null and remit_id is null`;

/**
 * Remits premiums.
 *
 * @throws Refusal 40302 (the data scope is limited), 40401 (unknown month, or unknown or disabled merchant number), 42201 (month not over,
 *   nothing due, or amount changed), 42241 (balance too low), 42246 (closed day), 50201 (the merchant number has too little money)
 */
export async function remitPremiums(ctx: ActorContext, input: In) {
  assertWhole(ctx);
  // Take this lock before any row lock, as payouts and transfers do. Reservations at a merchant number must happen one after another.
  await holdLock(ctx.db, 'payoutReserve');
  const month = await lockMonth(ctx.db, input.id);
  if (!month) throw refuse(40401);
  const { at, day } = await presentOf(ctx);
  const objectNo = `${month.month} ${month.insurerName}`;
  ctx.audit({ objectId: month.id, objectNo });
  if (month.month >= day.slice(0, 7)) throw refuse(42201, { state: WORDS.running }, null, ctx.t(WORDS.running));
  const number = await ctx.db
    .selectFrom('merchant_number')
    .select(['id', 'name', 'channel', 'mch_no as mchNo'])
    .where('id', '=', input.merchantNumberId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!number) throw refuse(40401);
  // Lock the policies. A premium that is posted later belongs to the next remittance.
  const { rows } = await sql<{ id: number; fen: number }>`
    select id, premium_fen as fen from insure_policy where ${UNREMITTED(month.insurerId, month.month)}
    order by id for update`.execute(ctx.db);
  const adjusted = await sql<{ id: number; fen: number }>`
    select id, adjust_fen as fen from insure_gap where month_id = ${month.id} and state = 'adjusted' and remit_id is null
    order by id for update`.execute(ctx.db);
  const ids = rows.map((row) => row.id);
  const n = ids.length;
  const fen = [...rows, ...adjusted.rows].reduce((sum, row) => sum + row.fen, 0);
  if (fen === 0) throw refuse(42201, { state: WORDS.remitted }, null, ctx.t(WORDS.nothing));
  if (fen !== input.amountFen)
    throw refuse(42201, { state: WORDS.remitted }, null, ctx.t(WORDS.changed, { x: yuanText(fen) }));
  const after = {
    month: month.month,
    insurer: month.insurerName,
    amount: yuan(fen),
    mchNo: number.mchNo,
    voucherNo: input.voucherNo,
  };
  await ctx.secondPerson({
    state: { month: month.id, fen, n },
    teamId: null,
    change: { objectId: month.id, objectNo, after },
  });
  if ((await freeAtNumber(ctx.db, number.id)) < fen) throw refuse(50201, { msg: WORDS.short });
  const id = ctx.ids.next();
  const no = businessNo('IR', day, id);
  const on = { bizNo: no, teamId: 0, at, day, operatorId: ctx.actor.accountId, remark: month.month };
  const facts = { counterName: month.insurerName, channel: number.channel, tradeNo: input.voucherNo };
  const entry = insureRemit(on, { insurerId: month.insurerId, amountFen: fen, merchantNumberId: number.id }, facts);
  const { txNo } = await post({ db: ctx.db, ids: ctx.ids, clock: ctx.clock }, entry);
  await ctx.db
    .insertInto('insure_remit')
    .values({
      ...{ id, created_at: at, no, month_id: month.id, insurer_id: month.insurerId, policies: n, amount_fen: fen },
      ...{ merchant_number_id: number.id, voucher_no: input.voucherNo, tx_no: txNo },
      ...{ by_id: ctx.actor.accountId, by_name: ctx.actor.name },
    })
    .execute();
  await sql`update insure_policy set remit_id = ${id} where id = any(${sql.val(ids)}::bigint[])`.execute(ctx.db);
  const adjustedIds = adjusted.rows.map((row) => row.id);
  await sql`update insure_gap set remit_id = ${id} where id = any(${sql.val(adjustedIds)}::bigint[])`.execute(ctx.db);
  ctx.audit({ objectId: month.id, objectNo, after: { ...after, txNo } });
  const params = { month: month.month, insurer: month.insurerName, x: yuanText(fen) };
  return {
    id: month.id,
    no,
    state: 'remitted',
    stateText: ctx.t(WORDS.remitted),
    version: month.version,
    message: ctx.t(WORDS.done, params),
  };
}
