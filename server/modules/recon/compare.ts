import type { StatementFaultKey } from '../../../contract/recon.faults';
import { RECON } from '../../../contract/recon.states';
import { text } from '../../../contract/text';
import { addDays, momentOf, wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { bookedFees, channelFee, type Entry, postAll } from '../ledger';
import { notify } from '../notice';
import { presentOf } from '../site';
import { resolveFound } from './items';
import {
  analyzeLines,
  assignBills,
  bookSums,
  countMatched,
  differences,
  type Found,
  forgetComparison,
  foundAgain,
  type Ground,
  groundOf,
  markCompared,
  missingBills,
  STATEMENT_ZONE,
  statedFees,
} from './match';
import { type BatchRow, countOpen, findNumber, insertItems, moveBatch, type Tools } from './store';

/** Compares a statement with the books in one transaction. Writes differences, states of bills, fees and the batch's figures. */

const WORDS = {
  title: text(
    '{number} {day} 对账有差异',
    'Differences at {number}, {day}',
    'Diferenças em {number}, {day}',
    '{number} {day} 對帳有差異',
  ),
  content: text(
    '{kind}共有 {n} 笔差异待处理。',
    '{n} differences to handle ({kind}).',
    '{n} diferenças a tratar ({kind}).',
    '{kind}共有 {n} 筆差異待處理。',
  ),
  trade: text('交易账单', 'trades', 'transações', '交易帳單'),
  fund: text('资金账单', 'account', 'conta', '資金帳單'),
} as const;

/** The fault of a statement that cannot be compared. */
export class CompareFault extends Error {
  constructor(
    readonly key: StatementFaultKey,
    readonly params: Readonly<Record<string, string | number>>,
  ) {
    super(key);
  }
}

/**
 * Computes by how much the platform's amount exceeds the books, in fen. An amount counts only after its payment succeeded, because other
 * bills and entries moved no money. For a duplicate: the whole amount of the platform. For a fee difference: the expected fee minus the
 * charged fee.
 */
function gapOf({ type, channelFen, channelFeeFen, channelStatus, bookFen, bookFeeFen, bookStatus }: Found): number {
  const channel = channelStatus === 'success' ? (channelFen ?? 0) : 0;
  const book = bookStatus === 'success' ? (bookFen ?? 0) : 0;
  if (type === 'feeMismatch') return (bookFeeFen ?? 0) - (channelFeeFen ?? 0);
  return type === 'duplicate' ? channel : channel - book;
}

/**
 * Checks whether a time is at most `RECON.timingMinutes` minutes from midnight, Beijing time. The platform and the books may then assign
 * the payment to different days.
 */
function isNearMidnight(at: Date): boolean {
  const { minutes } = wallTime(at, STATEMENT_ZONE);
  return minutes < RECON.timingMinutes || minutes >= 24 * 60 - RECON.timingMinutes;
}

function itemOf({ ids, clock }: Tools, { batch, number }: Ground, found: Found) {
  const id = ids.next();
  const at = found.type === 'bookOnly' ? found.bookAt : found.type === 'channelOnly' ? found.channelAt : null;
  return {
    id,
    created_at: clock.now(),
    no: businessNo('RI', batch.day, id),
    batch_id: batch.id,
    merchant_number_id: number.id,
    day: batch.day,
    type: found.type,
    line: found.line,
    line_kind: found.lineKind,
    trade_no: found.tradeNo,
    out_no: found.outNo,
    channel_fen: found.channelFen,
    channel_fee_fen: found.channelFeeFen,
    channel_status: found.channelStatus,
    channel_at: found.channelAt,
    bill_id: found.billId,
    bill_no: found.billNo,
    bill_type: found.billType,
    team_id: found.teamId,
    book_fen: found.bookFen,
    book_fee_fen: found.bookFeeFen,
    book_status: found.bookStatus,
    book_at: found.bookAt,
    gap_fen: gapOf(found),
    state: 'open' as const,
    timing_until: at && isNearMidnight(at) ? addDays(batch.day, RECON.timingDays) : null,
  };
}

/** Returns the business number with which a statement's fees are posted. */
const feeNo = ({ batch, number }: Ground): string => `F${batch.day.replaceAll('-', '')}-${number.id}`;

/** Posts the statement's fees minus the fees that were already posted. */
async function bookFees(tools: Tools, ground: Ground): Promise<void> {
  const [stated, booked] = [await statedFees(tools.db, ground), await bookedFees(tools.db, feeNo(ground))];
  const { at, day } = await presentOf(tools);
  const entries: Entry[] = [];
  for (const teamId of new Set([...stated.keys(), ...booked.keys()])) {
    const { fen, entries: count } = booked.get(teamId) ?? { fen: 0, entries: 0 };
    const restFen = (stated.get(teamId) ?? 0) - fen;
    if (restFen === 0) continue;
    const on = { bizNo: feeNo(ground), step: count + 1, teamId, at, day };
    entries.push(
      channelFee(on, ground.number.id, restFen, { counterId: ground.number.id, channel: ground.number.channel }),
    );
  }
  await postAll(tools, entries);
}

const LARGE = 5_000;

/**
 * Compares a batch in the state `comparing`. Differences that were changed after they were found stay unchanged.
 *
 * @param tools.db a transaction that has locked the batch
 * @throws CompareFault tooManyItems (more than `RECON.mostItems` differences)
 * @throws Error the merchant number of the batch does not exist
 */
export async function compareBatch(tools: Tools, batch: BatchRow): Promise<void> {
  const { db, clock } = tools;
  const number = await findNumber(db, batch.merchant_number_id);
  if (!number) throw new Error(`batch ${batch.id} has no merchant number`);
  const ground = groundOf(batch, number);
  const analyze = async () => {
    if (batch.channel_count > LARGE) await analyzeLines(db);
  };
  await analyze();
  await forgetComparison(db, ground);
  await assignBills(db, ground);
  await analyze();
  const most = RECON.mostItems;
  const found = await differences(db, ground, most);
  if (found.length <= most) {
    await insertItems(
      db,
      found.map((one) => itemOf(tools, ground, one)),
    );
    await resolveFound(tools, await foundAgain(db, ground), batch.day);
    await markCompared(db, ground);
    const missing = await missingBills(db, ground, most - found.length);
    found.push(...missing);
    if (found.length <= most) {
      await insertItems(
        db,
        missing.map((one) => itemOf(tools, ground, one)),
      );
      await markCompared(db, ground);
    }
  }
  if (found.length > most) throw new CompareFault('tooManyItems', { n: most });
  if (batch.kind === 'trade') await bookFees(tools, ground);
  await finish(tools, ground);
  const open = await countOpen(db, batch.id);
  if (open === 0 || tools.isQuiet) return;
  await notify(tools, {
    event: 'reconDiff',
    title: WORDS.title,
    content: WORDS.content,
    params: { number: number.name, day: batch.day, n: open, kind: WORDS[batch.kind] },
    link: `/financial/merchantIdFunds?part=items&merchantNumberIds=${number.id}&dayFrom=${batch.day}&dayTo=${batch.day}`,
    dedupe: `recon.${batch.id}.${clock.now().getTime()}`,
  });
}

/** Stores the batch's figures and its final state: balanced, or with open differences. */
async function finish({ db, clock }: Tools, ground: Ground): Promise<void> {
  const { batch } = ground;
  const books = await bookSums(db, ground);
  const counts = await db
    .selectFrom('recon_item')
    .where('batch_id', '=', batch.id)
    .select(['type', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('type')
    .execute();
  await moveBatch(db, batch.id, ['comparing'], {
    state: (await countOpen(db, batch.id)) > 0 ? 'hasDifference' : 'balanced',
    book_count: books.count,
    book_fen: books.inFen - books.outFen,
    book_in_fen: books.inFen,
    book_out_fen: books.outFen,
    matched: await countMatched(db, ground),
    diff_counts: JSON.stringify(Object.fromEntries(counts.map(({ type, n }) => [type, Number(n)]))),
    error: null,
    retry_at: null,
    finished_at: clock.now(),
  });
}

/** Returns the moment from which a day's statements can be fetched: hour `RECON.hours.from` of the next day, Beijing time. */
export const readyAt = (day: string): Date => momentOf(addDays(day, 1), RECON.hours.from * 60, STATEMENT_ZONE);
