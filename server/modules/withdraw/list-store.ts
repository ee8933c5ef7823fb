import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { WithdrawApplicant, WithdrawChannel } from '../../../contract/withdraw.settings';
import { ENDED_WITHDRAWALS, type RiskTag, type WithdrawState } from '../../../contract/withdraw.states';
import { phonePattern } from '../../core/access/phones';
import { literal } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';

/** This module contains the SQL queries for the list of applications, its totals and its exports. */

type Db = Kysely<Database>;

export interface ApplyFilter {
  readonly inScope: RawBuilder<SqlBool>;
  readonly id?: number;
  readonly teamIds?: readonly number[] | undefined;
  readonly keyword?: string | undefined;
  /** `true` if the reader may see unmasked phones. Other readers must type the whole number in a phone search. */
  readonly seesPhones: boolean;
  readonly subjectType?: readonly WithdrawApplicant[] | undefined;
  readonly channel?: readonly WithdrawChannel[] | undefined;
  readonly state?: readonly WithdrawState[] | undefined;
  readonly riskTag?: readonly RiskTag[] | undefined;
  readonly amountFenMin?: number | undefined;
  readonly amountFenMax?: number | undefined;
  readonly applied?: { readonly from: Date; readonly to: Date };
  readonly finished?: { readonly from: Date; readonly to: Date };
  /** `true` if open applications of any age are also selected. */
  readonly withOpen?: boolean;
}

const oneOf = (column: string, values: readonly (string | number)[], type: 'text' | 'bigint') =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::${sql.raw(type)}[])`;

function hasKeyword(keyword: string, seesPhones: boolean): RawBuilder<SqlBool> {
  const number = `${literal(keyword.toUpperCase())}%`;
  const name = `%${literal(keyword)}%`;
  const tel = phonePattern(keyword, seesPhones);
  return sql<SqlBool>`(withdraw_apply.no like ${number} or withdraw_apply.subject_name ilike ${name}
    or withdraw_apply.payee_name ilike ${name}
    or exists (select from payout p where p.apply_id = withdraw_apply.id and (p.po_no like ${number} or p.channel_no = ${keyword}))
    or withdraw_apply.subject_type = 'rider' and exists (select from rider r
      where r.id = withdraw_apply.subject_id and r.tel like ${tel})
    or withdraw_apply.subject_type = 'team' and exists (select from team t
      where t.id = withdraw_apply.subject_id and t.contact_tel like ${tel})
    or withdraw_apply.subject_type = 'franchisee' and exists (select from franchisee f
      where f.id = withdraw_apply.subject_id and f.contact_tel like ${tel})
    or withdraw_apply.subject_type = 'merchant' and exists (select from merchant m
      where m.id = withdraw_apply.subject_id and m.tel like ${tel}))`;
}

function filtered(db: Db, filter: ApplyFilter) {
  const { applied, finished } = filter;
  let query = db.selectFrom('withdraw_apply').where(filter.inScope);
  if (filter.id !== undefined) query = query.where('withdraw_apply.id', '=', filter.id);
  if (filter.teamIds?.length) query = query.where(oneOf('withdraw_apply.team_id', filter.teamIds, 'bigint'));
  if (filter.keyword) query = query.where(hasKeyword(filter.keyword, filter.seesPhones));
  if (filter.subjectType?.length) query = query.where(oneOf('withdraw_apply.subject_type', filter.subjectType, 'text'));
  if (filter.channel?.length) query = query.where(oneOf('withdraw_apply.channel', filter.channel, 'text'));
  if (filter.state?.length) query = query.where(oneOf('withdraw_apply.state', filter.state, 'text'));
  if (filter.riskTag?.length)
    query = query.where(sql<SqlBool>`withdraw_apply.risk_tags ?| ${sql.val([...filter.riskTag])}::text[]`);
  if (filter.amountFenMin !== undefined) query = query.where('withdraw_apply.amount_fen', '>=', filter.amountFenMin);
  if (filter.amountFenMax !== undefined) query = query.where('withdraw_apply.amount_fen', '<=', filter.amountFenMax);
  if (applied) {
    const open = filter.withOpen
      ? sql`or withdraw_apply.state <> all(${sql.val([...ENDED_WITHDRAWALS])}::text[])`
      : sql``;
    query = query.where(
      sql<SqlBool>`((withdraw_apply.created_at >= ${applied.from} and withdraw_apply.created_at < ${applied.to}) ${open})`,
    );
  }
  if (finished)
    query = query
      .where('withdraw_apply.finished_at', '>=', finished.from)
      .where('withdraw_apply.finished_at', '<', finished.to);
  return query;
}

const withFacts = (query: ReturnType<typeof filtered>) =>
  query
    .leftJoin('team', 'team.id', 'withdraw_apply.team_id')
    .leftJoin('payee_account', 'payee_account.id', 'withdraw_apply.payee_id')
    .selectAll('withdraw_apply')
    .select(['team.name as team_name', 'payee_account.last4']);
export type ApplyRecord = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number];

const SORTS = {
  appliedAt: sql.ref('withdraw_apply.created_at'),
  amount: sql.ref('withdraw_apply.amount_fen'),
  finishedAt: sql.ref('withdraw_apply.finished_at'),
} as const;
export type ApplySort = keyof typeof SORTS;

export async function applyPage(
  db: Db,
  filter: ApplyFilter,
  page: { sort: ApplySort; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<ApplyRecord[]> {
  const order = sql.raw(page.order);
  return await withFacts(filtered(db, filter))
    .orderBy(sql`${SORTS[page.sort]} ${order} nulls last`)
    .orderBy(sql`withdraw_apply.id ${order}`)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/**
 * Computes the number of applications that match the filter, and the numbers and sums in fen of those to review, to pay, in payment, failed
 * or with an unknown result, and paid today.
 * @param today start of the current day
 */
export async function applySums(db: Db, filter: ApplyFilter, today: Date) {
  const count = (which: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;
  const sum = (what: string, which: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(${sql.ref(what)}) filter (where ${which}), 0)::bigint`;
  const states = (...names: WithdrawState[]) => sql`withdraw_apply.state = any(${sql.val(names)}::text[])`;
  const pending = states('pendingReview');
  const toPay = states('approved');
  const paying = states('paying', 'awaitPayee');
  const failed = states('payFailed', 'unknown');
  const paidToday = sql`${states('paid')} and finished_at >= ${today}`;
  const { total, ...summary } = await filtered(db, filter)
    .select([
      sql<number>`count(*)::int`.as('total'),
      count(pending).as('pending'),
      sum('amount_fen', pending).as('pendingFen'),
      count(toPay).as('toPay'),
      sum('net_fen', toPay).as('toPayFen'),
      count(paying).as('paying'),
      sum('net_fen', paying).as('payingFen'),
      count(failed).as('failed'),
      sum('net_fen', failed).as('failedFen'),
      count(paidToday).as('paidToday'),
      sum('net_fen', paidToday).as('paidTodayFen'),
      sum('fee_fen', paidToday).as('feeTodayFen'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Math.min(total, LIST_LIMITS.countCap), totalCapped: total > LIST_LIMITS.countCap, summary };
}

/** Counts applications per state. A state without applications is absent. @param teamIds stations whose applications are counted */
export async function countByState(
  db: Db,
  inScope: RawBuilder<SqlBool>,
  teamIds?: readonly number[] | null,
): Promise<Map<WithdrawState, number>> {
  const rows = await db
    .selectFrom('withdraw_apply')
    .where(inScope)
    .$if(Boolean(teamIds), (query) => query.where(oneOf('withdraw_apply.team_id', teamIds ?? [], 'bigint')))
    .select(['state', sql<number>`count(*)::int`.as('n')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, n }) => [state, n]));
}

export async function exportedApplies(
  db: Db,
  filter: ApplyFilter,
  range: ExportRange,
  after: ExportKey | null,
  limit: number,
): Promise<ApplyRecord[]> {
  return await withFacts(filtered(db, filter))
    .where(inExport('withdraw_apply', range, after))
    .orderBy('withdraw_apply.id', 'desc')
    .limit(limit)
    .execute();
}

export async function exportedApplyCount(
  db: Db,
  filter: ApplyFilter,
  range: ExportRange,
  after: ExportKey | null,
  most: number,
): Promise<number> {
  const rows = filtered(db, filter)
    .where(inExport('withdraw_apply', range, after))
    .select('withdraw_apply.id')
    .limit(most);
  const { n } = await db
    .selectFrom(rows.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
