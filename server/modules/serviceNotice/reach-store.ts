import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  CHANNEL_FORM,
  type DeliveryReason,
  type NoticePerson,
  reaches,
  type ServiceChannel,
} from '../../../contract/serviceNotice.states';
import { LEFT_TEXT } from '../../../contract/user.states';
import type { Database } from '../../core/database/schema';
import { TABLES } from '../inbox';

/** SQL queries for users' OpenIDs and subscriptions (`user_reach`), and for their devices for push (`user_push_device`). */

type Db = Kysely<Database>;

/** Maximum number of devices per user for a push. The most recently reported devices are used. */
const DEVICES_PER_USER = 5;
/** Template id of a row that applies to the whole channel. */
const WHOLE = '';

/** A channel to one type of people, with the platform's id of a template. */
export interface Way {
  readonly personType: NoticePerson;
  readonly channel: ServiceChannel;
  readonly upstreamId: string | null;
}

const reach = (channel: ServiceChannel, templateId: string) => sql`
  user_reach where user_reach.user_id = app_user.id and user_reach.channel = ${channel} and user_reach.template_id = ${templateId}`;
const BOUND_DEVICE = sql`user_push_device where user_push_device.user_id = app_user.id and user_push_device.is_bound`;

/** Builds branches of a CASE expression that return the reason why a channel does not reach an `app_user`. */
function lacking({ channel, upstreamId }: Way): RawBuilder<unknown> {
  switch (channel) {
    case 'inSite':
      return sql``;
    case 'sms':
      return sql`when app_user.tel is null then 'noPhone'`;
    case 'appPush':
      return sql`when not exists (select 1 from ${BOUND_DEVICE}) then 'noDevice'`;
    default: {
      const unbound = sql`when not exists (select 1 from ${reach(channel, WHOLE)} and user_reach.address is not null) then 'notBound'`;
      if (!CHANNEL_FORM[channel].isOnce || upstreamId === null) return unbound;
      return sql`${unbound}
        when not exists (select 1 from ${reach(channel, upstreamId)} and user_reach.left_times > 0) then 'noSubscription'`;
    }
  }
}

const userReason = (way: Way) => sql<DeliveryReason | null>`case
  when app_user.status = 'cancelled' then 'left'
  when exists (select 1 from ${reach(way.channel, WHOLE)} and user_reach.is_off) then 'unsubscribed'
  ${lacking(way)}
  end`;

/** Builds an expression for the reason why a channel does not reach a person. It is null if the channel reaches the person. */
export function skipReason(way: Way): RawBuilder<DeliveryReason | null> {
  const { personType, channel } = way;
  if (personType === 'user') return userReason(way);
  if (!reaches(channel, personType)) return sql<DeliveryReason | null>`'notBound'`;
  if (personType === 'rider') {
    return sql<DeliveryReason | null>`case when rider.status in ('refused', 'offboarded') then 'offboarded' end`;
  }
  // A merchant's phone may be a landline, which receives no text messages.
  return channel === 'sms'
    ? sql<DeliveryReason | null>`case when merchant.tel ~ '^0|-' then 'landline' end`
    : sql<DeliveryReason | null>`null::text`;
}

/** Builds an expression for a person's OpenID or phone on a channel. It is null if there is none. */
export function addressOf({ personType, channel }: Way): RawBuilder<string | null> {
  if (channel === 'sms') return sql<string | null>`${sql.ref(`${TABLES[personType].table}.tel`)}`;
  if (channel === 'inSite' || channel === 'appPush' || personType !== 'user') return sql<string | null>`null::text`;
  return sql<string | null>`(select user_reach.address from ${reach(channel, WHOLE)})`;
}

/**
 * Builds an expression for the registration ids of a user's devices. It is null for other channels than app push, and for riders and
 * merchants.
 */
export const devicesOf = ({ personType, channel }: Way): RawBuilder<string[] | null> =>
  channel === 'appPush' && personType === 'user'
    ? sql<string[] | null>`array(
        select user_push_device.registration_id from ${BOUND_DEVICE}
        order by user_push_device.updated_at desc, user_push_device.registration_id limit ${DEVICES_PER_USER})`
    : sql<string[] | null>`null::text[]`;

/**
 * Stores a user's address, remaining subscriptions or opt-out on a channel or for one of its templates. Changes nothing if the stored row
 * is as new as `at` or newer.
 *
 * @returns `false` if nothing changed
 */
export async function remember(
  db: Db,
  key: { readonly userId: number; readonly channel: string; readonly templateId?: string },
  fact: { readonly address?: string; readonly leftTimes?: number; readonly isOff?: boolean },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_reach as r (user_id, channel, template_id, address, left_times, is_off, updated_at)
    values (${key.userId}, ${key.channel}, ${key.templateId ?? WHOLE}, ${fact.address ?? null}, ${fact.leftTimes ?? 0},
      ${fact.isOff ?? false}, ${at})
    on conflict (user_id, channel, template_id) do update set
      address = coalesce(excluded.address, r.address),
      left_times = ${fact.leftTimes === undefined ? sql`r.left_times` : sql`excluded.left_times`},
      is_off = ${fact.isOff === undefined ? sql`r.is_off` : sql`excluded.is_off`},
      updated_at = excluded.updated_at
    where r.updated_at < excluded.updated_at`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/**
 * Binds a device to the user who signed in on it last. This user then receives the device's pushes. A sign-out unbinds the device. A late
 * sign-out of a previous user does not unbind the device from the present user.
 *
 * @returns false if nothing changed
 */
export async function rememberDevice(
  db: Db,
  {
    userId,
    registrationId,
    isBound,
  }: { readonly userId: number; readonly registrationId: string; readonly isBound: boolean },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_push_device as d (registration_id, user_id, is_bound, updated_at)
    values (${registrationId}, ${userId}, ${isBound}, ${at})
    on conflict (registration_id) do update set
      user_id = excluded.user_id, is_bound = excluded.is_bound, updated_at = excluded.updated_at
    where d.updated_at < excluded.updated_at and (excluded.is_bound or d.user_id = excluded.user_id)`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Deletes OpenIDs, devices, inboxes and list entries of users whose data was erased. */
export async function forgetLeft(db: Db): Promise<void> {
  await forgetReach(db, sql`one.user_id in (select id from app_user where status = 'cancelled')`);
}

/**
 * Deletes the OpenIDs, devices, inboxes and list entries of these users immediately. Clears channel errors about these users. Also erases
 * the texts of notices to selected users if all recipients have left.
 */
export async function forgetNoticeUsers(db: Db, userIds: readonly number[]): Promise<void> {
  const among = sql`any(${sql.val([...userIds])}::bigint[])`;
  await forgetReach(db, sql`one.user_id = ${among}`);
  // The channel's error text may contain a phone or OpenID.
  await sql`
    update service_notice_delivery d set error = null from service_notice_task t
    where t.id = d.task_id and t.person_type = 'user' and d.user_id = ${among} and d.error is not null`.execute(db);
  const blank = (name: 'title' | 'body') =>
    sql`case when t.content ->> ${sql.lit(name)} is null then null else ${LEFT_TEXT}::text end`;
  // Staff may have entered the user's name as a variable.
  await sql`
    update service_notice_task t set title = t.template_name, variables = '{}', version = version + 1,
      content = t.content || jsonb_build_object('title', ${blank('title')}, 'body', ${blank('body')}, 'fields', (
        select coalesce(jsonb_agg(f.field || ${JSON.stringify({ value: LEFT_TEXT })}::jsonb), '[]')
        from jsonb_array_elements(t.content -> 'fields') f (field)))
    where t.audience ->> 'kind' = 'users'
      and exists (select from unnest(${sql.val([...userIds])}::bigint[]) left_user (id)
        where t.audience -> 'userIds' @> to_jsonb(left_user.id))
      and not exists (
        select from jsonb_array_elements_text(t.audience -> 'userIds') receiver (id)
        join app_user u on u.id = receiver.id::bigint where u.status <> 'cancelled')`.execute(db);
}

async function forgetReach(db: Db, which: RawBuilder<unknown>): Promise<void> {
  for (const table of ['user_reach', 'user_push_device'] as const) {
    await sql`delete from ${sql.table(table)} one where ${which}`.execute(db);
  }
  // Restrict to users, because a rider or merchant may have the same id.
  await sql`delete from user_inbox one where ${which} and one.person_type = 'user'`.execute(db);
  await sql`
    delete from service_notice_list_user one using service_notice_list list
    where ${which} and list.id = one.list_id and list.person_type = 'user'`.execute(db);
}
