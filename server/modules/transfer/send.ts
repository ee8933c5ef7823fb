import type { TransferState, TransferStep } from '../../../contract/transfer.states';
import { SECOND_MS } from '../../../contract/units';
import { inTransaction } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import { tryEach } from '../../core/jobs';
import { endBill } from '../ledger';
import { askAlipay, type ChannelTools, isTooOldToResend, nextQuery, type Outcome, sendToAlipay } from '../withdraw';
import { bothNumbers, transfers } from './kind';
import { postIn, postOut } from './money';
import {
  askLater,
  dueTransfers,
  findTransfer,
  lockTransfer,
  markSent,
  moveTransfer,
  type Tools,
  type TransferRow,
  transferOfNo,
} from './store';

/**
 * This module sends and queries transfers at the payment channel. It calls the channel outside of transactions, so that a crash during
 * a call does not lose earlier writes.
 */

type SendTools = Tools & ChannelTools;

/** Maximum number of transfers that one run of the job sends or queries. */
const RUN = 50;
const LONGEST_TEXT = 200;
const LONGEST_TITLE = 12;

async function call(tools: SendTools, row: TransferRow): Promise<Outcome> {
  const { to } = await bothNumbers(tools, row);
  const title = transfers.type.title['zh-CN'].slice(0, LONGEST_TITLE);
  // Do not send a name: our name for the number differs from the account's registered name.
  const payee = { type: 'ALIPAY_USER_ID', identity: to.mch_no, name: '' } as const;
  return sendToAlipay(tools, { outBizNo: row.no, amountFen: row.amount_fen, title, remark: row.no, payee });
}

/** Sends an approved transfer to the channel. Does nothing if it was already sent. */
export async function sendTransfer(tools: SendTools, id: number): Promise<void> {
  if (!(await markSent(tools.db, id, tools.clock.now()))) return;
  const row = await findTransfer(tools.db, id);
  if (row) await settleTransfer(tools, id, await call(tools, row));
}

/**
 * Queries a transfer at the channel. A recent transfer that Alipay does not have is sent again under the same number, so it is paid only
 * once.
 */
async function askTransfer(tools: SendTools, row: TransferRow): Promise<void> {
  const outcome = await askAlipay(tools, row.no);
  const isResent = outcome.kind === 'absent' && !isTooOldToResend(row.sent_at, tools.clock.now());
  const settled = isResent ? await call(tools, row) : outcome;
  await settleTransfer(tools, row.id, settled, true);
}

/** Sends transfers that a crash left unsent, and queries transfers whose query is due. */
export async function pursueTransfers(tools: SendTools): Promise<void> {
  await tryEach(await dueTransfers(tools.db, tools.clock.now(), RUN), (row) =>
    row.sent_at === null ? sendTransfer(tools, row.id) : askTransfer(tools, row),
  );
}

export const PURSUE_MS = 20 * SECOND_MS;

async function step(
  tools: Tools,
  row: TransferRow,
  to: { readonly step: TransferStep; readonly state: TransferState; readonly note?: string; readonly txNo?: string },
  set: Parameters<typeof moveTransfer>[2] | object = {},
): Promise<void> {
  await moveTransfer(tools.db, row, { ...set, state: to.state });
  await transfers.addStep(tools, row.id, to.step, {
    ...(to.note && { note: to.note }),
    ...(to.txNo && { txNo: to.txNo, amountFen: row.amount_fen }),
  });
}

/** Records that a transfer succeeded. Alipay moves money out of one account and into the other in one step, so both sides are posted. */
async function moved(tools: Tools, row: TransferRow, channelNo: string): Promise<void> {
  const { to } = await bothNumbers(tools, row);
  const outTxNo = await postOut(tools, row, channelNo, row.checker_id ?? 0);
  const inTxNo = await postIn(tools, row, to, channelNo, row.checker_id ?? 0);
  const set = { channel_no: channelNo, out_tx_no: outTxNo, in_tx_no: inTxNo };
  const ended = { query_at: null, finished_at: tools.clock.now(), note: null };
  await step(tools, row, { step: 'succeed', state: 'done', txNo: outTxNo }, { ...set, ...ended });
}

async function refused(tools: Tools, row: TransferRow, words: string): Promise<void> {
  await endBill(tools.db, row.bill_id ?? 0, 'failed');
  const note = words.slice(0, LONGEST_TEXT);
  const ended = { query_at: null, finished_at: tools.clock.now(), note };
  await step(tools, row, { step: 'fail', state: 'failed', note }, ended);
}

/** Stores that a transfer has no final result yet, and schedules the next query. */
async function waits(tools: Tools, row: TransferRow, state: 'processing' | 'unknown', isQuery: boolean): Promise<void> {
  const tries = isQuery ? row.tries + 1 : row.tries;
  const next = { tries, query_at: nextQuery(tries, tools.clock.now()) };
  if (row.state === state) return askLater(tools.db, row, next);
  await step(tools, row, { step: state === 'unknown' ? 'doubt' : 'accept', state }, next);
}

/**
 * Stores a channel's answer about a transfer. An answer to a finished transfer changes nothing.
 *
 * @param isQuery `true` if the channel answers our query
 * @throws Refusal 40401 (unknown transfer)
 */
function settleTransfer(tools: Tools, id: number, outcome: Outcome, isQuery = false): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await lockTransfer(own.db, id);
    if (!row) throw refuse(40401);
    if (row.query_at === null) return;
    switch (outcome.kind) {
      case 'paid':
        // The channel reports a different amount, so post nothing until people clarify it.
        if (outcome.amountFen !== null && outcome.amountFen !== row.amount_fen)
          return waits(own, row, 'unknown', isQuery);
        return moved(own, row, outcome.channelNo);
      case 'failed':
      case 'returned':
        return refused(own, row, outcome.text || outcome.code);
      case 'await':
      case 'accepted':
        return waits(own, row, 'processing', isQuery);
      case 'unknown':
      case 'absent':
        return waits(own, row, 'unknown', isQuery);
    }
  });
}

/** Stores a callback's answer about a transfer. An unknown transfer number changes nothing. */
export async function settleTransferNo(tools: Tools, no: string, outcome: Outcome): Promise<void> {
  const id = await transferOfNo(tools.db, no);
  if (id !== null) await settleTransfer(tools, id, outcome);
}
