import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { DAY_MS } from '../../../contract/units';
import { canonicalJson } from '../../core/canonical-json';
import type { Clock } from '../../core/clock';
import { holdKeyedLock, shareKeyedLocks } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { inTransaction, sqlState, violatedConstraint } from '../../core/database/transaction';
import { type Refusal, refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { businessNo } from '../../core/money/numbers';
import { type Key, openAccounts, type Tools } from './accounts';
import { billOf, newBill } from './bills';
import { checked, deltaOf, type Entry, partOf } from './rules';

type Db = Kysely<Database>;

/** The result of posting an entry. */
export interface Posted {
  readonly id: number;
  readonly txNo: string;
  /** The entry was already posted before; this call changed nothing. */
  readonly isRepeat: boolean;
}

/** Upper bound for the duration of a transaction. */
export const LONGEST_TRANSACTION_MS = 10 * 60_000;
const CONTENT_LETTERS = 22;

/** Digest of the content that two postings with the same key must share. Moments and operators may differ. */
function contentOf({ lines, reversesId, bill }: Entry): string {
  const text = canonicalJson({ lines, reversesId, orderNo: bill?.orderNo, tradeNo: bill?.tradeNo });
  return createHash('sha256').update(text).digest('base64url').slice(0, CONTENT_LETTERS);
}

/** A line in the form that the SQL statement reads. */
interface SentLine extends Key {
  /** Index of the entry, and index of the line in it. */
  readonly n: number;
  readonly i: number;
  readonly dc: 'D' | 'C';
  readonly amount: number;
  readonly delta: number;
  readonly heeds: boolean;
  /** The balance may not fall below zero, whatever the credit limit. */
  readonly own: boolean;
}

interface Outcome {
  readonly known: readonly { n: number; id: number; txNo: string; same: boolean }[] | null;
  /** Number of opened bills that did not fit their entries. */
  readonly unattached: number;
  readonly faults:
    | readonly { n: number; kind: 'missing' | 'frozen' | 'short' | 'closed' | 'other' | 'reversed' }[]
    | null;
}

/**
 * Posts entries: all of them or none (DOMAIN §4). No other function moves money. One statement locks the accounts in the order of
 * their ids, checks every balance, moves the balances and writes transactions and postings. So callers cannot deadlock, as long as each
 * caller posts everything in one call.
 *
 * An entry whose key (station, type, number, step) was posted before changes nothing and returns the first result.
 *
 * @param tools.db a transaction that continues after the call, or the plain connection
 * @throws Refusal 42241 a balance would fall below its floor · 42242 frozen · 42243 does not balance · 42244 already reversed ·
 * 42246 the day is closed · 40902 the same key with other content. After these, nothing was written and the caller's transaction may
 * continue. 42248 a number of the payment platform is already booked; this one ends the transaction.
 */
export async function postAll(tools: Tools, entries: readonly Entry[]): Promise<Posted[]> {
  return entries.length === 0 ? [] : inTransaction(tools, (own) => postIn(own, entries));
}

async function postIn(tools: Tools, entries: readonly Entry[]): Promise<Posted[]> {
  const ready = entries.map(checked);
  const first = firstOfEach(ready);
  await keepDaysOpen(tools, ready);
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
  const lines = sent.flatMap(({ entry, n }) => sentLines(entry, n));
  let outcome = await write(tools, sent, lines);
  if (outcome.faults?.some(({ kind }) => kind === 'missing')) {
    await openAccounts(tools, lines);
    outcome = await write(tools, sent, lines);
  }
  // The same entry may have been posted while this call waited for its accounts. Only a second attempt can see that.
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

/** Posts one entry; see {@link postAll}. */
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

/** Largest offset of a time zone from UTC. */
const EAST_MS = 14 * 3_600_000;

/** Number of days, back from today, that have a lock each. Earlier days share one lock, since they rarely get postings. */
const OWN_DAYS = 3;
const EARLIER = 0;
/** Key of the lock of closing itself. */
const CLOSING = -1;

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
const today = (clock: Clock): number => Math.floor(clock.now().getTime() / DAY_MS);

/**
 * Keeps past days from being closed until the commit. A day that is not over in any time zone needs no lock: `closeDay` refuses it
 * until every transaction that began in it must have ended.
 */
async function keepDaysOpen({ db, clock }: Tools, entries: readonly Entry[]): Promise<void> {
  const soon = new Date(clock.now().getTime() + EAST_MS + LONGEST_TRANSACTION_MS).toISOString().slice(0, 10);
  const oldest = today(clock) - OWN_DAYS;
  const past = entries.flatMap(({ day }) => (day < soon ? [dayNumber(day)] : []));
  const keys = new Set(past.map((number) => (number < oldest ? EARLIER : number)));
  if (keys.size > 0)
    await shareKeyedLocks(
      db,
      'ledgerDay',
      [...keys].sort((one, other) => one - other),
    );
}

/** Waits until no transaction posts into the day or an earlier one, and blocks new ones. Call it after {@link lockClosing}. */
export async function lockUntil({ db, clock }: Pick<Tools, 'db' | 'clock'>, day: string): Promise<void> {
  await holdKeyedLock(db, 'ledgerDay', EARLIER);
  // Two more days: the clocks of two servers may differ around midnight.
  for (let key = today(clock) - OWN_DAYS - 2; key <= dayNumber(day); key += 1)
    await holdKeyedLock(db, 'ledgerDay', key);
}

/** Locks closing, so that days are closed and reopened one at a time. */
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

/** Builds the bill of an entry with its own number; null if the entry has no bill. */
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
    const { rows } = await sql<{ outcome: Outcome }>`
      select ledger_post(${JSON.stringify(entries)}::json, ${JSON.stringify(asLines)}::json, ${JSON.stringify(bills)}::json) as outcome`.execute(
      tools.db,
    );
    return (rows[0] as { outcome: Outcome }).outcome;
  } catch (error) {
    if (sqlState(error) === '23505' && TRADE_NUMBERS.has(violatedConstraint(error))) throw refuse(42248);
    throw error;
  }
}

/** Unique constraints on numbers of the payment platform. Their violation has ended the transaction. */
const TRADE_NUMBERS: ReadonlySet<string> = new Set(['bill_trade_once', 'bill_refund_once', 'bill_payout_once']);
