import { createHash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SESSION_DAYS, SESSION_LIMITS } from '../../../contract/limits';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import type { Actor } from '../actor';
import type { Clock } from '../clock';
import { idIn } from '../database/id-in';
import { PREPARED } from '../database/prepared-statements';
import type { Database } from '../database/schema';
import { deviceOf } from '../http/device';
import type { Refusal } from '../http/refusal';
import type { Ids } from '../ids';
import { wallTime } from '../money/days';
import { closedRefusal, closureOf } from './access';
import { PERSON, rememberRights } from './person';

/**
 * Sessions (DOMAIN §3.1, §6.1). A token is an opaque value of 256 bits. Only its SHA-256 is stored. Calls of the contract accept the
 * token only in the header `Authorization`. Another site therefore cannot make a browser send the token.
 */

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const IDLE_MS = SESSION_LIMITS.idleMinutes * MINUTE_MS;
/** Minimum interval between writes of "last seen". Newer values are stored only in memory. */
const SEEN_EVERY_MS = MINUTE_MS;
const MOST_REMEMBERED = 10_000;

export type EndReason = 'logout' | 'expired' | 'kicked' | 'password' | 'disabled';

/** A valid session with its user. */
export interface Session {
  readonly actor: Actor;
  /** The refusal when none of the user's identities is in effect (40311, 40312). `null` means that the session is not refused. */
  readonly closed: Refusal | null;
  /** Fingerprint of the current permissions. */
  readonly mark: string;
  /** Whether the session records that the page has read these permissions. */
  readonly isSeen: boolean;
  /** Whether the permissions have changed since the page last read them. */
  readonly isStale: boolean;
  /** Whether a station account must confirm an urgent announcement before it can use the console (DOMAIN §3.13, 40313). */
  readonly mustConfirm: boolean;
  /** Whether the user has used a recovery code and not yet bound a factor. Second verification then only permits binding one (40308). */
  readonly mustBindFactor: boolean;
  /** Checks whether this second-verification ticket belongs to this session and is still valid. */
  ticketFits(ticket: string | undefined): boolean;
}

/** Returns the platform's time zone. `undefined` means the default. */
export type ZoneOf = () => Promise<string | undefined>;

/** Checks whether the last day of an account is over in the platform's time zone. An account without a last day does not end. */
export const isPastLastDay = (lastDay: string | null, now: Date, timeZone: string | undefined): boolean =>
  lastDay !== null && lastDay < wallTime(now, timeZone).day;

/** Checks that an account is not disabled, not deleted, and not past its last day. */
async function isUsable(
  row: { readonly status: string; readonly lastDay: string | null },
  now: Date,
  zone: ZoneOf,
): Promise<boolean> {
  if (row.status === 'disabled' || row.status === 'deleted') return false;
  // Most accounts have no last day. Their calls need no time zone.
  return row.lastDay === null || !isPastLastDay(row.lastDay, now, await zone());
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Starts a session. When the account then has more than `most` sessions, the oldest sessions are closed.
 *
 * @param remember the session expires after 7 days instead of 1 (SPEC §9)
 * @returns the token, which is not stored, and the seconds until the session expires
 */
export async function startSession(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock; readonly ids: Ids },
  session: { accountId: number; ip: string; userAgent: string; remember: boolean; most: number },
): Promise<{ token: string; expireIn: number }> {
  const { db, clock, ids } = tools;
  const now = clock.now();
  const token = clock.randomBytes(TOKEN_BYTES).toString('base64url');
  const days = session.remember ? SESSION_DAYS.remembered : SESSION_DAYS.plain;
  const device = deviceOf(session.userAgent);
  const id = ids.next();
  await db
    .insertInto('account_session')
    .values({
      id,
      account_id: session.accountId,
      token_hash: sha256(token),
      ua_family: device.family,
      device: device.label,
      ip: session.ip,
      created_at: now,
      last_seen_at: now,
      expire_at: new Date(now.getTime() + days * DAY_MS),
    })
    .execute();
  const kept = db
    .selectFrom('account_session')
    .select('id')
    .where('account_id', '=', session.accountId)
    .where('ended_at', 'is', null)
    .where('expire_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .orderBy('id', 'desc')
    .limit(session.most);
  await db
    .updateTable('account_session')
    .set({ ended_at: now, end_reason: 'kicked' })
    .where('account_id', '=', session.accountId)
    .where('ended_at', 'is', null)
    .where('id', 'not in', kept)
    .execute();
  return { token, expireIn: (days * DAY_MS) / 1000 };
}

/** Reads the time at which a session expires. Activity of the user does not extend this time. */
export async function sessionEnd(db: Kysely<Database>, sessionId: number): Promise<Date> {
  const found = db.selectFrom('account_session').select('expire_at as at').where('id', '=', sessionId);
  return (await found.executeTakeFirstOrThrow()).at;
}

/** Closes one session or all sessions of an account, except `exceptId`. @returns how many of the closed sessions were still valid */
export async function endSessions(
  db: Kysely<Database>,
  which: { readonly sessionId?: number; readonly accountId?: number; readonly exceptId?: number } & (
    | { readonly sessionId: number }
    | { readonly accountId: number }
  ),
  reason: EndReason,
  at: Date,
): Promise<number> {
  const { sessionId, accountId, exceptId } = which;
  const ended = await ending(db, reason, at)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? 0))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? 0))
    .execute();
  return ended.filter(wasOpen(at)).length;
}

/** Closes every session of several accounts. @returns the number of closed sessions that were still valid, by account */
export async function endSessionsOf(
  db: Kysely<Database>,
  accountIds: readonly number[],
  reason: EndReason,
  at: Date,
): Promise<Map<number, number>> {
  const ended = await ending(db, reason, at).where(idIn('account_id', accountIds)).execute();
  const open = new Map<number, number>();
  for (const { accountId } of ended.filter(wasOpen(at))) open.set(accountId, (open.get(accountId) ?? 0) + 1);
  return open;
}

/** Builds the update that closes open sessions. The caller adds the condition that selects them. */
const ending = (db: Kysely<Database>, reason: EndReason, at: Date) =>
  db
    .updateTable('account_session')
    .set({ ended_at: at, end_reason: reason })
    .where('ended_at', 'is', null)
    .returning(['account_id as accountId', 'expire_at as expireAt', 'last_seen_at as lastSeenAt']);

/** Checks whether a session was valid when it was closed. A session that has expired or become idle can still be open in the table. */
const wasOpen =
  (at: Date) =>
  ({ expireAt, lastSeenAt }: { readonly expireAt: Date; readonly lastSeenAt: Date }): boolean =>
    expireAt.getTime() > at.getTime() && lastSeenAt.getTime() > at.getTime() - IDLE_MS;

/** Lists the sessions of an account that are not closed, expired or idle, newest first. */
export async function openSessions(db: Kysely<Database>, accountId: number, now: Date) {
  return db
    .selectFrom('account_session')
    .select(['id', 'device', 'ip', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'expire_at as expireAt'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expire_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the ids of the sessions that are still valid. The query does not reset their idle time. */
export async function livingSessions(
  db: Kysely<Database>,
  ids: readonly number[],
  now: Date,
  zone: ZoneOf,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const today = wallTime(now, await zone()).day;
  const rows = await db
    .selectFrom('account_session as session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where(sql<boolean>`session.id = any(${sql.val([...new Set(ids)])}::bigint[])`)
    .where('session.ended_at', 'is', null)
    .where('session.expire_at', '>', now)
    // "Last seen" is written with a delay, so the condition allows this delay.
    .where('session.last_seen_at', '>', new Date(now.getTime() - IDLE_MS - SEEN_EVERY_MS))
    .where('account.deleted_at', 'is', null)
    .where('account.status', 'not in', ['disabled', 'deleted'])
    .where((eb) => eb.or([eb('account.expire_at', 'is', null), eb('account.expire_at', '>=', today)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Creates a second-verification ticket for a session. It is valid for ten minutes and replaces an earlier ticket. */
export async function grantTicket(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock },
  sessionId: number,
): Promise<{ ticket: string; expireAt: Date }> {
  const ticket = tools.clock.randomBytes(TOKEN_BYTES).toString('base64url');
  const expireAt = new Date(tools.clock.now().getTime() + SESSION_LIMITS.verifyTicketMinutes * MINUTE_MS);
  await tools.db
    .updateTable('account_session')
    .set({ ticket_hash: sha256(ticket), ticket_until: expireAt })
    .where('id', '=', sessionId)
    .execute();
  return { ticket, expireAt };
}

/** Records in memory when each session was last seen, and writes it to the database at intervals. */
function watchIdleness(db: Kysely<Database>, clock: Clock) {
  const lastSeen = new Map<number, number>();

  /** Checks the idle limit. Resets the idle time unless the call is unattended. @returns `true` when the limit is not exceeded */
  async function touch(sessionId: number, storedAt: Date, unattended: boolean): Promise<boolean> {
    const now = clock.now().getTime();
    const seen = Math.max(storedAt.getTime(), lastSeen.get(sessionId) ?? 0);
    if (now - seen >= IDLE_MS) return false;
    if (unattended) return true;
    if (lastSeen.size > MOST_REMEMBERED) lastSeen.clear();
    lastSeen.set(sessionId, now);
    if (now - storedAt.getTime() >= SEEN_EVERY_MS) {
      await db
        .updateTable('account_session')
        .set({ last_seen_at: new Date(now) })
        .where('id', '=', sessionId)
        .execute();
    }
    return true;
  }

  return { touch };
}

/**
 * Builds the condition that an urgent announcement blocks the console of a station account. The session's statement evaluates the
 * condition, so it needs no extra query. For other accounts, the condition is false.
 */
const mustConfirm = (now: Date) => sql<boolean>`case when account.account_type = 'station' then exists (
  select from announcement a join announcement_receipt r on r.announcement_id = a.id
  where a.state = 'published' and a.level = 'urgent' and a.popup = 'untilConfirmed' and (a.expire_at is null or a.expire_at > ${now})
    and r.person_type = 'station' and r.person_id = account.id and r.confirmed_at is null) else false end`;

/** Finds the session of a token, with its user. Closed sessions and deleted accounts are omitted; expired and idle sessions are not. */
function storedSession(db: Kysely<Database>, token: string, now: Date) {
  return db
    .selectFrom('account_session as session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.id as sessionId',
      'session.ua_family as uaFamily',
      'session.last_seen_at as lastSeenAt',
      'session.expire_at as expireAt',
      'session.ticket_hash as ticketHash',
      'session.ticket_until as ticketUntil',
      'session.permission_seen as permissionSeen',
      'account.must_bind_factor as mustBindFactor',
      mustConfirm(now).as('mustConfirm'),
      ...PERSON,
    ])
    .where('session.token_hash', '=', sha256(token))
    .where('session.ended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
}

/**
 * Creates the functions that read sessions and users. They cache permissions and the "last seen" times.
 *
 * @param zone returns the platform's time zone, which the hours of identities refer to
 */
export function createSessions(db: Kysely<Database>, clock: Clock, zone: ZoneOf) {
  const { identitiesOf, actorFrom } = rememberRights(db);
  const { touch } = watchIdleness(db, clock);

  return {
    /**
     * Reads the session of a token. Each request reads it, so a closed session, a disabled account or a changed identity takes effect
     * immediately. Except for the owner, an identity is in effect only in its hours and from its IP addresses. If the user has identities
     * but none is in effect, the session has no permissions and `closed` contains the reason.
     *
     * @param unattended a timer of the page makes the call: the session stays valid, and its idle time is not reset
     * @returns `null` when there is no valid session or the token was used in another browser
     */
    async read(token: string | undefined, userAgent: string, ip: string, unattended = false): Promise<Session | null> {
      if (!token || !TOKEN.test(token)) return null;
      const now = clock.now();
      const row = await storedSession(db, token, now);
      if (!row) return null;
      if (row.uaFamily !== deviceOf(userAgent).family || !(await isUsable(row, now, zone))) return null;
      const alive = row.expireAt.getTime() > now.getTime() && (await touch(row.sessionId, row.lastSeenAt, unattended));
      if (!alive) {
        await endSessions(db, { sessionId: row.sessionId }, 'expired', now);
        return null;
      }
      const held = await identitiesOf(row.identityKeys);
      const isLimited = held.some(({ hours, addresses }) => hours !== null || addresses.length > 0);
      const wall = isLimited ? wallTime(now, await zone()) : null;
      const isOwner = row.accountType === 'owner';
      const counted = wall && !isOwner ? held.filter((identity) => closureOf(identity, wall, ip) === null) : held;
      const { actor, access } = actorFrom(row, counted, row.sessionId);
      return {
        actor,
        closed: wall && !isOwner ? closedRefusal(held, wall, ip) : null,
        mark: access.mark,
        isSeen: row.permissionSeen === access.mark,
        isStale: row.permissionSeen !== null && row.permissionSeen !== access.mark,
        mustConfirm: row.mustConfirm,
        mustBindFactor: row.mustBindFactor,
        ticketFits(ticket) {
          if (!ticket || !row.ticketHash || !row.ticketUntil) return false;
          if (row.ticketUntil.getTime() <= clock.now().getTime()) return false;
          return timingSafeEqual(Buffer.from(sha256(ticket)), Buffer.from(row.ticketHash));
        },
      };
    },

    /**
     * Loads users without a session, such as proposers and possible approvers. They get the permissions of all their identities,
     * independent of hours and IP addresses. The result omits accounts that are unknown, disabled, deleted or past their last day.
     */
    async actorsOf(accountIds: readonly number[]): Promise<Actor[]> {
      if (accountIds.length === 0) return [];
      const rows = await db
        .selectFrom('account')
        .select([...PERSON])
        .where('account.id', 'in', accountIds)
        .where('account.deleted_at', 'is', null)
        .orderBy('account.id')
        .execute();
      const usable: typeof rows = [];
      for (const row of rows) if (await isUsable(row, clock.now(), zone)) usable.push(row);
      // One statement loads all identities into the cache.
      await identitiesOf(usable.flatMap(({ identityKeys }) => identityKeys));
      const actors: Actor[] = [];
      for (const row of usable) actors.push(actorFrom(row, await identitiesOf(row.identityKeys), 0).actor);
      return actors;
    },

    /** Loads one user as {@link actorsOf} does. Returns `null` when the account is unusable. */
    async actorOf(accountId: number): Promise<Actor | null> {
      return (await this.actorsOf([accountId]))[0] ?? null;
    },

    /** Records that the page has read the current permissions, unless this is already recorded. */
    async noteSeen({ actor, mark, isSeen }: Session): Promise<void> {
      if (isSeen) return;
      await db
        .updateTable('account_session')
        .set({ permission_seen: mark })
        .where('id', '=', actor.sessionId)
        .where('permission_seen', 'is distinct from', mark)
        .execute();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
