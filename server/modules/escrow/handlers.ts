import { escrowEndpoints } from '../../../contract/escrow';
import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { pageOf } from '../../core/list/paged';
import { yuan } from '../../core/money/amounts';
import { lockLossOf, lossIsOpen, settleCancelled, takeEvents } from '../intake';
import { openEscrow } from '../ledger';
import { orderSnapshot } from '../order';
import { readSetting } from '../site';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';

const ACT = 3206;
const WORDS = {
  refunded: text('已退还', 'Refunded', 'Reembolsado', '已退還'),
  refundDone: text(
    '订单 {no} 的余款已退还',
    'The rest of order {no} was refunded',
    'O restante do pedido {no} foi reembolsado',
    '訂單 {no} 的餘款已退還',
  ),
  settled: WORD.settled,
  settleDone: text('订单 {no} 已结算', 'Order {no} was settled', 'O pedido {no} foi liquidado', '訂單 {no} 已結算'),
} as const;

interface Key {
  readonly teamId: number;
  readonly orderNo: string;
}

/**
 * Checks a cancelled order with money in escrow and describes the order for the audit. Requires the approval of a second person.
 *
 * @returns the amount that was not refunded to the user, in fen
 * @throws Refusal 40302 (out of scope), 40401 (unknown order), 42201 (order is not cancelled, is settled, or was refunded in full)
 */
async function agreed(ctx: ActorContext, key: Key, reason: string, more: Record<string, string> = {}): Promise<number> {
  const { teamId, orderNo } = key;
  await assertTeamInScope(ctx, teamId);
  const order = await orderSnapshot(ctx.db, teamId, orderNo);
  if (!order) throw refuse(40401);
  const leftFen = order.paidFen - order.refundFen;
  // The second person sees these fields before the approval.
  const about = { objectNo: orderNo, after: { amount: yuan(leftFen), ...more, reason } };
  ctx.audit({ ...about, reason });
  if (order.status !== 'cancelled' || order.settledAt !== null || leftFen <= 0)
    throw refuse(42201, { state: ORDER_STATUS_TEXT[order.status] });
  await ctx.secondPerson({ state: { ...key, leftFen, ...more }, teamId, change: about });
  return leftFen;
}

export const escrowHandlers = handlers(escrowEndpoints, {
  'finance.Escrow/getList': async (ctx, input) => {
    const { offset } = pageOf(input);
    const teams = await scopedTeamIds(ctx, input.teamIds);
    const now = ctx.clock.now();
    const open = await openEscrow(ctx.db, now, teams);
    if (input.sortOrder === 'desc') open.reverse();
    const shown = open.slice(offset, offset + input.limit);
    const names = await teamNames(ctx.db, [...new Set(shown.map(({ teamId }) => teamId))]);
    return {
      list: shown.map(({ cancelledAt, ...row }) => ({
        ...row,
        teamName: names.get(row.teamId) ?? '',
        cancelledAt: cancelledAt.toISOString(),
        actions: ctx.can(ACT) ? ['refund', 'settle'] : [],
      })),
      total: open.length,
      totalCapped: false,
      page: input.page,
      limit: input.limit,
      summary: { leftFen: open.reduce((sum, { leftFen }) => sum + leftFen, 0) },
      asOf: now.toISOString(),
    };
  },

  'finance.Escrow/refund': async (ctx, { reason, refundNo, channelRefundNo, ...key }) => {
    const numbers = { refundNo, ...(channelRefundNo !== undefined && { channelRefundNo }) };
    const amountFen = await agreed(ctx, key, reason, numbers);
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const at = ctx.clock.now().toISOString();
    const event = { event: 'refunded' as const, ...key, at, amountFen, ...numbers };
    const [result] = await takeEvents({ db: ctx.db, clock: ctx.clock, ids: ctx.ids }, [event], timeZone);
    // The event is refused, or a refund with this number already exists.
    if (result?.state !== 'done') throw result?.state === 'refused' ? result.why : refuse(40902);
    return done(ctx, key, 'refunded', 'refundDone');
  },

  'finance.Escrow/settle': async (ctx, { reason, ...key }) => {
    // The answer about an open food loss must not reveal orders outside the data scope.
    await assertTeamInScope(ctx, key.teamId);
    const loss = await lockLossOf(ctx, key);
    if (loss !== null) throw lossIsOpen(ctx, loss);
    await agreed(ctx, key, reason);
    const { timeZone } = await readSetting(ctx.db, 'locale');
    await settleCancelled({ db: ctx.db, clock: ctx.clock, ids: ctx.ids }, key, timeZone);
    return done(ctx, key, 'settled', 'settleDone');
  },
});

async function done(
  ctx: ActorContext,
  { teamId, orderNo }: Key,
  state: 'refunded' | 'settled',
  message: 'refundDone' | 'settleDone',
) {
  const order = await orderSnapshot(ctx.db, teamId, orderNo);
  return {
    id: order?.id ?? teamId,
    no: orderNo,
    state,
    stateText: ctx.t(WORDS[state]),
    version: 1,
    message: ctx.t(WORDS[message], { no: orderNo }),
  };
}
