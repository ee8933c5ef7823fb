import type { Kysely } from 'kysely';
import type { NoticeCounts } from '../../../contract/notice';
import type { Locale } from '../../../contract/text';
import { livingSessions, type ZoneOf } from '../../core/access/session';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { noticeAnswer } from './answer';
import { frame } from './rules';
import { countInboxes, currentSeq, inboxesTouchedAfter, noticesAfter, type StoredNotice } from './store';

/** An open stream of one browser window. */
export interface Listener {
  readonly accountId: number;
  readonly sessionId: number;
  readonly locale: Locale;
  /** Number of an event. All events of the account up to this number were sent, or the client was asked to reload its lists. */
  seq: number;
  /** Sends text. @returns `false` if the client does not read; the stream is then closed */
  send(text: string): boolean;
  end(): void;
}

/** Interval of polling the notices while a stream is open, in milliseconds. */
const LOOK_MS = 1_000;
/** Interval of heartbeats. A heartbeat prevents proxies from closing the stream. The sessions are checked at the same interval. */
const BEAT_MS = 15_000;
const MOST_LISTENERS = 2_000;
/** Maximum number of streams per account. Browsers keep a stream open only for visible windows. */
const MOST_PER_ACCOUNT = 20;
/**
 * Maximum number of rows per poll. At most {@link MOST_LISTENERS} accounts have a stream, and one event number has at most one row for each
 * account. The rows of one number therefore always fit into a poll, and each poll makes progress.
 */
const ROWS_A_LOOK = 5_000;
/** Maximum number of missed events. A listener that missed more reloads its lists. */
const FARTHEST_BEHIND = 100_000;

interface HubTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly zone: ZoneOf;
  failed(error: unknown): void;
}

/** New notices and changed notice counts for the listeners that have missed events. */
interface News {
  /** All events up to this number are included. */
  readonly upTo: number;
  readonly notices: ReadonlyMap<number, readonly StoredNotice[]>;
  /** Notice counts by account id. The map contains only accounts whose inbox changed. */
  readonly counts: ReadonlyMap<number, NoticeCounts>;
}

async function newsFor(db: Kysely<Database>, behind: readonly Listener[], to: number): Promise<News> {
  const after = Math.min(...behind.map((listener) => listener.seq));
  const accountIds = [...new Set(behind.map((listener) => listener.accountId))];
  const rows = await noticesAfter(db, accountIds, { after, to, limit: ROWS_A_LOOK });
  const last = rows.at(-1);
  const isCut = rows.length === ROWS_A_LOOK && last !== undefined;
  // If the limit was reached, the last number may have more rows. The next poll reads it again.
  const upTo = isCut ? last.seq - 1 : to;
  const touched = await inboxesTouchedAfter(db, accountIds, after);
  const notices = new Map<number, StoredNotice[]>();
  for (const row of rows) {
    if (row.seq > upTo) continue;
    const own = notices.get(row.accountId);
    if (own) own.push(row);
    else notices.set(row.accountId, [row]);
  }
  const changed = [...new Set([...touched, ...notices.keys()])];
  const counts = changed.length > 0 ? await countInboxes(db, changed) : new Map<number, NoticeCounts>();
  return { upTo, notices, counts };
}

/** Creates the set of open streams and the functions that write to them. */
function createListeners({ db, clock, zone }: Pick<HubTools, 'db' | 'clock' | 'zone'>) {
  const listeners = new Set<Listener>();

  function drop(listener: Listener): void {
    if (!listeners.delete(listener)) return;
    listener.end();
  }

  function tell(listener: Listener, text: string): void {
    if (listeners.has(listener) && !listener.send(text)) drop(listener);
  }

  /** Reads new events and sends them to the listeners. A listener that has missed too many events receives only `reset`. */
  async function look(): Promise<void> {
    const to = await currentSeq(db);
    const behind: Listener[] = [];
    for (const listener of listeners) {
      if (listener.seq >= to) continue;
      if (to - listener.seq <= FARTHEST_BEHIND) behind.push(listener);
      else {
        listener.seq = to;
        tell(listener, frame('reset', {}, to));
      }
    }
    if (behind.length === 0) return;
    const { upTo, notices, counts } = await newsFor(db, behind, to);
    for (const listener of behind) {
      const known = listener.seq;
      listener.seq = Math.max(known, upTo);
      for (const row of notices.get(listener.accountId) ?? []) {
        if (row.seq > known) tell(listener, frame('notice', noticeAnswer(row, listener.locale), row.seq));
      }
      const now = counts.get(listener.accountId);
      if (now) tell(listener, frame('counts', now, listener.seq));
    }
  }

  /** Sends heartbeats and closes the streams whose sessions have ended or expired. */
  async function beat(): Promise<void> {
    // Copy the set, because a listener added during the query was not checked.
    const asked = [...listeners];
    const alive = await livingSessions(
      db,
      asked.map((listener) => listener.sessionId),
      clock.now(),
      zone,
    );
    for (const listener of asked) {
      if (alive.has(listener.sessionId)) tell(listener, ': beat\n\n');
      else {
        tell(listener, frame('end', {}));
        drop(listener);
      }
    }
  }

  return { listeners, drop, tell, look, beat };
}

/**
 * Distributes new notices to the open streams of this process. One loop polls the event number (`notice_feed`) for all streams. Without new
 * events, 500 listeners need only one small query per second. Each process polls on its own.
 */
export function createNoticeHub(tools: HubTools, every: { readonly lookMs?: number; readonly beatMs?: number } = {}) {
  const { listeners, drop, tell, look, beat } = createListeners(tools);
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let beatAt = 0;
  let closed = false;

  async function turn(): Promise<void> {
    if (looking || listeners.size === 0) return;
    looking = true;
    try {
      await look();
      if (performance.now() - beatAt >= (every.beatMs ?? BEAT_MS)) {
        beatAt = performance.now();
        await beat();
      }
    } catch (error) {
      // Streams stay open during a database outage. The next successful poll sends the missed events.
      tools.failed(error);
    } finally {
      looking = false;
    }
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Checks whether this process accepts another stream of this account. */
    hasRoom(accountId: number): boolean {
      if (closed || listeners.size >= MOST_LISTENERS) return false;
      let own = 0;
      for (const listener of listeners) if (listener.accountId === accountId) own += 1;
      return own < MOST_PER_ACCOUNT;
    },

    /**
     * Adds a stream. The client receives the counts, then the missed events after `listener.seq`, then new events.
     *
     * @returns a function that removes the stream
     */
    add(listener: Listener, counts: NoticeCounts): () => void {
      listeners.add(listener);
      tell(listener, frame('counts', counts, listener.seq));
      timer ??= setInterval(() => void turn(), every.lookMs ?? LOOK_MS);
      timer.unref();
      void turn();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },

    /** Closes all streams. Browsers reconnect to another process, or to this process after its restart. */
    close(): void {
      closed = true;
      stop();
      for (const listener of [...listeners]) drop(listener);
    },
  };
}

export type NoticeHub = ReturnType<typeof createNoticeHub>;
