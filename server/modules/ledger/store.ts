import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { DAY_MS } from '../../../contract/units';
import { canonicalJson } from '../../core/canonical-json';
import type { Clock } from '../../core/clock';
import { holdKeyedLock, type KeyedLockOf, shareKeyedLocks } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { inTransaction, retryError, sqlState, violatedConstraint } from '../../core/database/transaction';
import { type Refusal, refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { dayNumber } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { type Key, openAccounts, type Tools } from './accounts';
import { billOf, newBill } from './bills';
import { lockOfIds } from './complete-ids';
import { checked, deltaOf, type Entry, partOf } from './rules';

type Db = Kysely<Database>;

/** The result of posting an entry. */
export interface Posted {
  readonly id: number;
  readonly txNo: string;
  /** True if the entry was posted before. This call then changed nothing. */
  readonly isRepeat: boolean;
}

/** Longest duration that we assume for a transaction that posts, in milliseconds. */
export const LONGEST_TRANSACTION_MS = 10 * 60_000;
const CONTENT_LETTERS = 22;

/** Computes a digest of the content that entries with the same key must share. Times, days, remarks and operators may differ. */
function contentOf({ lines, reversesId, bill }: Entry): string {
  const text = canonicalJson({ lines, reversesId, orderNo: bill?.orderNo, tradeNo: bill?.tradeNo });
  return createHash('sha256').update(text).digest('base64url').slice(0, CONTENT_LETTERS);
}

/** A line in the input format of the SQL function `ledger_post`. */
interface SentLine extends Key {
  /** Index of the entry. `i` is the index of the line in the entry. */
  readonly n: number;
  readonly i: number;
  readonly dc: 'D' | 'C';
  readonly amount: number;
  readonly delta: number;
  readonly heeds: boolean;
  /** True if the balance may not fall below zero, even if the account has a credit limit. */
  readonly own: boolean;
}

interface Outcome {
  readonly known: readonly { n: number; id: number; txNo: string; same: boolean }[] | null;
  /** Number of opened bills that do not match their entries or have ended. */
  readonly unattached: number;
  readonly faults:
    | readonly { n: number; kind: 'missing' | 'frozen' | 'short' | 'closed' | 'other' | 'reversed' }[]
    | null;
}

/**
 * Posts entries: all of them or none (DOMAIN §4). No other function moves money. One statement locks the accounts in the order of their ids
 * and checks every balance. The same statement updates the balances and writes transactions and postings. Callers therefore cannot deadlock
 * if each of them posts everything in one call.
 *
 * An entry whose key (station, type, number, step) was posted before changes nothing and returns the first result.
 *
 * @param tools.db a transaction that continues after the call, or the plain connection
 * @throws Refusal 42241 a balance would fall below its floor · 42242 an account is frozen · 42243 an entry does not balance or is invalid ·
 *   42244 the transaction is already reversed · 42246 the day is closed · 40902 the same key was posted with other content. After these
 *   refusals, nothing was written and the caller's transaction may continue. 42248 a number of the payment platform already has a bill.
 *   This refusal aborts the transaction.
 */
export async function postAll(tools: Tools, entries: readonly Entry[]): Promise<Posted[]> {
  return entries.length === 0 ? [] : inTransaction(tools, (own) => postIn(own, entries));
}

async function postIn(tools: Tools, entries: readonly Entry[]): Promise<Posted[]> {
  const ready = entries.map(checked);
  const first = firstOfEach(ready);
  const sent = first.map((entry, n) => {
    const id = tools.ids.next();
    return {
      entry,
      n,
      id,
      txNo: businessNo('TX', entry.day, id),
      content: contentOf(entry),
      bill: numbered(tools.ids, entry),
    };
  });
  // Lock the ids before the days, in one statement. While a transaction waits for a day, its ids then cannot enter the stored sums.
  await shareKeyedLocks(tools.db, [
    ...sent.slice(0, 1).map(({ id }) => lockOfIds(id)),
    ...locksOfDays(tools.clock, ready),
  ]);
  const lines = sent.flatMap(({ entry, n }) => sentLines(entry, n));
  let outcome = await write(tools, sent, lines);
  if (outcome.faults?.some(({ kind }) => kind === 'missing')) {
    await openAccounts(tools, lines);
    outcome = await write(tools, sent, lines);
  }
  // While this call waited for its accounts, another call may have posted the same entry. Only a second attempt can detect that.
  if (outcome.faults?.some(({ kind }) => kind === 'short' || kind === 'frozen')) {
    outcome = await write(tools, sent, lines);
  }
  const [fault] = outcome.faults ?? [];
  if (fault) throw faultOf(fault.kind);
  if (outcome.unattached > 0) throw new Error('an opened bill does not fit its entry, or has ended');
  const known = new Map((outcome.known ?? []).map((one) => [one.n, one]));
  const posted = sent.map(({ n, id, txNo }) => {
    const earlier = known.get(n);
    return earlier ? { id: earlier.id, txNo: earlier.txNo, isRepeat: true } : { id, txNo, isRepeat: false };
  });
  const places = new Map(first.map((entry, n) => [entryKey(entry), n]));
  return ready.map((entry) => posted[places.get(entryKey(entry)) ?? 0] as Posted);
}

/** Posts one entry. See {@link postAll} for the refusals. */
export async function post(tools: Tools, entry: Entry): Promise<Posted> {
  const [posted] = await postAll(tools, [entry]);
  return posted as Posted;
}

const entryKey = ({ teamId, bizType, bizNo, step = 1 }: Entry): string => `${teamId} ${bizType} ${step} ${bizNo}`;

/** Removes repeated entries. @throws Refusal 40902 two entries have the same key but different content */
function firstOfEach(entries: readonly Entry[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = found.get(entryKey(entry));
    if (!earlier) found.set(entryKey(entry), entry);
    else if (contentOf(earlier) !== contentOf(entry)) throw refuse(40902);
  }
  return [...found.values()];
}

function sentLines(entry: Entry, n: number): SentLine[] {
  const type = ENTRY_TYPES[entry.bizType];
  const heeds = type.heedsFreeze === true;
  const own = type.withoutCredit === true;
  return entry.lines.map((line, i) => ({
    n,
    i,
    code: line.account,
    ownerId: line.ownerId,
    part: partOf(line.account, entry.teamId),
    dc: line.dc,
    amount: line.amountFen,
    delta: deltaOf(line),
    heeds,
    own,
  }));
}

function faultOf(kind: NonNullable<Outcome['faults']>[number]['kind']): Refusal | Error {
  switch (kind) {
    case 'short':
      return refuse(42241);
    case 'frozen':
      return refuse(42242);
    case 'reversed':
      return refuse(42244);
    case 'closed':
      return refuse(42246);
    case 'other':
      return refuse(40902);
    case 'missing':
      return new Error('an account could not be opened');
  }
}

/** Largest UTC offset of a time zone. */
const EAST_MS = 14 * 3_600_000;

/** Today (UTC) and this many days before today have their own locks. Earlier days share one lock, because they rarely get postings. */
const OWN_DAYS = 3;
const EARLIER = 0;
/** Key of the lock that serializes closing and reopening. */
const CLOSING = -1;

const today = (clock: Clock): number => Math.floor(clock.now().getTime() / DAY_MS);

/**
 * Returns the locks that keep the days of these entries open until this transaction commits. A day needs no lock if it will not have
 * ended in any time zone when the longest transaction ends. `closeDay` refuses a day until {@link LONGEST_TRANSACTION_MS} after its end.
 */
function locksOfDays(clock: Clock, entries: readonly Entry[]): readonly KeyedLockOf[] {
  const soon = new Date(clock.now().getTime() + EAST_MS + LONGEST_TRANSACTION_MS).toISOString().slice(0, 10);
  const oldest = today(clock) - OWN_DAYS;
  const past = entries.flatMap(({ day }) => (day < soon ? [dayNumber(day)] : []));
  const keys = new Set(past.map((number) => (number < oldest ? EARLIER : number)));
  return [...keys].sort((one, other) => one - other).map((key) => ['ledgerDay', key] as const);
}

/**
 * Waits until no transaction posts to the day or an earlier day, and blocks new postings to these days. Call it after {@link lockClosing}.
 */
export async function lockUntil({ db, clock }: Pick<Tools, 'db' | 'clock'>, day: string): Promise<void> {
  await holdKeyedLock(db, 'ledgerDay', EARLIER);
  // Lock two more days, because the clocks of two servers may differ around midnight.
  for (let key = today(clock) - OWN_DAYS - 2; key <= dayNumber(day); key += 1)
    await holdKeyedLock(db, 'ledgerDay', key);
}

/** Serializes the closing and reopening of days until the transaction ends. */
export async function lockClosing(db: Db): Promise<void> {
  await holdKeyedLock(db, 'ledgerDay', CLOSING);
}

interface Sent {
  readonly entry: Entry;
  readonly n: number;
  readonly id: number;
  readonly txNo: string;
  readonly content: string;
  readonly bill: ReturnType<typeof numbered>;
}

/** Builds the bill of an entry. A bill that was opened earlier keeps its id and number. @returns `null` if the entry has no bill */
function numbered(ids: Ids, entry: Entry) {
  const bill = billOf(entry);
  if (bill === null) return null;
  const { opened } = entry.bill ?? {};
  if (opened) return { ...bill, id: opened.id, bill_no: opened.billNo, opened: true };
  return { ...bill, ...newBill(ids, entry.day), opened: false };
}

async function write(tools: Tools, sent: readonly Sent[], lines: readonly SentLine[]): Promise<Outcome> {
  const now = tools.clock.now();
  const entries = sent.map(({ entry, n, id, txNo, content }) => ({
    n,
    id,
    tx_no: txNo,
    biz_type: entry.bizType,
    biz_no: entry.bizNo,
    step: entry.step ?? 1,
    day: entry.day,
    at: entry.at,
    team_id: entry.teamId,
    remark: entry.remark ?? null,
    operator_id: entry.operatorId ?? 0,
    reverses_id: entry.reversesId ?? null,
    content,
    posted_at: tools.isHistory ? entry.at : now,
  }));
  const bills = sent.flatMap(({ n, id, bill }) => (bill ? [{ ...bill, n, txn_id: id }] : []));
  const asLines = lines.map(({ ownerId, ...line }) => ({ ...line, owner: ownerId }));
  try {
    const { rows } = await sql<{ outcome: Outcome | null }>`
      select case when ${sent[0]?.id ?? 0}::bigint >= (select until_id from ledger_counted) then
        ledger_post(${JSON.stringify(entries)}::json, ${JSON.stringify(asLines)}::json, ${JSON.stringify(bills)}::json) end as outcome`.execute(
      tools.db,
    );
    const outcome = rows[0]?.outcome;
    if (!outcome) throw retryError('the ids of the transaction are counted already');
    return outcome;
  } catch (error) {
    if (sqlState(error) === '23505' && TRADE_NUMBERS.has(violatedConstraint(error))) throw refuse(42248);
    throw error;
  }
}

/**
 * Unique constraints on the payment platform's numbers. A violation aborts the transaction. The first constraint covers all months. The
 * other constraints exist only while the bill table is not partitioned yet.
 */
const TRADE_NUMBERS: ReadonlySet<string> = new Set([
  'bill_number_pkey',
  'bill_trade_once',
  'bill_refund_once',
  'bill_payout_once',
]);
