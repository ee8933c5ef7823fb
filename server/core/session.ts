import { createHash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SESSION_DAYS, SESSION_LIMITS } from '../../contract/limits';
import { RULES, ruleById } from '../../contract/permissions';
import type { Clock } from './clock';
import type { Actor } from './context';
import type { Database } from './database/schema';
import { wallTime } from './days';
import { deviceOf } from './device';
import type { Ids } from './ids';
import { type StoredScope, widestScope } from './scope';

/**
 * Sessions (DOMAIN §3.1, §6.1): an opaque token of 256 bits that is stored only as its SHA-256. It comes in the header
 * `Authorization` and nowhere else, so another site cannot make a browser send it.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const IDLE_MS = SESSION_LIMITS.idleMinutes * MINUTE;
/** "Last seen" is written at most this often; in between it is kept in memory. */
const SEEN_EVERY_MS = MINUTE;
const MOST_REMEMBERED = 10_000;

export type EndReason = 'logout' | 'expired' | 'kicked' | 'password' | 'disabled';

/** A living session with the person behind it. */
export interface Session {
  readonly actor: Actor;
  /** A recovery code was used: second verification only serves to bind another factor (40308). */
  readonly mustBindFactor: boolean;
  /** Is this second-verification ticket the one of this session, and still valid? */
  ticketFits(ticket: string | undefined): boolean;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Starts a session. The oldest ones beyond `most` end.
 *
 * @param remember 7 days instead of 1 until its absolute end (SPEC §9)
 * @returns the token, which exists nowhere else, and the seconds until the absolute end
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
      expire_at: new Date(now.getTime() + days * DAY),
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
  return { token, expireIn: (days * DAY) / 1000 };
}

/** Ends one session, all of an account, or all of it but one. Answers how many were open. */
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
  const ended = await db
    .updateTable('account_session')
    .set({ ended_at: at, end_reason: reason })
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? 0))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? 0))
    .returning('expire_at as expireAt')
    .execute();
  return ended.filter(({ expireAt }) => expireAt.getTime() > at.getTime()).length;
}

/** The open sessions of an account, the newest first. */
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

/** Gives a session a second-verification ticket for ten minutes; an earlier one is void. */
export async function grantTicket(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock },
  sessionId: number,
): Promise<{ ticket: string; expireAt: Date }> {
  const ticket = tools.clock.randomBytes(TOKEN_BYTES).toString('base64url');
  const expireAt = new Date(tools.clock.now().getTime() + SESSION_LIMITS.verifyTicketMinutes * MINUTE);
  await tools.db
    .updateTable('account_session')
    .set({ ticket_hash: sha256(ticket), ticket_until: expireAt })
    .where('id', '=', sessionId)
    .execute();
  return { ticket, expireAt };
}

interface IdentityFacts {
  readonly name: string;
  readonly ruleIds: readonly number[];
  readonly scope: StoredScope;
}

const ALL_RULES: ReadonlySet<number> = new Set(RULES.map((rule) => rule.id));

/** Reads sessions; remembers rule sets by identity and version, and when each session was last seen. */
export function createSessions(db: Kysely<Database>, clock: Clock) {
  const identities = new Map<string, IdentityFacts>();
  const lastSeen = new Map<number, number>();

  async function identitiesOf(keys: readonly (readonly [id: number, version: number])[]): Promise<IdentityFacts[]> {
    const missing = keys.filter(([id, version]) => !identities.has(`${id}:${version}`)).map(([id]) => id);
    if (missing.length > 0) {
      const rows = await db
        .selectFrom('identity')
        .select(['id', 'version', 'name', 'rule_ids as ruleIds', 'data_scope as scope'])
        .where('id', 'in', missing)
        .execute();
      if (identities.size > MOST_REMEMBERED) identities.clear();
      for (const { id, version, ...facts } of rows) identities.set(`${id}:${version}`, facts);
    }
    return keys.flatMap(([id, version]) => identities.get(`${id}:${version}`) ?? []);
  }

  /** True while the session was used within the idle limit; notes that it is used now. */
  async function touch(sessionId: number, storedAt: Date): Promise<boolean> {
    const now = clock.now().getTime();
    const seen = Math.max(storedAt.getTime(), lastSeen.get(sessionId) ?? 0);
    if (now - seen >= IDLE_MS) return false;
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

  return {
    /**
     * The session of a token, read anew for every request, so that an end, a lock-out of the account or a changed identity
     * counts at once. Null when there is none, it ended, or the token came from another browser.
     */
    async read(token: string | undefined, userAgent: string): Promise<Session | null> {
      if (!token || !TOKEN.test(token)) return null;
      const row = await db
        .selectFrom('account_session as session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select([
          'session.id as sessionId',
          'session.ua_family as uaFamily',
          'session.last_seen_at as lastSeenAt',
          'session.expire_at as expireAt',
          'session.ticket_hash as ticketHash',
          'session.ticket_until as ticketUntil',
          'account.id as accountId',
          'account.account',
          'account.name',
          'account.tel',
          'account.status',
          'account.account_type as accountType',
          'account.must_change_password as mustChangePassword',
          'account.must_bind_factor as mustBindFactor',
          'account.team_ids as teamIds',
          'account.franchisee_id as franchiseeId',
          'account.expire_at as lastDay',
          sql<readonly (readonly [number, number])[]>`(
            select coalesce(json_agg(json_build_array(identity.id, identity.version) order by identity.id), '[]')
            from account_identity join identity on identity.id = account_identity.identity_id
            where account_identity.account_id = account.id and identity.status = 'on' and identity.deleted_at is null
          )`.as('identityKeys'),
        ])
        .where('session.token_hash', '=', sha256(token))
        .where('session.ended_at', 'is', null)
        .where('account.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      const now = clock.now();
      const usable = row.status !== 'disabled' && row.status !== 'deleted' && (row.lastDay ?? '9') >= wallTime(now).day;
      if (!usable || row.uaFamily !== deviceOf(userAgent).family) return null;
      const alive = row.expireAt.getTime() > now.getTime() && (await touch(row.sessionId, row.lastSeenAt));
      if (!alive) {
        await endSessions(db, { sessionId: row.sessionId }, 'expired', now);
        return null;
      }
      const held = await identitiesOf(row.identityKeys);
      const isOwner = row.accountType === 'owner';
      const actor: Actor = {
        accountId: row.accountId,
        account: row.account,
        name: row.name,
        tel: row.tel,
        accountType: row.accountType,
        identityNames: held.map((identity) => identity.name),
        rules: isOwner
          ? ALL_RULES
          : new Set(held.flatMap((identity) => identity.ruleIds.filter((rule) => ruleById(rule) !== undefined))),
        scope: isOwner
          ? { kind: 'all' }
          : widestScope(
              held.map((identity) => identity.scope),
              row,
            ),
        sessionId: row.sessionId,
        mustChangePassword: row.mustChangePassword,
      };
      return {
        actor,
        mustBindFactor: row.mustBindFactor,
        ticketFits(ticket) {
          if (!ticket || !row.ticketHash || !row.ticketUntil) return false;
          if (row.ticketUntil.getTime() <= clock.now().getTime()) return false;
          return timingSafeEqual(Buffer.from(sha256(ticket)), Buffer.from(row.ticketHash));
        },
      };
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
