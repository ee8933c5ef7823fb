import type { Kysely } from 'kysely';
import { errorText } from '../../../contract/errors';
import { PUSHED_AHEAD_MINUTES, type PUSHED_STATES } from '../../../contract/pushed';
import { fill, type Locale, type Text, text } from '../../../contract/text';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { asPart } from '../database/transaction';
import type { CallContext } from './context';
import { Refusal } from './refusal';

/** Maximum number of refused reports in the audit record of a batch. More reports would add no information. */
const KEPT = 20;

type MomentFault = 'tooOld' | 'tooFarAhead' | 'beforePayment';

const MOMENTS: Readonly<Record<MomentFault, Text>> = {
  tooOld: text(
    '发生时间 at 不能早于 {n} 天前',
    'Field at: more than {n} days ago',
    'Campo at: há mais de {n} dias',
    '發生時間 at 不能早於 {n} 天前',
  ),
  tooFarAhead: text(
    '发生时间 at 不能晚于现在 {n} 分钟以上',
    'Field at: more than {n} minutes ahead',
    'Campo at: mais de {n} minutos no futuro',
    '發生時間 at 不能晚於現在 {n} 分鐘以上',
  ),
  beforePayment: text(
    '发生时间 at 不能早于付款时间',
    'Field at: before the payment of the order',
    'Campo at: antes do pagamento do pedido',
    '發生時間 at 不能早於付款時間',
  ),
};

/** Refusal 40006 for a report whose time `at` is out of range. */
export class BadMoment extends Refusal {
  readonly field = 'at';
  constructor(
    readonly fault: MomentFault,
    /** Number of days or minutes, depending on the fault. 0 for `beforePayment`. */
    readonly n = 0,
  ) {
    super(40006, { n });
  }
}

/** Checks that a report is not in the future, except for the allowed clock difference. @throws BadMoment */
export function requireNotAhead(at: Date, now: Date): void {
  const ahead = at.getTime() - now.getTime();
  if (ahead > PUSHED_AHEAD_MINUTES * MINUTE_MS) throw new BadMoment('tooFarAhead', PUSHED_AHEAD_MINUTES);
}

/** Checks the age of a report. @throws BadMoment when it is older than `days` days */
export function requireNotOlder(at: Date, now: Date, days: number): void {
  if (now.getTime() - at.getTime() > days * DAY_MS) throw new BadMoment('tooOld', days);
}

/** A refused report. It changed nothing. */
export interface RefusedReport {
  readonly state: 'refused';
  readonly why: Refusal;
}

/** Processes a report of a batch separately. A refusal rolls back only this report. */
export async function takeAlone<T extends { readonly db: Kysely<Database>; readonly clock: Clock }, R>(
  tools: T,
  work: (tools: T) => Promise<R>,
): Promise<R | RefusedReport> {
  try {
    return await asPart(tools, work);
  } catch (error) {
    if (error instanceof Refusal) return { state: 'refused', why: error };
    throw error;
  }
}

/** Builds the answer row of a refused report in the caller's language. */
export function refusedReport(why: Refusal, locale: Locale) {
  const { code, params, sentence } = why;
  const row = { state: 'refused', code } as const;
  if (why instanceof BadMoment)
    return { ...row, field: why.field, msg: fill(MOMENTS[why.fault][locale], { n: why.n }) };
  return { ...row, msg: sentence ?? errorText(code, locale, params) };
}

/** Builds the answer row of a report that was processed separately. */
export const takenReport = <R extends { readonly state: 'done' | 'repeated' }>(
  taken: R | RefusedReport,
  locale: Locale,
) => ('why' in taken ? refusedReport(taken.why, locale) : taken);

/**
 * Answers a batch of reports that a server signed. The call's audit record contains the sending server, the number of reports by result and
 * at most `KEPT` refused reports.
 *
 * @param rows a row for each report, in the order of the reports
 */
export function pushedAnswer<R extends { readonly state: (typeof PUSHED_STATES)[number] }>(
  ctx: CallContext,
  rows: R[],
): { done: number; repeated: number; refused: number; rows: R[] } {
  const count = (state: R['state']) => rows.filter((row) => row.state === state).length;
  const counts = { done: count('done'), repeated: count('repeated'), refused: count('refused') };
  const refused = rows.filter(({ state }) => state === 'refused').slice(0, KEPT);
  ctx.audit({
    objectNo: ctx.client?.name ?? '',
    after: counts,
    ...(refused.length > 0 && { detail: { refused } }),
  });
  return { ...counts, rows };
}
