import { DAY_MS, SECOND_MS } from '../../../contract/units';
import type { WithdrawState } from '../../../contract/withdraw.states';
import { tryEach } from '../../core/jobs';
import { type ChannelTools, isApi, type Order, queryOrder, sendOrder } from './channels';
import { nextQuery, settlePayout } from './outcome';
import { duePayouts, findApply, findPayee, findPayout, markSent, type PayoutRow, type Tools } from './store';

/**
 * This module sends and queries payouts at the channels. It calls the channels outside of transactions, so that a crash during a call does
 * not lose earlier writes.
 */

export type SendTools = Tools & ChannelTools;

/** Maximum number of payouts that one run of the job sends or queries. */
const RUN = 100;
const AT_ONCE = 4;
/**
 * How long an order that the channel does not have may be sent again. WeChat Pay does not find bills older than 30 days, so an older order
 * may be paid although the channel does not have it. One of the 30 days is a safety margin.
 */
const RESEND_MS = 29 * DAY_MS;

/** Checks whether an order was sent so long ago that it must not be sent again, even if the channel does not have it. */
export const isTooOldToResend = (sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() > RESEND_MS;

async function orderOf({ db }: SendTools, payout: PayoutRow): Promise<Order | null> {
  const apply = await findApply(db, payout.apply_id);
  const payee = apply && (await findPayee(db, apply.payee_id));
  return apply && payee ? { payout, apply, payee } : null;
}

/**
 * Sends a new payout.
 *
 * @returns the state of the payout's application; `null` if the payout was already sent, or if its application or payee does not exist
 */
export async function sendPayout(tools: SendTools, payoutId: number): Promise<WithdrawState | null> {
  const now = tools.clock.now();
  if (!(await markSent(tools.db, payoutId, now, nextQuery(0, now)))) return null;
  const payout = await findPayout(tools.db, payoutId);
  const order = payout && (await orderOf(tools, payout));
  return order ? settlePayout(tools, payoutId, await sendOrder(tools, order, true)) : null;
}

/**
 * Queries a payout at the channel. A payout that the channel does not have is sent again under the same number, unless the payout is
 * already closed, or so old that the channel may have forgotten it: its result then stays unknown. A delayed first call is harmless,
 * because the channel pays each number only once.
 *
 * @returns the state of the payout's application, or `null` if no answer was stored
 */
export async function askPayout(tools: SendTools, payout: PayoutRow): Promise<WithdrawState | null> {
  if (!isApi(payout.channel)) return null;
  const outcome = await queryOrder(tools, payout);
  if (outcome.kind !== 'absent' || isTooOldToResend(payout.sent_at, tools.clock.now()))
    return settlePayout(tools, payout.id, outcome, true);
  const order = payout.query_at === null ? null : await orderOf(tools, payout);
  return order ? settlePayout(tools, payout.id, await sendOrder(tools, order, false), true) : null;
}

/** Does `work` for several payouts, at most {@link AT_ONCE} of them concurrently. @throws AggregateError like {@link tryEach} */
export const eachPayout = <T>(payouts: readonly T[], work: (payout: T) => Promise<unknown>): Promise<void> =>
  tryEach(payouts, work, AT_ONCE);

/** Sends payouts that a crash left unsent, and queries payouts whose query is due. */
export async function pursuePayouts(tools: SendTools): Promise<void> {
  const due = await duePayouts(tools.db, tools.clock.now(), RUN);
  await eachPayout(due, (payout) =>
    payout.state === 'created' ? sendPayout(tools, payout.id) : askPayout(tools, payout),
  );
}

export const PURSUE_MS = 20 * SECOND_MS;
