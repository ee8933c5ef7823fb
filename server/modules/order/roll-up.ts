import { type Kysely, type RawBuilder, sql } from 'kysely';
import { tryLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import { addDays, dayRange, wallTime } from '../../core/money/days';
import { rollUpState } from './figures';
import { eventsBetween, figureColumns, minutesOfEach, ridersOfEach } from './store';

/** Number of days, including today, that the sums in the station list cover. */
const LIST_DAYS = 30;
/** Number of days before today that the first run of each day recounts, because some reports arrive late. */
const DAYS_COUNTED_AGAIN = 7;

/**
 * Recounts the days `fromDay` to `toDay` (inclusive) from the orders and writes the changes. Events from `asOf` on are not
 * counted. The demo generator, the job and the tests use this function, so that the roll-ups have only one definition.
 *
 * @param options.asOf the roll-ups are complete up to this moment afterwards
 * @param options.timeZone time zone of the days
 */
export async function rollUp(
  db: Kysely<Database>,
  fromDay: string,
  toDay: string,
  options: { readonly asOf: Date; readonly timeZone: string },
): Promise<void> {
  const { asOf, timeZone } = options;
  const range = dayRange(fromDay, toDay, timeZone);
  const to = new Date(Math.min(asOf.getTime(), range.to.getTime()));
  const within = sql<boolean>`target.day between ${fromDay} and ${toDay}`;
  const hours = sql`select * from (${eventsBetween(range.from, to, 'each', timeZone)}) each where team_id is not null`;
  await replaceRows(db, 'order_hour', ['team_id', 'day', 'hour'], figureColumns, hours, within);
  const days = sql`
    select team_id, day, ${sql.join(figureColumns.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`))}
    from order_hour where day between ${fromDay} and ${toDay} group by team_id, day`;
  await replaceRows(db, 'order_day', ['team_id', 'day'], figureColumns, days, within);
  const minutes = minutesOfEach(range.from, to, timeZone);
  await replaceRows(db, 'order_minutes', ['team_id', 'day', 'hour', 'minutes'], ['orders'], minutes, within);
  const riders = ridersOfEach(range.from, to, timeZone);
  await replaceRows(
    db,
    'rider_day',
    ['team_id', 'day', 'rider_id'],
    ['delivered', 'on_time', 'gmv_fen'],
    riders,
    within,
  );
  const today = wallTime(asOf, timeZone).day;
  const teams = sql`
    select team_id, ${today}::date as day, coalesce(sum(orders) filter (where day = ${today}), 0) as orders_today,
      sum(gmv_fen) as gmv_30d_fen
    from order_day where team_id > 0 and day > ${addDays(today, -LIST_DAYS)} and day <= ${today} group by team_id`;
  await replaceRows(db, 'order_team', ['team_id'], ['day', 'orders_today', 'gmv_30d_fen'], teams, sql<boolean>`true`);
  await sql`
    insert into order_roll_up (id, as_of, time_zone) values (1, ${asOf}, ${timeZone})
    on conflict (id) do update set as_of = excluded.as_of, time_zone = excluded.time_zone`.execute(db);
}

/** Replaces the rows of `table` that `within` selects by the rows of `fresh`. Writes only the differences. */
async function replaceRows(
  db: Kysely<Database>,
  table: string,
  keys: readonly string[],
  columns: readonly string[],
  fresh: RawBuilder<unknown>,
  within: RawBuilder<boolean>,
): Promise<void> {
  const list = (prefix: string, names: readonly string[]) =>
    sql.join(names.map((name) => sql.ref(`${prefix}.${name}`)));
  const target = [...keys, ...columns];
  await sql`
    with fresh as (${fresh}),
    gone as (
      delete from ${sql.table(table)} target where ${within}
        and not exists (select from fresh where (${list('fresh', keys)}) = (${list('target', keys)}))
    )
    insert into ${sql.table(table)} as target (${sql.join(target.map((name) => sql.ref(name)))})
    select ${list('fresh', target)} from fresh
    on conflict (${sql.join(keys.map((name) => sql.ref(name)))}) do update
      set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${list('target', columns)}) is distinct from (${list('excluded', columns)})`.execute(db);
}

/**
 * Updates the roll-ups. Each run recounts today. The first run after midnight also recounts earlier days. After a change of the
 * platform's time zone, it recounts all days. Returns immediately if another process has the lock.
 */
export async function refreshRollUps(db: Kysely<Database>, now: Date, timeZone: string): Promise<void> {
  await withTransaction(db, async (transaction) => {
    if (!(await tryLock(transaction, 'orderRollUp'))) return;
    await sql`set local statement_timeout = 0`.execute(transaction);
    const state = await rollUpState(transaction);
    const today = wallTime(now, timeZone).day;
    const fromDay =
      state === null || state.timeZone !== timeZone
        ? await firstDay(transaction, timeZone)
        : dayToStartFrom(wallTime(state.asOf, timeZone).day, today);
    await rollUp(transaction, fromDay ?? today, today, { asOf: now, timeZone });
  });
}

function dayToStartFrom(lastDay: string, today: string): string {
  if (lastDay >= today) return today;
  const again = addDays(today, -DAYS_COUNTED_AGAIN);
  return lastDay < again ? lastDay : again;
}

/**
 * Returns the day before the first event, because days of another time zone may begin earlier.
 *
 * @returns `null` if there are no events
 */
async function firstDay(db: Kysely<Database>, timeZone: string): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(paid_at) from customer_order), (select min(first_login_at) from app_user)) as at`.execute(
    db,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : addDays(wallTime(at, timeZone).day, -1);
}
