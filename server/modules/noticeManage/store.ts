import { type Kysely, sql } from 'kysely';
import type { NoticeChannel, NoticeEvent } from '../../../contract/notice.events';
import type { Locale } from '../../../contract/text';
import type { Database } from '../../core/database/schema';
import type { RuleValues } from './rules';

type Db = Kysely<Database>;

export interface StoredRule extends RuleValues {
  readonly id: number;
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: number;
}

/** Reads the rules that users saved. Events that still have their initial rule are missing. */
export async function storedRules(db: Db): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('notice_rule')
    .select([
      'id',
      'version',
      'updated_at as updatedAt',
      'updated_by as updatedBy',
      'event',
      'enabled',
      'threshold',
      'channels',
      'identity_ids as identityIds',
      'account_ids as accountIds',
      'team_admins as teamAdmins',
      'merge_min as mergeMin',
      'quiet_from as quietFrom',
      'quiet_to as quietTo',
    ])
    .execute();
  return rows.map(({ quietFrom, quietTo, ...rule }) => ({
    ...rule,
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  }));
}

const columnsOf = (rule: RuleValues) => ({
  enabled: rule.enabled,
  threshold: rule.threshold,
  channels: JSON.stringify(rule.channels),
  identity_ids: JSON.stringify(rule.identityIds),
  account_ids: JSON.stringify(rule.accountIds),
  team_admins: rule.teamAdmins,
  merge_min: rule.mergeMin,
  quiet_from: rule.quiet?.from ?? null,
  quiet_to: rule.quiet?.to ?? null,
});

/**
 * Writes a rule if its stored version is `how.version`. Version 0 means that the rule was never saved.
 *
 * @returns id and new version, or `null` after a concurrent change
 */
export async function writeRule(
  db: Db,
  rule: RuleValues,
  how: { readonly id: number; readonly version: number; readonly at: Date; readonly by: number },
): Promise<{ id: number; version: number } | null> {
  if (how.version === 0) {
    const made = await db
      .insertInto('notice_rule')
      .values({
        id: how.id,
        event: rule.event,
        created_at: how.at,
        updated_at: how.at,
        created_by: how.by,
        updated_by: how.by,
        ...columnsOf(rule),
      })
      .onConflict((conflict) => conflict.column('event').doNothing())
      .returning(['id', 'version'])
      .executeTakeFirst();
    return made ?? null;
  }
  const changed = await db
    .updateTable('notice_rule')
    .set((eb) => ({ ...columnsOf(rule), version: eb('version', '+', 1), updated_at: how.at, updated_by: how.by }))
    .where('event', '=', rule.event)
    .where('version', '=', how.version)
    .returning(['id', 'version'])
    .executeTakeFirst();
  return changed ?? null;
}

export async function insertSms(
  db: Db,
  messages: readonly {
    readonly id: number;
    readonly accountId: number;
    readonly tel: string;
    readonly text: string;
    readonly locale: Locale;
    readonly dueAt: Date;
    readonly at: Date;
  }[],
): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insertInto('notice_sms')
    .values(
      messages.map(({ id, accountId, tel, text, locale, dueAt, at }) => ({
        id,
        account_id: accountId,
        tel,
        text,
        locale,
        due_at: dueAt,
        created_at: at,
      })),
    )
    .execute();
}

/**
 * Claims due messages until `heldUntil`. If no result is stored by then, the messages can be claimed again. They keep their attempt number.
 */
export async function takeSms(
  db: Db,
  now: Date,
  { heldUntil, limit }: { readonly heldUntil: Date; readonly limit: number },
): Promise<
  readonly {
    readonly id: number;
    readonly tel: string;
    readonly text: string;
    readonly locale: Locale;
    readonly attempts: number;
    readonly isLeft: boolean;
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof takeSms>>[number]>`
    update notice_sms set state = 'sending', due_at = ${heldUntil},
      attempts = notice_sms.attempts + case taken.state when 'waiting' then 1 else 0 end
    from (select id, state from notice_sms where state in ('waiting', 'sending') and due_at <= ${now}
      order by due_at, id limit ${limit} for update skip locked) as taken
    where notice_sms.id = taken.id
    returning notice_sms.id, tel, text, locale, attempts, taken.state = 'sending' as "isLeft"`.execute(db);
  return rows;
}

export async function markSms(
  db: Db,
  id: number,
  outcome:
    | { readonly state: 'sent'; readonly at: Date }
    | { readonly state: 'waiting'; readonly dueAt: Date; readonly error: string }
    | { readonly state: 'failed'; readonly error: string },
): Promise<void> {
  const change =
    outcome.state === 'sent'
      ? { sent_at: outcome.at, error: null }
      : { error: outcome.error.slice(0, 200), ...(outcome.state === 'waiting' && { due_at: outcome.dueAt }) };
  await db
    .updateTable('notice_sms')
    .set({ state: outcome.state, ...change })
    .where('id', '=', id)
    .execute();
}

export async function forgetSms(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notice_sms').where('created_at', '<', before).where('state', 'in', ['sent', 'failed']).execute();
}

/**
 * Reads delivery figures: waiting text messages, text messages that failed since a moment, and undelivered notices. `oldest` is the
 * earliest due time of a waiting message or, if earlier, the time of the oldest undelivered notice. It is `null` if nothing is waiting.
 */
export async function outboxState(
  db: Db,
  failedSince: Date,
): Promise<{ waiting: number; failed: number; notices: number; oldest: Date | null }> {
  const sms = await db
    .selectFrom('notice_sms')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('state', 'in', ['waiting', 'sending']).as('waiting'),
      eb.fn
        .countAll<number>()
        .filterWhere('state', '=', 'failed')
        .filterWhere('created_at', '>=', failedSince)
        .as('failed'),
      eb.fn.min<Date | null>('due_at').filterWhere('state', 'in', ['waiting', 'sending']).as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const notices = await db
    .selectFrom('notice_outbox')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min<Date | null>('at').as('oldest')])
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow();
  const moments = [sms.oldest, notices.oldest].filter((at) => at !== null).map((at) => at.getTime());
  return {
    waiting: Number(sms.waiting),
    failed: Number(sms.failed),
    notices: Number(notices.waiting),
    oldest: moments.length === 0 ? null : new Date(Math.min(...moments)),
  };
}

/* ---- notices that users disabled ---- */

/** One channel of an event that a user disabled. */
export interface SwitchedOff {
  readonly accountId: number;
  readonly event: NoticeEvent;
  readonly channel: NoticeChannel;
}

/** Lists the channels that these users disabled. */
export async function switchedOff(
  db: Db,
  wanted: { readonly accountIds: readonly number[]; readonly event?: NoticeEvent },
): Promise<SwitchedOff[]> {
  if (wanted.accountIds.length === 0) return [];
  return db
    .selectFrom('notice_choice')
    .select(['account_id as accountId', 'event', 'channel'])
    .where(sql<boolean>`account_id = any(${sql.val([...wanted.accountIds])}::bigint[])`)
    .$if(wanted.event !== undefined, (qb) => qb.where('event', '=', wanted.event as NoticeEvent))
    .execute();
}

/** Enables or disables a channel of an event for one user. @returns whether the channel was enabled before */
export async function writeChoice(db: Db, choice: SwitchedOff & { readonly on: boolean; readonly at: Date }) {
  const { accountId, event, channel, on, at } = choice;
  if (on) {
    const removed = await db
      .deleteFrom('notice_choice')
      .where('account_id', '=', accountId)
      .where('event', '=', event)
      .where('channel', '=', channel)
      .returning('account_id')
      .executeTakeFirst();
    return removed === undefined;
  }
  const made = await db
    .insertInto('notice_choice')
    .values({ account_id: accountId, event, channel, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return made !== undefined;
}
