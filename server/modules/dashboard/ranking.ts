import type { ActorContext } from '../../core/http/context';
import { riderSums, shareBp, type TeamFilter, teamSums } from '../order';
import { riderNames, ridersByRating } from '../people';
import { ledgerTeams } from './money';
import { type Days, type LedgerMetric, type RankMetric, ranked, rankValue } from './rules';
import { operatingTeams, teamNames } from './store';

/** Ranks the best and worst stations and riders (DOMAIN §3.2 "Rankings"). */

interface Ranking<M> {
  readonly metric: M;
  readonly dir: 'top' | 'bottom';
  readonly top: number;
}

/** Ranks stations by one figure. A bottom ranking includes only operating stations, because closed stations (value 0) would fill it. */
export async function rankTeams(ctx: ActorContext, teams: TeamFilter, days: Days, wanted: Ranking<RankMetric>) {
  const sums = new Map((await teamSums(ctx.db, teams, days.fromDay, days.toDay)).map((row) => [row.teamId, row]));
  const nothing = { orders: 0, gmvFen: 0, delivered: 0, onTime: 0 };
  const ids = wanted.dir === 'top' ? [...sums.keys()] : await operatingTeams(ctx.db, teams);
  const rows = ids.flatMap((id) => {
    const row = sums.get(id) ?? nothing;
    const value = rankValue(wanted.metric, row);
    return value === null ? [] : [{ id, value, orderCount: row.orders }];
  });
  const best = ranked(rows, wanted.dir, wanted.top);
  const names = await teamNames(
    ctx.db,
    best.map(({ id }) => id),
  );
  return best.map((row) => ({ ...row, name: names.get(row.id) ?? '' }));
}

/** Ranks stations by a ledger figure. A bottom ranking includes only operating stations. */
export async function rankTeamsByLedger(
  ctx: ActorContext,
  teams: TeamFilter,
  days: Days,
  wanted: Ranking<LedgerMetric>,
) {
  const sums = await ledgerTeams(ctx, teams, days, wanted.metric);
  const ids = wanted.dir === 'top' ? [...sums.keys()] : await operatingTeams(ctx.db, teams);
  const rows = ids.map((id) => ({ id, value: sums.get(id)?.value ?? 0, orderCount: sums.get(id)?.orders ?? 0 }));
  const best = ranked(rows, wanted.dir, wanted.top);
  const names = await teamNames(
    ctx.db,
    best.map(({ id }) => id),
  );
  return best.map((row) => ({ ...row, name: names.get(row.id) ?? '' }));
}

/** Ranks riders by one figure. `orderCount` is the number of orders that the rider delivered. */
export async function rankRiders(
  ctx: ActorContext,
  teams: TeamFilter,
  days: Days,
  wanted: Ranking<RankMetric | 'rating'>,
) {
  const { db } = ctx;
  const { metric, dir, top } = wanted;
  if (metric === 'rating') {
    const riders = await ridersByRating(db, teams, dir, top);
    const ids = riders.map(({ id }) => id);
    const sums = await riderSums(db, teams, days, { ids, by: 'delivered', direction: 'top', limit: top });
    const delivered = new Map(sums.map((row) => [row.riderId, row.delivered]));
    const names = await teamNames(
      db,
      riders.map(({ teamId }) => teamId),
    );
    return riders.map(({ id, name, teamId, ratingX100 }, index) => ({
      rank: index + 1,
      id,
      name,
      teamName: names.get(teamId) ?? '',
      value: ratingX100 / 100,
      orderCount: delivered.get(id) ?? 0,
    }));
  }
  const by = { orderCount: 'delivered', gmvFen: 'gmvFen', onTimeRateBp: 'onTimeRate' } as const;
  const sums = await riderSums(db, teams, days, { by: by[metric], direction: dir, limit: top });
  const riders = new Map(
    (
      await riderNames(
        db,
        sums.map(({ riderId }) => riderId),
      )
    ).map((rider) => [rider.id, rider]),
  );
  // A rider may have moved to a station outside the caller's data scope. The name of that station is left out.
  const visible = teams === null ? null : new Set(teams);
  const names = await teamNames(
    db,
    [...riders.values()].map(({ teamId }) => teamId).filter((id) => visible === null || visible.has(id)),
  );
  return sums.map((row, index) => {
    const rider = riders.get(row.riderId);
    const teamName = rider && names.get(rider.teamId);
    const value = {
      orderCount: row.delivered,
      gmvFen: row.gmvFen,
      onTimeRateBp: shareBp(row.onTime, row.delivered) ?? 0,
    };
    return {
      rank: index + 1,
      id: row.riderId,
      name: rider?.name ?? '',
      ...(teamName !== undefined && { teamName }),
      value: value[metric],
      orderCount: row.delivered,
    };
  });
}
