import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { StatementCorrection } from '../../core/database/tables/statement';
import { addDays, momentOf } from '../../core/money/days';
import {
  closedUntil,
  type FeeRow,
  feeRows,
  flowsBetween,
  flowsByKey,
  moneyOfTeams,
  monthCorrections,
  settledOrders,
} from '../ledger';
import { FEE_CODES, figuresOf, type MonthFigures } from './figures';
import { addMonths, firstDay, lastDay } from './month';
import { adjustsOfMonth } from './store';

/** This module computes the figures of statements. Totals come from the roll-ups of closed days, fees from the postings. */

type Db = Kysely<Database>;

function groupByTeam<R extends { readonly teamId: number }>(rows: readonly R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of rows) {
    const group = groups.get(row.teamId);
    if (group) group.push(row);
    else groups.set(row.teamId, [row]);
  }
  return groups;
}

interface Asked {
  readonly month: string;
  /** Stations to compute. `null` means all stations. */
  readonly teams: readonly number[] | null;
  readonly timeZone: string;
}

/** Reads the corrections of a month that were posted on later closed days, grouped by station. */
async function correctionsOf(db: Db, { month, teams, timeZone }: Asked): Promise<Map<number, StatementCorrection[]>> {
  const until = await closedUntil(db);
  const to = lastDay(month);
  if (until === null || until <= to) return new Map();
  const rows = await monthCorrections(db, {
    from: firstDay(month),
    to,
    teams,
    until,
    end: momentOf(firstDay(addMonths(month, 1)), 0, timeZone),
    adjusts: await adjustsOfMonth(db, month),
  });
  return new Map(
    [...groupByTeam(rows)].map(([teamId, own]) => [teamId, own.map(({ teamId: _team, ...correction }) => correction)]),
  );
}

/** Computes a month's figures by station. If `teams` is `null`, the stations with an opening balance or movements are included. */
export async function monthFigures(db: Db, asked: Asked): Promise<Map<number, MonthFigures>> {
  const { month, teams } = asked;
  const days = { from: firstDay(month), to: lastDay(month), teams };
  const flows = flowsByKey(await flowsBetween(db, days, 'team'));
  const settled = await settledOrders(db, days);
  const fees: Map<number, FeeRow[]> = groupByTeam(await feeRows(db, days, FEE_CODES));
  const opening = await moneyOfTeams(db, addDays(days.from, -1), teams);
  const closing = await moneyOfTeams(db, days.to, teams);
  const corrections = await correctionsOf(db, asked);
  const held = [...opening].flatMap(([teamId, fen]) => (fen === 0 ? [] : [teamId]));
  const ids = new Set([...[...flows.keys()].map(Number), ...held, ...(teams ?? [])]);
  ids.delete(0);
  return new Map(
    [...ids].map((teamId) => [
      teamId,
      figuresOf({
        flows: flows.get(String(teamId)) ?? [],
        settled: settled.get(teamId),
        fees: fees.get(teamId) ?? [],
        corrections: corrections.get(teamId) ?? [],
        openingFen: opening.get(teamId) ?? 0,
        closingFen: closing.get(teamId) ?? 0,
      }),
    ]),
  );
}

export async function stationFigures(
  db: Db,
  asked: Asked & { readonly teams: readonly [number] },
): Promise<MonthFigures> {
  const figures = (await monthFigures(db, asked)).get(asked.teams[0]);
  if (!figures) throw new Error(`no figures of station ${asked.teams[0]} in ${asked.month}`);
  return figures;
}

/** Tests whether all days of a month are closed. A statement's figures may be frozen only then. */
export async function isMonthClosed(db: Db, month: string): Promise<boolean> {
  const until = await closedUntil(db);
  return until !== null && until >= lastDay(month);
}
