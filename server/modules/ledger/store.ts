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

/** What became of an entry. */
export interface Posted {
  readonly id: number;
  readonly txNo: string;
  /** It had been posted before: nothing was done now. */
  readonly isRepeat: boolean;
}

/** No transaction lives so long. */
export const LONGEST_TRANSACTION_MS = 10 * 60_000;
const CONTENT_LETTERS = 22;

/** What must be equal for two postings under one key to be the same; moments and people may differ. */
function contentOf({ lines, reversesId, bill }: Entry): string {
  const text = canonicalJson({ lines, reversesId, orderNo: bill?.orderNo, tradeNo: bill?.tradeNo });
  return createHash('sha256').update(text).digest('base64url').slice(0, CONTENT_LETTERS);
}

/** One line as the statement reads it. */
interface SentLine extends Key {
  /** Which of the entries, and which of its lines. */
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
  /** Opened bills that did not fit their entries. */
  readonly unattached: number;
  readonly faults:
    | readonly { n: number; kind: 'missing' | 'frozen' | 'short' | 'closed' | 'other' | 'reversed' }[]
    | null;
}

/**
 * Posts entries: all of them or none (DOMAIN §4). No other function moves money. One statement locks the accounts in the order of
 * their ids, looks whether every balance can bear it, moves them and writes transactions and postings; so no two callers can wait
 * for each other, as long as each posts everything it has in one call.
 *
 * The same entry again (station, type, number, step) changes nothing and answers what it was the first time.
 *
 * @param tools.db a transaction that continues after it, or the plain connection
 * @throws Refusal 42241 a balance would fall below its floor · 42242 frozen · 42243 does not balance · 42244 reversed already ·
 * 42246 the day is closed · 40902 the same key with another content. Nothing was written then: the caller's transaction may
 * continue. 42248 a number of the payment platform is booked already, which ends the transaction.
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
  // What made it fail may be the very same entry, posted while this one waited for its accounts: only a new look can see that.
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

/** {@link postAll} of one entry. */
export async function post(tools: Tools, entry: Entry): Promise<Posted> {
  const [posted] = await postAll(tools, [entry]);
  return posted as Posted;
}

const entryKey = ({ teamId, bizType, bizNo, step = 1 }: Entry): string => `${teamId} ${bizType} ${step} ${bizNo}`;

/** @throws Refusal 40902 when two entries bear one key and say different things */
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

/** No zone's clock is further ahead. */
const EAST_MS = 14 * 3_600_000;

/** Days that each have a lock of their own, back from today; all earlier days share one, since hardly anything is posted into them. */
const OWN_DAYS = 3;
const EARLIER = 0;
/** Key of the lock of closing itself. */
const CLOSING = -1;

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
const today = (clock: Clock): number => Math.floor(clock.now().getTime() / DAY_MS);

/**
 * Keeps past days from being closed until the commit. A day that is not over anywhere needs no lock, whatever the platform's zone:
 * `closeDay` refuses it, for as long as a transaction that began then may still live.
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

/** Waits until no transaction posts into the day or an earlier one any more, and lets none begin. After {@link lockClosing}. */
export async function lockUntil({ db, clock }: Pick<Tools, 'db' | 'clock'>, day: string): Promise<void> {
  await holdKeyedLock(db, 'ledgerDay', EARLIER);
  // Two days more: the clocks of two servers may stand on both sides of a midnight.
  for (let key = today(clock) - OWN_DAYS - 2; key <= dayNumber(day); key += 1)
    await holdKeyedLock(db, 'ledgerDay', key);
}

/** Days are closed and opened again one after the other. */
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

/** The bill of an entry with its own number, or null. */
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

/** A number of the payment platform that a bill has already; the transaction is over then. */
const TRADE_NUMBERS: ReadonlySet<string> = new Set(['bill_trade_once', 'bill_refund_once', 'bill_payout_once']);
