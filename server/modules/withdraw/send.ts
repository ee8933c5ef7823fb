import { DAY_MS, SECOND_MS } from '../../../contract/units';
import type { WithdrawState } from '../../../contract/withdraw.states';
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
 * How long a payout that the channel does not have may be sent again. WeChat Pay does not find bills older than 30 days, so an older payout
 * may be paid although the channel does not have it. One day is a margin.
 */
const RESEND_MS = 29 * DAY_MS;

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
  const isOld = payout.sent_at !== null && tools.clock.now().getTime() - payout.sent_at.getTime() > RESEND_MS;
  if (outcome.kind !== 'absent' || isOld) return settlePayout(tools, payout.id, outcome, true);
  const order = payout.query_at === null ? null : await orderOf(tools, payout);
  return order ? settlePayout(tools, payout.id, await sendOrder(tools, order, false), true) : null;
}

/**
 * Runs `work` for each item. At most {@link AT_ONCE} items run concurrently. After an error, the other workers continue with the remaining
 * items.
 *
 * @throws the error of a failed item, after all workers have ended
 */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Sends payouts that a crash left unsent, and queries payouts whose query is due. */
export async function pursuePayouts(tools: SendTools): Promise<void> {
  const due = await duePayouts(tools.db, tools.clock.now(), RUN);
  await eachOf(due, (payout) => (payout.state === 'created' ? sendPayout(tools, payout.id) : askPayout(tools, payout)));
}

export const PURSUE_MS = 20 * SECOND_MS;
