import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { DataScope } from '../../core/actor';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { countedTotals, moneyOfAllStations, moneyOfStation } from '../ledger';
import { byWork, CREDIT_LIMIT, scopeTeams } from '../team';
import { HAS_EXPIRED_HOLD } from './holds';

/**
 * This module contains the SQL queries for station funds. The ledger stores the balances; this module writes only `team_fund` and
 * vouchers.
 */

type Db = Kysely<Database>;

export interface FundFilter {
  readonly teamIds?: readonly number[] | undefined;
  readonly keyword?: string | undefined;
  readonly region?: readonly string[] | undefined;
  readonly mode?: readonly ('balance' | 'deposit')[] | undefined;
  readonly state?: 'normal' | 'frozen' | undefined;
  readonly availableFenMin?: number | undefined;
  readonly availableFenMax?: number | undefined;
  readonly belowWarning?: boolean | undefined;
  readonly negative?: boolean | undefined;
  readonly holdExpired?: boolean | undefined;
  /** Additional SQL condition on the stations. An export uses it to select the stations after its cursor. */
  readonly place?: RawBuilder<SqlBool> | undefined;
}

const money = (column: 'availableFen' | 'pendingFen' | 'frozenFen' | 'heldFen' | 'depositFen' | 'owedFen') =>
  sql<number>`coalesce(${sql.ref(`money.${column}`)}, 0)`;
const AVAILABLE = money('availableFen');
const PENDING = money('pendingFen');
const HELD = money('heldFen');
const FROZEN = money('frozenFen');
const DEPOSIT = money('depositFen');
const OWED = money('owedFen');
const IS_FROZEN = sql<boolean>`coalesce(money."isFrozen", false)`;
const IS_NEGATIVE = sql<SqlBool>`(${AVAILABLE} < 0 or ${DEPOSIT} < 0)`;
const IS_LOW = sql<SqlBool>`(team.deposit_warn_fen > 0 and ${DEPOSIT} < team.deposit_warn_fen)`;
const TEAM_ID = sql.ref('team.id');
const yes = (condition: RawBuilder<SqlBool>, wanted: boolean) => (wanted ? condition : sql<SqlBool>`not ${condition}`);

/** Tests whether the filter needs the ledger accounts: their balances or whether they are frozen. */
const asksForMoney = ({ state, availableFenMin, availableFenMax, belowWarning, negative }: FundFilter): boolean =>
  [state, availableFenMin, availableFenMax, belowWarning, negative].some((value) => value !== undefined);

/** Selects the stations in scope, without drafts, that match the conditions that do not need the ledger accounts. */
function stationsOf(db: Db, scope: DataScope, filter: FundFilter) {
  let teams = scopeTeams(db.selectFrom('team'), scope)
    .where('team.deleted_at', 'is', null)
    .where('team.status', 'not in', ['draft', 'deleted']);
  const { keyword } = filter;
  if (keyword) {
    teams = teams.where((eb) =>
      eb.or([eb('team.name', 'ilike', containing(keyword)), eb('team.code', 'like', beginning(keyword.toUpperCase()))]),
    );
  }
  if (filter.place) teams = teams.where(filter.place);
  if (filter.teamIds?.length)
    teams = teams.where(sql<SqlBool>`team.id = any(${sql.val([...filter.teamIds])}::bigint[])`);
  if (filter.region?.length) teams = scopeTeams(teams, { kind: 'regions', codes: filter.region });
  if (filter.mode?.length) {
    const modes = sql.val([...filter.mode]);
    teams = teams.where(sql<SqlBool>`coalesce(team.settlement_mode, 'balance') = any(${modes}::text[])`);
  }
  if (filter.holdExpired !== undefined) teams = teams.where(yes(HAS_EXPIRED_HOLD, filter.holdExpired));
  return teams;
}

/**
 * Joins the filtered stations with their balances.
 *
 * @param shown `all` computes the balances of all stations in one subquery. `rows` computes them for each row separately, which is
 *   faster for few rows
 */
function filtered(db: Db, scope: DataScope, filter: FundFilter, shown: 'rows' | 'all') {
  const teams = stationsOf(db, scope, filter);
  let query =
    shown === 'all'
      ? teams.leftJoin(moneyOfAllStations().as('money'), (join) => join.onRef('money.teamId', '=', 'team.id'))
      : teams.leftJoinLateral(moneyOfStation(TEAM_ID).as('money'), (join) => join.onTrue());
  if (filter.state) query = query.where(yes(IS_FROZEN, filter.state === 'frozen'));
  if (filter.availableFenMin !== undefined) query = query.where(AVAILABLE, '>=', filter.availableFenMin);
  if (filter.availableFenMax !== undefined) query = query.where(AVAILABLE, '<=', filter.availableFenMax);
  if (filter.belowWarning !== undefined) query = query.where(yes(IS_LOW, filter.belowWarning));
  if (filter.negative !== undefined) query = query.where(yes(IS_NEGATIVE, filter.negative));
  return query;
}

const SORTED_BY = {
  id: TEAM_ID,
  work: byWork,
  createdAt: sql`team.created_at`,
  name: sql`team.name`,
  available: AVAILABLE,
  pending: PENDING,
  frozen: FROZEN,
  deposit: DEPOSIT,
  owed: OWED,
  incomeTotal: sql`coalesce(counted."incomeFen", 0)`,
  withdrawnTotal: sql`coalesce(counted."withdrawnFen", 0)`,
} as const;
type FundSort = keyof typeof SORTED_BY;
const BY_MONEY: readonly FundSort[] = ['available', 'pending', 'frozen', 'deposit', 'owed'];

interface Page {
  readonly sortField: FundSort;
  readonly sortOrder: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

const isByTotal = ({ sortField }: Page): boolean => sortField === 'incomeTotal' || sortField === 'withdrawnTotal';
const countedOf = () => countedTotals().as('counted');

/** Reads the ids of a page whose filter and order do not depend on balances. Balances are then read only for this page. */
async function pageIds(db: Db, scope: DataScope, filter: FundFilter, page: Page): Promise<number[]> {
  const rows = await stationsOf(db, scope, filter)
    .$if(isByTotal(page), (qb) => qb.leftJoin(countedOf(), (join) => join.onRef('counted.teamId', '=', 'team.id')))
    .select('team.id')
    .orderBy(SORTED_BY[page.sortField], page.sortOrder)
    .orderBy('team.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Reads one page of stations with their balances. */
export async function fundPage(db: Db, scope: DataScope, filter: FundFilter, page: Page) {
  if (asksForMoney(filter) || BY_MONEY.includes(page.sortField)) {
    return await withMoney(filtered(db, scope, filter, 'all'))
      .$if(isByTotal(page), (qb) => qb.leftJoin(countedOf(), (join) => join.onRef('counted.teamId', '=', 'team.id')))
      .orderBy(SORTED_BY[page.sortField], page.sortOrder)
      .orderBy('team.id', page.sortOrder)
      .offset(page.offset)
      .limit(page.limit)
      .execute();
  }
  const ids = await pageIds(db, scope, filter, page);
  if (ids.length === 0) return [];
  const rows = await withMoney(filtered(db, scope, { teamIds: ids }, 'rows')).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function withMoney(query: ReturnType<typeof filtered>) {
  return query
    .leftJoin('team_fund', 'team_fund.team_id', 'team.id')
    .select([
      'team.id as id',
      'team.code as code',
      'team.name as name',
      CREDIT_LIMIT.as('creditLimitFen'),
      'team.deposit_warn_fen as depositWarnFen',
      'team_fund.state_reason as stateReason',
      sql<'balance' | 'deposit'>`coalesce(team.settlement_mode, 'balance')`.as('mode'),
      sql<number>`coalesce(team_fund.version, 1)`.as('version'),
      IS_FROZEN.as('isFrozen'),
      AVAILABLE.as('availableFen'),
      PENDING.as('pendingFen'),
      FROZEN.as('frozenFen'),
      HELD.as('heldFen'),
      DEPOSIT.as('depositFen'),
      OWED.as('owedFen'),
    ]);
}

/** Computes the sums over all stations that match the filter. */
export async function fundSums(db: Db, scope: DataScope, filter: FundFilter) {
  const row = await filtered(db, scope, filter, 'all')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(${AVAILABLE}), 0)::bigint`.as('availableFen'),
      sql<number>`coalesce(sum(${PENDING}), 0)::bigint`.as('pendingFen'),
      sql<number>`coalesce(sum(${FROZEN}), 0)::bigint`.as('frozenFen'),
      sql<number>`coalesce(sum(${DEPOSIT}), 0)::bigint`.as('depositFen'),
      sql<number>`coalesce(sum(${OWED}), 0)::bigint`.as('owedFen'),
      sql<number>`count(*) filter (where ${IS_NEGATIVE})`.as('negative'),
      sql<number>`count(*) filter (where ${IS_LOW})`.as('belowWarning'),
      sql<number>`count(*) filter (where ${HAS_EXPIRED_HOLD})`.as('holdsExpired'),
    ])
    .executeTakeFirstOrThrow();
  const { total, ...summary } = row;
  return { total: Math.min(total, LIST_LIMITS.countCap), totalCapped: total > LIST_LIMITS.countCap, summary };
}

/**
 * Raises the version of a station's account. `stateReason` replaces the stored reason of a freeze; `null` clears the reason, `undefined`
 * keeps it.
 *
 * @returns the new version, or `null` after a concurrent change
 */
export async function touchFund(
  db: Db,
  teamId: number,
  version: number,
  by: { readonly id: number; readonly name: string; readonly at: Date },
  stateReason?: string | null,
): Promise<number | null> {
  const stamp = { updated_at: by.at, updated_by: by.id, updated_by_name: by.name };
  await db
    .insertInto('team_fund')
    .values({ team_id: teamId, state_reason: null, ...stamp })
    .onConflict((conflict) => conflict.column('team_id').doNothing())
    .execute();
  const row = await db
    .updateTable('team_fund')
    .set((eb) => ({
      ...stamp,
      version: eb('version', '+', 1),
      ...(stateReason !== undefined && { state_reason: stateReason }),
    }))
    .where('team_id', '=', teamId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Reads the author and time of the last change of a station's account. Returns `null` if there was no change. */
export async function lastChange(db: Db, teamId: number): Promise<{ byName: string; at: Date } | null> {
  const row = await db
    .selectFrom('team_fund')
    .where('team_id', '=', teamId)
    .select(['updated_by_name as byName', 'updated_at as at'])
    .executeTakeFirst();
  return row ?? null;
}

/** The voucher of a payment outside the platform. */
export interface DepositProof {
  readonly id: number;
  readonly at: Date;
  readonly teamId: number;
  readonly direction: 'in' | 'out';
  readonly amountFen: number;
  readonly merchantNumberId: number;
  readonly tradeNo: string;
  readonly evidence: readonly number[];
  readonly txNo: string;
}

/** Stores the voucher of a payment outside the platform. @returns `false` if the voucher is already recorded */
export async function noteDeposit(db: Db, row: DepositProof): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('fund_deposit')
    .values({
      id: row.id,
      created_at: row.at,
      team_id: row.teamId,
      direction: row.direction,
      amount_fen: row.amountFen,
      merchant_number_id: row.merchantNumberId,
      trade_no: row.tradeNo,
      evidence: JSON.stringify(row.evidence),
      tx_no: row.txNo,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_number_id', 'trade_no', 'direction']).where('reversed_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Finds a recorded voucher that is not reversed. Returns `null` if there is none. */
export async function standingDeposit(db: Db, proof: DepositProof) {
  const row = await db
    .selectFrom('fund_deposit')
    .where('merchant_number_id', '=', proof.merchantNumberId)
    .where('trade_no', '=', proof.tradeNo)
    .where('direction', '=', proof.direction)
    .where('reversed_at', 'is', null)
    .select(['id', 'team_id as teamId', 'tx_no as txNo'])
    .executeTakeFirst();
  return row ?? null;
}

/** Reads the voucher of a station's transaction. Returns `null` if the transaction has none. */
export async function depositOfTransaction(
  db: Db,
  teamId: number,
  txNo: string,
): Promise<Pick<DepositProof, 'merchantNumberId' | 'tradeNo' | 'evidence'> | null> {
  const row = await db
    .selectFrom('fund_deposit')
    .where('tx_no', '=', txNo)
    .where('team_id', '=', teamId)
    .select(['merchant_number_id as merchantNumberId', 'trade_no as tradeNo', 'evidence'])
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a voucher as reversed, so that the same voucher number can be recorded again. */
export async function forgetDeposit(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('fund_deposit').set({ reversed_at: at }).where('id', '=', id).execute();
}

/** Counts the stations that match a filter, up to `most`. */
export async function fundCount(db: Db, scope: DataScope, filter: FundFilter, most: number): Promise<number> {
  const some = filtered(db, scope, filter, asksForMoney(filter) ? 'all' : 'rows')
    .select('team.id')
    .limit(most);
  const { n } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
