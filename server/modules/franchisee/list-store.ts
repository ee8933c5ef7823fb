import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { FRANCHISEE_LIST } from '../../../contract/franchisee.fields';
import { FRANCHISEE } from '../../../contract/franchisee.states';
import { regionPrefix } from '../../../contract/region-codes';
import { phonePattern } from '../../core/access/phones';
import type { DataScope } from '../../core/actor';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { addDays } from '../../core/money/days';
import { sharesOfFranchisee } from '../ledger';
import { scopeTeams } from '../team';

/** SQL queries for the list of franchisees and for single franchisees. */

type Db = Kysely<Database>;
export type FranchiseeRow = Selectable<Database['franchisee']>;
/** Filter for the last day of the contract. Both limits are inclusive. They are calendar days without a time zone. */
interface EndDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export type FranchiseeFilter = Omit<ListFilter<typeof FRANCHISEE_LIST>, 'contractTo'> & {
  readonly endDays: EndDays;
  readonly seesPhones: boolean;
  readonly today: string;
  readonly inScope: RawBuilder<SqlBool>;
};

const COLUMNS = {
  id: 'franchisee.id',
  version: 'franchisee.version',
  no: 'franchisee.no',
  name: 'franchisee.name',
  status: 'franchisee.status',
  contactName: 'franchisee.contact_name',
  contactTel: 'franchisee.contact_tel',
  regions: 'franchisee.territory',
  level: 'franchisee.level',
  shareRateBp: 'franchisee.share_rate_bp',
  contractFrom: 'franchisee.contract_from',
  contractTo: 'franchisee.contract_to',
  isExclusive: 'franchisee.is_exclusive',
  creditCode: 'franchisee.credit_code',
  legalName: 'franchisee.legal_name',
  idCard: 'franchisee.id_card_mask',
  settleCycle: 'franchisee.settle_cycle',
  ownerId: 'franchisee.owner_id',
  createdAt: 'franchisee.created_at',
} as const;
/** Expressions by which the list can be sorted. */
const SORTED = { ...COLUMNS, orders: 'orders.n', shareFen: 'shares.fen', balanceFen: 'money.fen' } as const;
const conditionsOf = conditions(FRANCHISEE_LIST, COLUMNS);
const textArray = (values: readonly string[]) => sql`${sql.val([...values])}::text[]`;

/**
 * Builds the condition for franchisees in a data scope. The scope contains all franchisees, the user's own franchisees, or those whose
 * territory overlaps the user's regions. A data scope by stations contains no franchisee.
 */
export function franchiseeScope(scope: DataScope): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  if (scope.kind === 'franchisees') return sql<SqlBool>`franchisee.id = any(${sql.val([...scope.ids])}::bigint[])`;
  return scope.kind === 'regions' ? meets(scope.codes) : sql<SqlBool>`false`;
}

/** Builds the condition for territories that overlap the given regions. */
const meets = (codes: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from jsonb_array_elements_text(franchisee.territory) as own (code),
    unnest(${textArray(codes.map(regionPrefix))}) as wanted (prefix)
  where own.code like wanted.prefix || '%' or wanted.prefix like regexp_replace(own.code, '(00){1,2}$', '') || '%')`;

function filtered(db: Db, filter: FranchiseeFilter) {
  const { endDays, ...rest } = filter;
  const found = conditionsOf(
    { ...rest, contractTo: null },
    {
      keyword: (words) => sql<SqlBool>`(franchisee.name ilike ${containing(words)}
      or franchisee.no like ${beginning(words.toUpperCase())}
      or franchisee.contact_tel like ${phonePattern(words, filter.seesPhones)})`,
      territory: meets,
    },
  );
  const days = [
    ...(endDays.from ? [sql<SqlBool>`franchisee.contract_to >= ${endDays.from}`] : []),
    ...(endDays.to ? [sql<SqlBool>`franchisee.contract_to <= ${endDays.to}`] : []),
  ];
  return withConditions(db.selectFrom('franchisee').where(filter.inScope), [...found, ...days]);
}

/**
 * Joins three figures: number of orders that the franchisee's stations delivered in the last `FRANCHISEE.orderDays` days, number of
 * stations, and share balance. Drafts, closed stations and deleted stations are not included.
 */
const counted = (db: Db, filter: FranchiseeFilter) =>
  filtered(db, filter)
    .leftJoinLateral(
      () =>
        sql<{
          n: number;
          stations: number;
        }>`(select coalesce(sum(d.delivered), 0)::int as n, count(distinct team.id)::int as stations
          from team left join order_day d on d.team_id = team.id and d.day > ${addDays(filter.today, -FRANCHISEE.orderDays)}
          where team.franchisee_id = franchisee.id and team.status not in ('draft', 'closed', 'deleted'))`.as('orders'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      () =>
        sql<{ fen: number }>`(select coalesce(sum(a.balance_fen), 0)::bigint as fen from ledger_account a
          where a.owner_id = franchisee.id and a.code = 'FRANCHISEE_AVAILABLE')`.as('money'),
      (join) => join.onTrue(),
    );

export const franchiseeRows = (db: Db, filter: FranchiseeFilter) => filtered(db, filter).select(selection(COLUMNS));

/** Selects franchisees with the figures of the list. */
export const withFigures = (db: Db, filter: FranchiseeFilter) =>
  counted(db, filter)
    .select(selection(COLUMNS))
    .select([
      sql<number>`orders.n`.as('orders'),
      sql<number>`orders.stations`.as('stations'),
      sql<number>`money.fen`.as('balanceFen'),
    ]);
export type FranchiseeRecord = Awaited<ReturnType<ReturnType<typeof withFigures>['executeTakeFirstOrThrow']>>;

export function franchiseePage(
  db: Db,
  filter: FranchiseeFilter,
  sort: {
    readonly field: 'orders' | 'shareFen' | 'balanceFen' | 'contractTo' | 'createdAt';
    readonly order: 'asc' | 'desc';
  },
  page: Page,
) {
  // Join the share totals only to sort by them. For other sort orders, the answer reads only the totals of the current page.
  const rows = withFigures(db, filter).$if(sort.field === 'shareFen', (query) =>
    query.leftJoinLateral(
      () => sharesOfFranchisee(sql.ref('franchisee.id')).as('shares'),
      (join) => join.onTrue(),
    ),
  );
  return readPage(db, inOrder(rows, SORTED, [sort.field, 'createdAt', 'id'], sort.order), page);
}

export const findRecord = (db: Db, id: number, filter: FranchiseeFilter): Promise<FranchiseeRecord | undefined> =>
  withFigures(db, filter).where('franchisee.id', '=', id).executeTakeFirst();

/** Computes the figures of all franchisees that match the filter. It also returns their ids, which the caller needs for ledger amounts. */
export async function franchiseeSums(db: Db, filter: FranchiseeFilter) {
  const rows = await counted(db, filter)
    .select(['franchisee.id', 'franchisee.status', sql<number>`orders.stations`.as('stations')])
    .execute();
  const count = (...states: FranchiseeRow['status'][]) => rows.filter(({ status }) => states.includes(status)).length;
  return {
    ids: rows.map(({ id }) => id),
    active: count('active', 'expiring'),
    expiring: count('expiring'),
    stations: rows.reduce((all, { stations }) => all + stations, 0),
  };
}

export async function isInScope(db: Db, id: number, inScope: RawBuilder<SqlBool>): Promise<boolean> {
  const found = db.selectFrom('franchisee').select('id').where('id', '=', id).where(inScope);
  return (await found.executeTakeFirst()) !== undefined;
}

export const findFranchisee = (db: Db, id: number): Promise<FranchiseeRow | undefined> =>
  db.selectFrom('franchisee').selectAll().where('id', '=', id).executeTakeFirst();

export const lockFranchisee = (db: Db, id: number): Promise<FranchiseeRow | undefined> =>
  db.selectFrom('franchisee').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function changeFranchisee(
  db: Db,
  id: number,
  set: Partial<Omit<FranchiseeRow, 'id' | 'version' | 'territory'>> & { readonly territory?: string },
): Promise<number> {
  const { version } = await db
    .updateTable('franchisee')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Reads the stations of a franchisee in a data scope that are neither closed nor deleted. Drafts are included. */
export const stationsOf = (db: Db, id: number, scope: DataScope) =>
  scopeTeams(db.selectFrom('team'), scope)
    .select(['team.id', 'team.code', 'team.name', 'team.status'])
    .where('team.franchisee_id', '=', id)
    .where('team.status', 'not in', ['closed', 'deleted'])
    .orderBy('team.code')
    .execute();

/**
 * Counts orders whose settlement will still credit the franchisee.
 *
 * @param since orders that were delivered before this moment are ignored
 */
export async function openOrders(db: Db, id: number, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from customer_order where (cost_snapshot->>'franchiseeId')::bigint = ${id}
      and (status in ('paid', 'accepted') or (status = 'delivered' and settled_at is null and delivered_at >= ${since}))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Changes the state of franchisees whose contract expires soon or has expired. Paid contracts that follow without gaps extend the contract,
 * as in `stateOn`. The last of these contracts determines whether the franchisee is "expiring".
 */
export async function moveStates(db: Db, today: string) {
  const soon = addDays(today, FRANCHISEE.expiringDays);
  const { rows } = await sql<{
    id: number;
    name: string;
    no: string;
    /** State before the change. */
    was: 'active' | 'expiring';
    status: 'expiring' | 'expired';
    contractTo: string;
  }>`
    with recursive covered (franchisee_id, ends_on) as (
      select id, contract_to from franchisee
      where status in ('active', 'expiring') and contract_to between ${today} and ${soon}
      union
      select next.franchisee_id, next.ends_on from covered
      join franchise_contract next on next.franchisee_id = covered.franchisee_id and next.starts_on = covered.ends_on + 1
      where next.paid_at is not null and next.ended_on is null),
    due as (
      select id, status, case when contract_to < ${today} then 'expired' else 'expiring' end as next from franchisee
      where status in ('active', 'expiring') and contract_to <= ${soon}
        and (contract_to < ${today} or not exists (
          select 1 from covered where covered.franchisee_id = franchisee.id and covered.ends_on > ${soon}))
      for update)
    update franchisee f set status = due.next, version = f.version + 1 from due
    where f.id = due.id and due.status <> due.next
    returning f.id, f.name, f.no, due.status as was, f.status, f.contract_to as "contractTo"`.execute(db);
  return rows;
}
