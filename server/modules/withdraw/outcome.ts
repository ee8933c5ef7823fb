import { ERRORS } from '../../../contract/errors';
import { type Text, text } from '../../../contract/text';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { WITHDRAWAL, type WithdrawState, type WithdrawStep } from '../../../contract/withdraw.states';
import { inTransaction } from '../../core/database/transaction';
import { yuanText } from '../../core/money/amounts';
import { endBill } from '../ledger';
import { notify } from '../notice';
import type { Outcome } from './channels';
import { applications } from './decide';
import { postPaid, postReturned } from './money';
import { noticeRecord } from './scope';
import { type ApplyRow, findPayout, lockApply, moveApply, type PayoutRow, type Tools, updatePayout } from './store';

/** This module applies a channel's answers to a payout and its application. Answers may arrive in any order and several times. */

const WORDS = {
  failedTitle: text('提现打款失败：{no}', 'Payout failed: {no}', 'Pagamento falhou: {no}', '提現打款失敗：{no}'),
  failedText: text(
    '{no} 共 {x} 元：{reason}。可以重试或关闭。',
    '{no}, ¥{x}: {reason}. Retry or close it.',
    '{no}, ¥{x}: {reason}. Tente de novo ou encerre.',
    '{no} 共 {x} 元：{reason}。可以重試或關閉。',
  ),
  doubtTitle: text(
    '提现结果未知：{no}',
    'Payout result unknown: {no}',
    'Resultado do saque desconhecido: {no}',
    '提現結果未知：{no}',
  ),
  doubtText: text(
    '{no} 共 {x} 元。系统会用同一打款单号继续查询。',
    '{no}, ¥{x}. The channel is asked again with the same payout number.',
    '{no}, ¥{x}. O canal será consultado de novo com o mesmo número.',
    '{no} 共 {x} 元。系統會用同一打款單號繼續查詢。',
  ),
  returnedTitle: text('提现被退回：{no}', 'Payout returned: {no}', 'Saque devolvido: {no}', '提現被退回：{no}'),
  returnedText: text(
    '{no} 共 {x} 元：{reason}。金额已退回申请人的可用余额。',
    '{no}, ¥{x}: {reason}. The amount is available to the applicant again.',
    '{no}, ¥{x}: {reason}. O valor voltou ao saldo do solicitante.',
    '{no} 共 {x} 元：{reason}。金額已退回申請人的可用餘額。',
  ),
} as const;

/** WeChat Pay's code when the payee did not confirm in time. */
const OVERDUE = 'OVERDUE_CLOSE';
/** Our code when the channel reports a different amount. */
const WRONG_AMOUNT = 'AMOUNT_MISMATCH';
const LONGEST_TEXT = 200;

/**
 * Returns the reason to store, cut to {@link LONGEST_TEXT}. It is the code if {@link reasonText} has a text for the code, or if the
 * platform sent no text. Otherwise it is the platform's text.
 */
const keptReason = (code: string, words: string): string =>
  (code === OVERDUE || code === WRONG_AMOUNT ? code : words || code).slice(0, LONGEST_TEXT);

const OTHER_AMOUNT = text(
  '渠道返回的金额不符',
  'The channel returned a different amount',
  'O canal informa outro valor',
  '管道回覆的金額不符',
);

/** Converts a stored reason to a text that people can read. */
export function reasonText(kept: string): Text | string {
  if (kept === OVERDUE) return ERRORS[42259];
  return kept === WRONG_AMOUNT ? OTHER_AMOUNT : kept;
}

/** Computes the time of the next query after `tries` queries. */
export function nextQuery(tries: number, from: Date): Date {
  const minutes = WITHDRAWAL.queryMinutes[tries];
  const before = WITHDRAWAL.queryMinutes[tries - 1] ?? 0;
  // `queryMinutes` counts from the sending, so the delay is the difference to the previous entry.
  return new Date(from.getTime() + (minutes === undefined ? HOUR_MS : (minutes - before) * MINUTE_MS));
}

/** Notifies the payer. A failed and a returned payout also reach the receivers of the rule `withdrawFailed`. */
async function tellPayer(tools: Tools, apply: ApplyRow, what: 'failed' | 'doubt' | 'returned', reason: string) {
  if (what === 'doubt' && apply.payer_id === null) return;
  const receivers =
    what === 'doubt'
      ? ({ type: 'message', source: 'finance' } as const)
      : ({ event: 'withdrawFailed', ...noticeRecord(apply.team_id, apply.subject_id) } as const);
  await notify(tools, {
    ...receivers,
    accountIds: apply.payer_id === null ? [] : [apply.payer_id],
    title: WORDS[`${what}Title`],
    content: WORDS[`${what}Text`],
    params: { no: apply.no, x: yuanText(apply.amount_fen), reason: reasonText(reason) },
    link: `/financial/apply?open=${apply.id}`,
    dedupe: `withdraw.${apply.id}.${what}.${apply.version}`,
  });
}

/** Moves an application to another state on behalf of the system. */
async function step(
  tools: Tools,
  apply: ApplyRow,
  to: { readonly step: WithdrawStep; readonly state: WithdrawState; readonly note?: string; readonly txNo?: string },
): Promise<void> {
  const isOver = to.state === 'paid' || to.state === 'returned';
  await moveApply(tools.db, apply, {
    state: to.state,
    note: to.note ?? null,
    ...(isOver && { finishedAt: tools.clock.now() }),
  });
  await applications.addStep(tools, apply.id, to.step, {
    ...(to.note && { note: to.note }),
    ...(to.txNo && { txNo: to.txNo, amountFen: apply.amount_fen }),
  });
}

/** The application and the payout that an answer is about. */
interface Subject {
  readonly apply: ApplyRow;
  readonly payout: PayoutRow;
  /** `true` if the channel answers our query. */
  readonly isQuery: boolean;
}

async function paid(tools: Tools, apply: ApplyRow, payout: PayoutRow, channelNo: string): Promise<void> {
  const txNo = await postPaid(tools, apply, payout, channelNo);
  const now = tools.clock.now();
  const ended = { state: 'success', query_at: null, finished_at: now, error_code: null, error_text: null } as const;
  await updatePayout(tools.db, payout.id, { ...ended, channel_no: channelNo });
  await step(tools, apply, { step: 'succeed', state: 'paid', txNo });
}

async function failed(tools: Tools, apply: ApplyRow, payout: PayoutRow, code: string, words: string): Promise<void> {
  const note = keptReason(code, words);
  const ended = { state: 'failed', query_at: null, finished_at: tools.clock.now() } as const;
  await updatePayout(tools.db, payout.id, { ...ended, error_code: code.slice(0, 64), error_text: note });
  if (payout.bill_id !== null) await endBill(tools.db, payout.bill_id, 'failed');
  await step(tools, apply, { step: 'fail', state: 'payFailed', note });
  await tellPayer(tools, apply, 'failed', note);
}

/** Marks the result of a payout as unknown and notifies the payer once. The same number is queried again later. */
async function doubted(tools: Tools, { apply, payout, isQuery }: Subject, code: string, words: string): Promise<void> {
  const kept = keptReason(code, words);
  const known = { state: 'unknown', error_code: code.slice(0, 64), error_text: kept } as const;
  await updatePayout(tools.db, payout.id, { ...known, ...asked(tools, payout, isQuery) });
  if (apply.state === 'unknown') return;
  await step(tools, apply, { step: 'doubt', state: 'unknown' });
  await tellPayer(tools, apply, 'doubt', '');
}

/** Returns the columns of the next query. Only an answer to our query counts as a try; other answers leave the next query unchanged. */
const asked = ({ clock }: Tools, { tries }: PayoutRow, isQuery: boolean) =>
  isQuery ? { tries: tries + 1, query_at: nextQuery(tries + 1, clock.now()) } : {};

async function waiting(
  tools: Tools,
  { apply, payout, isQuery }: Subject,
  outcome: Extract<Outcome, { kind: 'await' | 'accepted' }>,
): Promise<void> {
  const isAwaited = outcome.kind === 'await';
  const packageInfo = isAwaited ? (outcome.packageInfo ?? payout.package_info) : payout.package_info;
  await updatePayout(tools.db, payout.id, {
    state: isAwaited ? 'awaitPayee' : 'sent',
    channel_no: outcome.channelNo || payout.channel_no,
    package_info: packageInfo,
    error_code: null,
    error_text: null,
    ...asked(tools, payout, isQuery),
  });
  const to = isAwaited ? ('awaitPayee' as const) : ('paying' as const);
  // The state stays "awaiting payee" after the payee has confirmed, while the platform processes the payout.
  if (apply.state === to || (apply.state === 'awaitPayee' && to === 'paying')) return;
  await step(tools, apply, { step: isAwaited ? 'await' : 'accept', state: to });
}

async function bounced(tools: Tools, apply: ApplyRow, payout: PayoutRow, reason: string): Promise<void> {
  if (apply.state !== 'paid') return;
  const txNo = await postReturned(tools, apply, payout, payout.channel_no ?? payout.po_no);
  await step(tools, apply, { step: 'bounce', state: 'returned', note: reason, txNo });
  await tellPayer(tools, apply, 'returned', reason);
}

/**
 * Stores a channel's answer about a payout. Repeated and late answers change nothing, except that a paid payout may still be returned.
 *
 * @param isQuery `true` if the channel answers our query
 * @returns the new state of the application, or `null` if there is no such payout
 */
export function settlePayout(
  tools: Tools,
  payoutId: number,
  outcome: Outcome,
  isQuery = false,
): Promise<WithdrawState | null> {
  return inTransaction(tools, async (own) => {
    const known = await findPayout(own.db, payoutId);
    const apply = known && (await lockApply(own.db, known.apply_id));
    // Read the payout again: only the lock of the application protects it from changes.
    const payout = apply && (await findPayout(own.db, payoutId));
    if (!apply || !payout) return null;
    const isOpen = payout.query_at !== null;
    if (!isOpen) {
      if (outcome.kind === 'returned' && payout.state === 'success')
        await bounced(own, apply, payout, keptReason(outcome.code, outcome.text));
      else return apply.state;
    } else await settleOpen(own, { apply, payout, isQuery }, outcome);
    return (await lockApply(own.db, apply.id))?.state ?? null;
  });
}

async function settleOpen(tools: Tools, subject: Subject, outcome: Outcome): Promise<void> {
  const { apply, payout } = subject;
  switch (outcome.kind) {
    case 'paid':
      if (outcome.amountFen !== null && outcome.amountFen !== payout.amount_fen)
        return doubted(tools, subject, WRONG_AMOUNT, WRONG_AMOUNT);
      return paid(tools, apply, payout, outcome.channelNo);
    case 'failed':
    // We never recorded this payout as paid, so a returned payout is a failed payout.
    case 'returned':
      return failed(tools, apply, payout, outcome.code, outcome.text);
    case 'await':
    case 'accepted':
      return waiting(tools, subject, outcome);
    case 'unknown':
      return doubted(tools, subject, '', outcome.text);
    case 'absent':
      return doubted(tools, subject, 'NOT_FOUND', 'NOT_FOUND');
  }
}
