import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { type CoverState, INSURE } from '../../../contract/insure.states';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { momentOf } from '../../core/money/days';
import { ridersWhere, WORKING_STATES } from '../people';
import { presentOf } from '../site';
import { scopedTeamIds } from '../team';
import { isOpenClaim } from './claims';

/** Computes figures of current cover, premiums and claim payments. */

type Db = Kysely<Database>;
type In = ParsedOf<(typeof insureEndpoints)['safety.Insure/getSummary']>;
type Summary = DataOf<(typeof insureEndpoints)['safety.Insure/getSummary']>;

const there = (now: Date, states: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from insure_policy cover where cover.rider_id = rider.id and cover.cover_to > ${now} and cover.cover_from <= ${now}
    and cover.surrender_at is null and cover.state in (${states}))`;

/** Builds the condition that a row of `rider` has cover at the moment `now`. */
export const isCovered = (now: Date) => there(now, sql`'insured', 'inForce'`);

/**
 * Builds the condition that a row of `rider` has one of these cover states at a moment. {@link coverAt} defines the states. Each state has
 * its own condition, because PostgreSQL would evaluate a combined expression for every rider.
 */
export function hasCoverState(now: Date, states: readonly CoverState[]): RawBuilder<SqlBool> {
  const covered = isCovered(now);
  const pending = there(now, sql`'pending'`);
  const failed = there(now, sql`'failed'`);
  const which = {
    covered,
    pending: sql<SqlBool>`(${pending} and not ${covered})`,
    failed: sql<SqlBool>`(${failed} and not ${there(now, sql`'insured', 'inForce', 'pending'`)})`,
    none: sql<SqlBool>`not ${there(now, sql`'insured', 'inForce', 'pending', 'failed'`)}`,
  } as const satisfies Record<CoverState, RawBuilder<SqlBool>>;
  const asked = [...new Set(states)];
  if (asked.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    asked.map((state) => which[state]),
    sql` or `,
  )})`;
}

/** Computes in SQL the cover state of a row of `rider` at a moment. It is slow for many riders. */
export const coverState = (now: Date): RawBuilder<CoverState> => {
  const states = ['covered', 'pending', 'failed'] as const satisfies readonly CoverState[];
  const cases = states.map((state) => sql`when ${hasCoverState(now, [state])} then ${sql.lit(state)}`);
  return sql<CoverState>`case ${sql.join(cases, sql` `)} else 'none' end`;
};

/** Builds the condition for riders who may work and have accepted an undelivered order, but have no cover. */
export const isUninsured = (now: Date) => sql<SqlBool>`(rider.status = any(${sql.val([...WORKING_STATES])}::text[])
  and exists (select from customer_order o where o.rider_id = rider.id and o.status = 'accepted') and not ${isCovered(now)})`;

const ofTeams = (column: string, teamIds: readonly number[] | null) =>
  teamIds === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...teamIds])}::bigint[])`;

/** Builds a subselect that counts the riders with cover at a moment. */
export const insuredRiders = (now: Date, teamIds: readonly number[] | null) =>
  ridersWhere(
    sql<SqlBool>`rider.id in (select rider_id from insure_policy where cover_to > ${now} and cover_from <= ${now}
      and surrender_at is null and state in ('insured', 'inForce'))`,
    teamIds,
  );
/** Builds a subselect that counts the riders who match {@link isUninsured}. */
export const uninsuredRiders = (now: Date, teamIds: readonly number[] | null) => ridersWhere(isUninsured(now), teamIds);

/** Counts insured and uninsured riders at a moment. */
export async function countRiders(db: Db, now: Date, teamIds: readonly number[] | null) {
  const { rows } = await sql<{ insuredToday: number; uninsured: number }>`
    select ${insuredRiders(now, teamIds)} as "insuredToday", ${uninsuredRiders(now, teamIds)} as uninsured`.execute(db);
  return rows[0] ?? { insuredToday: 0, uninsured: 0 };
}

async function premiums(db: Db, from: string, to: string, teamIds: readonly number[] | null) {
  const { rows } = await sql<{ platformFen: number; teamFen: number; riderFen: number }>`
    select coalesce(sum(case payer when 'platform' then premium_fen else premium_fen - borne_fen end), 0)::bigint as "platformFen",
      coalesce(sum(borne_fen) filter (where payer = 'team'), 0)::bigint as "teamFen",
      coalesce(sum(borne_fen) filter (where payer = 'rider'), 0)::bigint as "riderFen"
    from insure_policy where tx_no is not null and refund_tx_no is null and cover_date between ${from}::date and ${to}::date
      and ${ofTeams('insure_policy.team_id', teamIds)}`.execute(db);
  return rows[0] ?? { platformFen: 0, teamFen: 0, riderFen: 0 };
}

/** Returns the first day of the month that is `months` months before the month of `day`. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const index = year * 12 + month - 1 - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}

export async function insureSummary(ctx: ActorContext, input: In): Promise<Summary> {
  const { at, day, timeZone } = await presentOf(ctx);
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  const first = monthBefore(day, INSURE.months - 1);
  const [paid, claimed, claims] = await Promise.all([
    sql<{ month: string; fen: number }>`
      select to_char(cover_date, 'YYYY-MM') as month, sum(premium_fen)::bigint as fen from insure_policy
      where tx_no is not null and refund_tx_no is null and cover_date >= ${first}::date
        and ${ofTeams('insure_policy.team_id', teamIds)} group by 1`.execute(ctx.db),
    sql<{ month: string; fen: number }>`
      select to_char(paid_at at time zone ${timeZone}, 'YYYY-MM') as month, sum(paid_fen)::bigint as fen from insure_claim
      where paid_at >= ${momentOf(first, 0, timeZone)} and ${ofTeams('insure_claim.team_id', teamIds)} group by 1`.execute(
      ctx.db,
    ),
    sql<{ open: number; paidFen: number }>`
      select (count(*) filter (where ${isOpenClaim}))::int as open,
        coalesce(sum(paid_fen) filter (where paid_at is not null), 0)::bigint as "paidFen"
      from insure_claim where ${ofTeams('insure_claim.team_id', teamIds)}`.execute(ctx.db),
  ]);
  const premiumBy = new Map(paid.rows.map(({ month, fen }) => [month, fen]));
  const paidBy = new Map(claimed.rows.map(({ month, fen }) => [month, fen]));
  const months = Array.from({ length: INSURE.months }, (_, back) => {
    const month = monthBefore(day, INSURE.months - 1 - back).slice(0, 7);
    return { month, premiumFen: premiumBy.get(month) ?? 0, paidFen: paidBy.get(month) ?? 0 };
  });
  const premiumFen = months.reduce((fen, one) => fen + one.premiumFen, 0);
  const lossFen = months.reduce((fen, one) => fen + one.paidFen, 0);
  return {
    ...(await countRiders(ctx.db, at, teamIds)),
    today: await premiums(ctx.db, day, day, teamIds),
    month: await premiums(ctx.db, `${day.slice(0, 8)}01`, day, teamIds),
    claimsOpen: claims.rows[0]?.open ?? 0,
    claimsPaidFen: claims.rows[0]?.paidFen ?? 0,
    lossBp: premiumFen === 0 ? null : Math.round((lossFen * 10_000) / premiumFen),
    months,
  };
}
