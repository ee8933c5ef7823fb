import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type AuditDirection,
  type AuditKind,
  type AuditSource,
  type FundAuditState,
  fundAuditCase,
  OPEN_AUDIT_STATES,
} from '../../../contract/fundAudit.states';
import { LIST_LIMITS } from '../../../contract/limits';
import { phonePattern } from '../../core/access/phones';
import { literal } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';
import { type CaseRef, shownState } from '../case';
import { ENTRY_TABLE } from './store';

/** SQL queries for the list of entries: with their riders, stations and balances. */

type Db = Kysely<Database>;

export interface EntryFilter {
  /** `null` includes all stations. */
  readonly teamIds: readonly number[] | null;
  readonly id?: number;
  readonly keyword?: string | undefined;
  /** Whether the reader sees full phone numbers. */
  readonly seesPhones: boolean;
  readonly kind?: readonly AuditKind[] | undefined;
  readonly direction?: AuditDirection | undefined;
  readonly source?: readonly AuditSource[] | undefined;
  readonly state?: readonly FundAuditState[] | undefined;
  readonly amountFenMin?: number | undefined;
  readonly amountFenMax?: number | undefined;
  readonly makerId?: readonly number[] | undefined;
  /** Limits the list to these entries, for example to the entries that the caller may decide. */
  readonly among?: RawBuilder<CaseRef> | undefined;
  readonly from?: Date;
  readonly to?: Date;
  /** Whether to include open entries of any age. */
  readonly withOpen?: boolean;
  readonly now: Date;
}

const oneOf = (column: string, values: readonly (string | number)[], type: 'text' | 'bigint') =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::${sql.raw(type)}[])`;

const stateAt = (now: Date) => shownState(ENTRY_TABLE, fundAuditCase, now);

function filtered(db: Db, filter: EntryFilter) {
  const { teamIds, keyword, now } = filter;
  let query = db
    .selectFrom('rider_fund_audit')
    .innerJoin('rider', 'rider.id', 'rider_fund_audit.rider_id')
    .innerJoin('team', 'team.id', 'rider_fund_audit.team_id');
  if (teamIds !== null) query = query.where(oneOf('rider_fund_audit.team_id', teamIds, 'bigint'));
  if (filter.id !== undefined) query = query.where('rider_fund_audit.id', '=', filter.id);
  if (keyword) {
    const text = literal(keyword);
    query = query.where((eb) =>
      eb.or([
        eb('rider_fund_audit.no', 'like', `${text.toUpperCase()}%`),
        eb('rider_fund_audit.related_no', '=', keyword),
        eb('rider_fund_audit.source_no', '=', keyword),
        sql<SqlBool>`rider_fund_audit.tx_nos @> ${JSON.stringify([keyword.toUpperCase()])}::jsonb`,
        eb('rider.name', 'ilike', `%${text}%`),
        eb('rider.rider_no', 'like', `${text.toUpperCase()}%`),
        eb('rider.tel', 'like', phonePattern(keyword, filter.seesPhones)),
      ]),
    );
  }
  if (filter.kind?.length) query = query.where(oneOf('rider_fund_audit.kind', filter.kind, 'text'));
  if (filter.direction) query = query.where('rider_fund_audit.direction', '=', filter.direction);
  if (filter.source?.length) query = query.where(oneOf('rider_fund_audit.source', filter.source, 'text'));
  if (filter.state?.length) {
    query = query.where(sql<SqlBool>`${stateAt(now)} = any(${sql.val([...filter.state])}::text[])`);
  }
  if (filter.amountFenMin !== undefined) query = query.where('amount_fen', '>=', filter.amountFenMin);
  if (filter.amountFenMax !== undefined) query = query.where('amount_fen', '<=', filter.amountFenMax);
  if (filter.makerId?.length) query = query.where(oneOf('rider_fund_audit.maker_id', filter.makerId, 'bigint'));
  if (filter.among) {
    query = query.where(sql<SqlBool>`rider_fund_audit.id in (select id from (${filter.among}) as found)`);
  }
  const { from, to } = filter;
  if (from && to) {
    const open = filter.withOpen
      ? sql`or rider_fund_audit.state = any(${sql.val([...OPEN_AUDIT_STATES])}::text[])`
      : sql``;
    query = query.where(
      sql<SqlBool>`((rider_fund_audit.created_at >= ${from} and rider_fund_audit.created_at < ${to}) ${open})`,
    );
  }
  return query;
}

const withFacts = (query: ReturnType<typeof filtered>) =>
  query
    .selectAll('rider_fund_audit')
    .select(['rider.name as rider_name', 'rider.rider_no', 'rider.tel as rider_tel', 'team.name as team_name'])
    .select(
      sql<number>`coalesce((select balance_fen from ledger_account a where a.code = 'RIDER_AVAILABLE'
        and a.owner_id = rider_fund_audit.rider_id and a.team_id = 0), 0)`.as('balance_fen'),
    );
export type EntryRecord = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number];

const SORTS = {
  /** In descending order, pending entries are the first. */
  waiting: sql`(rider_fund_audit.state = 'pending')`,
  createdAt: sql.ref('rider_fund_audit.created_at'),
  amount: sql.ref('rider_fund_audit.amount_fen'),
  decidedAt: sql.ref('rider_fund_audit.decided_at'),
} as const;
export type EntrySort = keyof typeof SORTS;

export async function entryPage(
  db: Db,
  filter: EntryFilter,
  page: { sort: EntrySort; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<EntryRecord[]> {
  const order = sql.raw(page.order);
  return await withFacts(filtered(db, filter))
    .orderBy(sql`${SORTS[page.sort]} ${order} nulls last`)
    .orderBy(sql`rider_fund_audit.id ${order}`)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/** Computes the figures of all entries that match the filter. @param today start of the current day */
export async function entrySums(db: Db, filter: EntryFilter, today: Date) {
  const state = stateAt(filter.now);
  const sum = (what: string, which: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${sql.raw(what)}) filter (where ${which}), 0)::bigint`;
  const count = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})`;
  const pending = sql`${state} = 'pending'`;
  const approved = sql`rider_fund_audit.state in ('effective', 'owing', 'waived')`;
  const row = await filtered(db, filter)
    .select([
      sql<number>`count(*)`.as('total'),
      count(pending).as('pending'),
      sum('amount_fen', sql`${pending} and direction = 'in'`).as('pendingInFen'),
      sum('amount_fen', sql`${pending} and direction = 'out'`).as('pendingOutFen'),
      count(sql`${approved} and rider_fund_audit.decided_at >= ${today}`).as('approvedToday'),
      count(approved).as('approved'),
      count(sql`rider_fund_audit.state = 'rejected'`).as('rejected'),
      sum('amount_fen - collected_fen', sql`rider_fund_audit.state = 'owing'`).as('owedFen'),
    ])
    .executeTakeFirstOrThrow();
  const { approved: yes, rejected: no, total, ...sums } = row;
  return {
    total: Math.min(total, LIST_LIMITS.countCap),
    totalCapped: total > LIST_LIMITS.countCap,
    summary: { ...sums, rejectedBp: yes + no === 0 ? null : Math.round((no * 10_000) / (yes + no)) },
  };
}

export async function exportedEntries(
  db: Db,
  filter: EntryFilter,
  range: ExportRange,
  after: ExportKey | null,
  limit: number,
): Promise<EntryRecord[]> {
  return await withFacts(filtered(db, filter))
    .where(inExport('rider_fund_audit', range, after))
    .orderBy('rider_fund_audit.id', 'desc')
    .limit(limit)
    .execute();
}

export async function exportedEntryCount(
  db: Db,
  filter: EntryFilter,
  range: ExportRange,
  after: ExportKey | null,
  most: number,
): Promise<number> {
  const row = await db
    .selectFrom(
      filtered(db, filter)
        .where(inExport('rider_fund_audit', range, after))
        .select('rider_fund_audit.id')
        .limit(most)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/**
 * Finds which of these accounts created entries for these stations.
 *
 * @param teamIds `null` includes all stations
 */
export async function makersAmong(
  db: Db,
  accountIds: readonly number[],
  teamIds: readonly number[] | null,
): Promise<number[]> {
  if (accountIds.length === 0) return [];
  let query = db
    .selectFrom('rider_fund_audit')
    .select('rider_fund_audit.maker_id as id')
    .distinct()
    .where(oneOf('rider_fund_audit.maker_id', accountIds, 'bigint'));
  if (teamIds !== null) query = query.where(oneOf('rider_fund_audit.team_id', teamIds, 'bigint'));
  return (await query.execute()).map(({ id }) => id);
}
