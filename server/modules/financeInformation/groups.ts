import type { DataOf, ParsedOf, WithSums } from '../../../contract/endpoint';
import type { financeInformationEndpoints } from '../../../contract/financeInformation';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertSeesAmounts, seesAmounts } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { addDays } from '../../core/money/days';
import { type FlowRow, flowsBetween, flowsByKey, moneyOfTeams, trialBalance } from '../ledger';
import { regionName } from '../region';
import { teamPlaces } from '../team';
import { balanceFigures, flowFigures, ordersOf } from './rules';

type ByTeam = (typeof financeInformationEndpoints)['finance.Information/getByTeam'];
export type GroupInput = Omit<ParsedOf<ByTeam>, 'page' | 'limit'>;
export type GroupRow = WithSums<DataOf<ByTeam>['list'][number]>;

const NO_STATION = WORD.noStation;
const NO_REGION = text('未设置地区', 'No region', 'Sem região', '未設定地區');

interface Frame {
  readonly fromDay: string;
  readonly toDay: string;
  readonly teams: readonly number[] | null;
}

/** Computes the figures by station, day or city. Returns all rows, sorted. */
export async function groupRows(ctx: ActorContext, input: GroupInput, frame: Frame): Promise<GroupRow[]> {
  const { sortField } = input;
  if (sortField !== undefined && sortField !== 'orders') assertSeesAmounts(ctx);
  return sorted(input.group === 'day' ? await daysOf(ctx, input, frame) : await placesOf(ctx, input, frame), {
    ...input,
    // Sorting by income would reveal the order of amounts to a caller who may not see amounts.
    sortField: sortField ?? (seesAmounts(ctx) || input.group === 'day' ? undefined : 'orders'),
  });
}

/** Builds the ledger figures by station, day or city, with totals over all rows. */
export async function groupedAnswer(ctx: ActorContext, input: GroupInput, frame: Frame) {
  const rows = await groupRows(ctx, input, frame);
  const [all, trial] = await Promise.all([
    flowsBetween(ctx.db, { from: frame.fromDay, to: frame.toDay, teams: frame.teams }, 'all'),
    trialBalance(ctx.db, frame.toDay, frame.teams ?? 0),
  ]);
  return {
    rows,
    summary: {
      orders: ordersOf(all),
      flows: flowFigures(all),
      closingFen: balanceFigures(trial).teamMoney,
    },
  };
}

function sorted(rows: GroupRow[], { sortField, sortOrder, group }: GroupInput): GroupRow[] {
  const value = (row: GroupRow): number => {
    switch (sortField) {
      case 'orders':
        return row.orders;
      case 'income':
        return row.flows.income;
      case 'net':
        return row.flows.net;
      case 'closingFen':
        return row.closingFen;
      default:
        return group === 'day' ? row.id : row.flows.income;
    }
  };
  const sign = sortOrder === 'asc' ? 1 : -1;
  return rows.sort((one, other) => sign * (value(one) - value(other)) || one.id - other.id);
}

/** Builds the rows of days with movements. Closing balances start from the balance before the first day. */
async function daysOf(ctx: ActorContext, input: GroupInput, { fromDay, toDay, teams }: Frame): Promise<GroupRow[]> {
  const groups = flowsByKey(await flowsBetween(ctx.db, { from: fromDay, to: toDay, teams }, 'day'));
  let closingFen = balanceFigures(await trialBalance(ctx.db, addDays(fromDay, -1), teams ?? 0)).teamMoney;
  const rows: GroupRow[] = [];
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) {
    const flows = groups.get(day);
    if (!flows) continue;
    closingFen += changeOf(flows);
    rows.push({
      id: Number(day.replaceAll('-', '')),
      name: day,
      teamIds: [...(input.teamIds ?? [])],
      day,
      orders: ordersOf(flows),
      flows: flowFigures(flows),
      closingFen,
    });
  }
  return rows;
}

const changeOf = (flows: readonly FlowRow[]): number =>
  flows.reduce((sum, { code, debitFen, creditFen }) => sum + (code.startsWith('TEAM_') ? creditFen - debitFen : 0), 0);

async function placesOf(ctx: ActorContext, input: GroupInput, { fromDay, toDay, teams }: Frame): Promise<GroupRow[]> {
  const [flows, money] = await Promise.all([
    flowsBetween(ctx.db, { from: fromDay, to: toDay, teams }, 'team'),
    moneyOfTeams(ctx.db, toDay, teams),
  ]);
  const groups = flowsByKey(flows);
  const ids = [...new Set([...[...groups.keys()].map(Number), ...money.keys()])];
  const places = await teamPlaces(ctx.db, ids);
  const kept = new Map<number, { name: string; teamIds: number[]; flows: FlowRow[]; closingFen: number }>();
  for (const id of ids) {
    const place = places.get(id);
    const isRegion = input.group === 'region';
    const key = isRegion ? Number(place?.cityCode ?? 0) : id;
    const name = isRegion
      ? (place?.cityCode && regionName(place.cityCode)) || ctx.t(id === 0 ? NO_STATION : NO_REGION)
      : (place?.name ?? ctx.t(NO_STATION));
    const row = kept.get(key) ?? { name, teamIds: [], flows: [], closingFen: 0 };
    if (id > 0) row.teamIds.push(id);
    row.flows.push(...(groups.get(String(id)) ?? []));
    row.closingFen += money.get(id) ?? 0;
    kept.set(key, row);
  }
  return [...kept].map(([id, row]) => ({
    id,
    name: row.name,
    teamIds: row.teamIds,
    day: null,
    orders: ordersOf(row.flows),
    flows: flowFigures(row.flows),
    closingFen: row.closingFen,
  }));
}
