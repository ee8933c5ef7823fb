import type { BulkAnswer } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { text } from '../../../contract/text';
import { IN_FLIGHT, type WithdrawState, withdrawCase } from '../../../contract/withdraw.states';
import type { ActorContext } from '../../core/http/context';
import { accepted, Refusal, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import type { applications } from './decide';
import { reasonText } from './outcome';
import { assertInScope } from './scope';
import { askPayout, eachPayout, sendPayout } from './send';
import { type ApplyRow, findApply, type PayoutRow, payoutsOf } from './store';

/** This module calls the channel after the commit and builds the answer to the caller. */

const WORDS: Readonly<Partial<Record<WithdrawState, ReturnType<typeof text>>>> = {
  paying: text('提现 {no} 打款中', 'Withdrawal {no} is being paid', 'O saque {no} está sendo pago', '提現 {no} 打款中'),
  paid: text(
    '提现 {no} 已打款 {x} 元',
    'Withdrawal {no} paid, ¥{x}',
    'Saque {no} pago, ¥{x}',
    '提現 {no} 已打款 {x} 元',
  ),
  awaitPayee: text(
    '提现 {no} 等待收款人确认',
    'Withdrawal {no} waits for the payee to confirm',
    'O saque {no} aguarda a confirmação do favorecido',
    '提現 {no} 等待收款人確認',
  ),
  payFailed: text(
    '提现 {no} 打款失败：{reason}',
    'Payout of withdrawal {no} failed: {reason}',
    'O pagamento do saque {no} falhou: {reason}',
    '提現 {no} 打款失敗：{reason}',
  ),
  unknown: text(
    '提现 {no} 结果仍未知，系统会继续查询',
    'The result of withdrawal {no} is still unknown; the system continues to query it',
    'O resultado do saque {no} ainda é desconhecido e será consultado de novo',
    '提現 {no} 結果仍未知，系統會繼續查詢',
  ),
};

const isInFlight = ({ state }: ApplyRow): boolean => IN_FLIGHT.some((one) => one === state);

/**
 * Refuses an application with a payout that has no final result, because the payout must be queried first.
 * @throws Refusal 40401 (unknown id), 40302 (out of scope), 42258 (no final result)
 */
export async function refuseUnknown(ctx: ActorContext, id: number): Promise<void> {
  const row = await findApply(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertInScope(ctx, row);
  if (isInFlight(row)) throw refuse(42258);
}

const openPayout = (payouts: readonly PayoutRow[]) => payouts.find(({ query_at: at }) => at !== null);

/** Describes the application's present state in the caller's language. */
async function answerOf(ctx: ActorContext, id: number) {
  const row = await findApply(ctx.db, id);
  if (!row) throw refuse(40401);
  const params = { no: row.no, x: yuanText(row.net_fen), reason: reasonText(row.note ?? '') };
  const words = WORDS[row.state];
  return {
    row,
    data: {
      id,
      no: row.no,
      state: row.state,
      stateText: withdrawCase.stateText(row.state, ctx.locale),
      version: row.version,
      ...(words && { message: ctx.t(words, params) }),
    },
  };
}

type Answer = Awaited<ReturnType<typeof applications.run>>;

/**
 * Sends the payout after the commit and answers with its result. The code is 110 while the channel is still processing the payout. It is
 * 50201 after a failure and 50202 for an unknown result.
 */
export function sendNow(ctx: ActorContext, answer: Answer) {
  ctx.followUp(async (db) => {
    const own = { ...ctx, db };
    const payout = openPayout(await payoutsOf(db, [answer.id]));
    if (payout) await sendPayout(own, payout.id);
    const { row, data } = await answerOf(own, answer.id);
    if (row.state === 'payFailed') throw refuse(50201, { msg: reasonText(row.note ?? '') }, data, data.message);
    if (row.state === 'unknown') throw refuse(50202, {}, data);
    return row.state === 'paying' ? null : data;
  });
  return accepted(answer);
}

/**
 * Sends the payouts of several applications after the commit. If the process stops before sending them, a later run of the payout job sends
 * them.
 */
export function sendLater(ctx: ActorContext, ids: readonly number[]): void {
  if (ids.length === 0) return;
  ctx.afterCommit(async (db) => {
    const payouts = (await payoutsOf(db, ids)).filter(({ state }) => state === 'created');
    await eachPayout(payouts, ({ id }) => sendPayout({ ...ctx, db }, id));
  });
}

/**
 * Queries a payout at the channel. A payout that was not sent yet is sent instead.
 * @throws Refusal 40401 (unknown id), 40302 (out of scope), 42201 (no payout is open), 50202 (result still unknown)
 */
export async function askOne(ctx: ActorContext, id: number) {
  const row = await findApply(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertInScope(ctx, row);
  ctx.audit({ objectId: id, objectNo: row.no, before: { state: row.state } });
  const payout = openPayout(await payoutsOf(ctx.db, [id]));
  if (!payout) throw refuse(42201, { state: withdrawCase.states[row.state].text });
  ctx.followUp(async (db) => {
    const own = { ...ctx, db };
    await (payout.state === 'created' ? sendPayout(own, payout.id) : askPayout(own, payout));
    const { row: now, data } = await answerOf(own, id);
    if (now.state === 'unknown') throw refuse(50202, {}, data);
    return data;
  });
  return (await answerOf(ctx, id)).data;
}

/**
 * Queries the payouts of several applications after the commit. A payout that was not sent yet is sent instead. Applications without an
 * open payout are refused.
 */
export async function askMany(ctx: ActorContext, ids: readonly number[]): Promise<BulkAnswer> {
  const failed: BulkAnswer['failed'] = [];
  const asked: PayoutRow[] = [];
  for (const id of ids) {
    const row = await findApply(ctx.db, id);
    try {
      if (!row) throw refuse(40401);
      await assertInScope(ctx, row);
      const payout = openPayout(await payoutsOf(ctx.db, [id]));
      if (!payout) throw refuse(42201, { state: withdrawCase.states[row.state].text });
      asked.push(payout);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const no = error.code === 40302 ? '' : (row?.no ?? '');
      failed.push({ id, no, code: error.code, msg: errorText(error.code, ctx.locale, error.params) });
    }
  }
  if (asked.length > 0)
    ctx.afterCommit(async (db) => {
      const own = { ...ctx, db };
      await eachPayout(asked, (payout) =>
        payout.state === 'created' ? sendPayout(own, payout.id) : askPayout(own, payout),
      );
    });
  return { success: asked.length, failed };
}
