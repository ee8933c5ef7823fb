import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { BATCH, ITEM } from '../../../contract/recon.fields';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { assertWhole } from '../../core/access/whole-scope';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { type ListDays, listDays } from '../../core/money/period';
import { readSetting } from '../site';

/** SQL queries for the lists of statements and differences. */

type Db = Kysely<Database>;
export type BatchInput = ResourceFilter<typeof BATCH>;
export type ItemInput = ResourceFilter<typeof ITEM>;

const BATCH_COLUMNS = {
  id: 'recon_batch.id',
  version: 'recon_batch.version',
  merchantNumberId: 'recon_batch.merchant_number_id',
  no: 'recon_batch.no',
  day: 'recon_batch.day',
  state: 'recon_batch.state',
  merchantName: 'm.name',
  channel: 'm.channel',
  kind: 'recon_batch.kind',
  channelCount: 'recon_batch.channel_count',
  channelFen: 'recon_batch.channel_fen',
  bookCount: 'recon_batch.book_count',
  bookFen: 'recon_batch.book_fen',
  matched: 'recon_batch.matched',
  feeFen: 'recon_batch.fee_fen',
  balanceFen: 'recon_batch.balance_fen',
  error: 'recon_batch.error',
  fileName: 'recon_batch.file_name',
  sha1: 'recon_batch.sha1',
  startedAt: 'recon_batch.started_at',
  finishedAt: 'recon_batch.finished_at',
} as const;

const ITEM_COLUMNS = {
  id: 'recon_item.id',
  version: 'recon_item.version',
  itemNo: 'recon_item.no',
  type: 'recon_item.type',
  state: 'recon_item.state',
  day: 'recon_item.day',
  gapFen: 'recon_item.gap_fen',
  outNo: 'recon_item.out_no',
  tradeNo: 'recon_item.trade_no',
  lineKind: 'recon_item.line_kind',
  channelFen: 'recon_item.channel_fen',
  channelFeeFen: 'recon_item.channel_fee_fen',
  channelStatus: 'recon_item.channel_status',
  channelAt: 'recon_item.channel_at',
  billNo: 'recon_item.bill_no',
  billType: 'recon_item.bill_type',
  bookFen: 'recon_item.book_fen',
  bookFeeFen: 'recon_item.book_fee_fen',
  bookStatus: 'recon_item.book_status',
  bookAt: 'recon_item.book_at',
  timingUntil: 'recon_item.timing_until',
  handlerName: 'recon_item.handler_name',
  action: 'recon_item.action',
  reason: 'recon_item.note',
  decidedByName: 'recon_item.checker_name',
  decidedAt: 'recon_item.decided_at',
  txNo: 'recon_item.tx_no',
  createdAt: 'recon_item.created_at',
} as const;

const between = (column: string, days: ListDays): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} between ${days.fromDay}::date and ${days.toDay}::date`;

export interface DayFilter<F> {
  readonly filter: F;
  /** `null` means no restriction by day. */
  readonly days: ListDays | null;
  /** True to include open rows of any age. For differences, suspended rows are included too. */
  readonly withOpen: boolean;
}

/**
 * Builds the filter of the statement list. Without days, failed statements and statements with open differences of any age are included.
 *
 * @throws Refusal 40006 (range of days), 40302 (limited data scope)
 */
export async function batchFilter(ctx: ActorContext, input: BatchInput): Promise<DayFilter<BatchInput>> {
  assertWhole(ctx);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const days = listDays({ from: input.dayFrom, to: input.dayTo }, ctx.clock.now(), timeZone);
  return { filter: input, days, withOpen: input.dayFrom === undefined && input.dayTo === undefined };
}

/**
 * Builds the filter of the list of differences. Without days, open and suspended differences of any age are included, and a keyword
 * searches all days.
 *
 * @throws Refusal 40006 (range of days), 40302 (limited data scope)
 */
export async function itemFilter(ctx: ActorContext, input: ItemInput): Promise<DayFilter<ItemInput>> {
  assertWhole(ctx);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const isDated = input.dayFrom !== undefined || input.dayTo !== undefined;
  if (!isDated && input.keyword !== undefined) return { filter: input, days: null, withOpen: true };
  const days = listDays({ from: input.dayFrom, to: input.dayTo }, ctx.clock.now(), timeZone);
  return { filter: input, days, withOpen: !isDated };
}

const NUMBER_NO = sql<string>`m.mch_no`.as('merchantNo');
const OPEN = sql`recon_item.state in ('open', 'handling')`;

function batches(db: Db, { filter, days, withOpen }: DayFilter<BatchInput>) {
  const { dayFrom: _from, dayTo: _to, ...rest } = filter;
  const found = conditions(BATCH, BATCH_COLUMNS)(rest as ListFilter<typeof BATCH>, {
    merchantNo: (ids) => idIn('recon_batch.merchant_number_id', ids),
  });
  const ofDays = days ? between('recon_batch.day', days) : sql<SqlBool>`true`;
  const dated = [
    ...found,
    withOpen ? sql<SqlBool>`(${ofDays} or recon_batch.state in ('failed', 'hasDifference'))` : ofDays,
  ];
  return withConditions(
    db.selectFrom('recon_batch').innerJoin('merchant_number as m', 'm.id', 'recon_batch.merchant_number_id'),
    dated,
  );
}

const COUNTS = [
  sql<number>`(select count(*)::int from recon_item i where i.batch_id = recon_batch.id)`.as('differences'),
  sql<number>`(select count(*)::int from recon_item i where i.batch_id = recon_batch.id and i.state in ('open', 'handling'))`.as(
    'openItems',
  ),
] as const;

export const batchRows = (db: Db, filter: DayFilter<BatchInput>) =>
  batches(db, filter).select(selection(BATCH_COLUMNS)).select(NUMBER_NO).select(COUNTS);
export type BatchRecord = Awaited<ReturnType<typeof batchPage>>['list'][number];

export const batchPage = (db: Db, filter: DayFilter<BatchInput>, order: 'asc' | 'desc', page: Page) =>
  readPage(db, inOrder(batchRows(db, filter), BATCH_COLUMNS, ['day', 'id'], order), page);

export async function batchRecord(db: Db, id: number) {
  return batchRows(db, { filter: {}, days: null, withOpen: true }).where('recon_batch.id', '=', id).executeTakeFirst();
}

/** Computes the figures of the statements that match the filter. Only the suspense amount includes all statements. */
export async function batchTotals(db: Db, filter: DayFilter<BatchInput>) {
  const ids = batches(db, filter).select('recon_batch.id');
  const { rows } = await sql<{ openItems: number; failed: number; gapFen: number; suspenseFen: number }>`
    select (select count(*)::int from recon_item where ${OPEN} and batch_id in (${ids})) as "openItems",
      (select count(*)::int from recon_batch where state = 'failed' and id in (${ids})) as failed,
      (select coalesce(sum(gap_fen), 0)::bigint from recon_item where ${OPEN} and batch_id in (${ids})) as "gapFen",
      (select coalesce(sum(gap_fen), 0)::bigint from recon_item where state = 'suspended') as "suspenseFen"`.execute(
    db,
  );
  return rows[0] ?? { openItems: 0, failed: 0, gapFen: 0, suspenseFen: 0 };
}

function listed(db: Db, { filter, days, withOpen }: DayFilter<ItemInput>) {
  const { dayFrom: _from, dayTo: _to, ...rest } = filter;
  const found = conditions(ITEM, ITEM_COLUMNS)(rest as ListFilter<typeof ITEM>, {
    keyword: (no) => sql<SqlBool>`${no} in (recon_item.no, recon_item.out_no, recon_item.trade_no, recon_item.bill_no)`,
    merchantNo: (ids) => idIn('recon_item.merchant_number_id', ids),
  });
  const dated = days ? between('recon_item.day', days) : sql<SqlBool>`true`;
  const conditionOfDays =
    withOpen && days ? sql<SqlBool>`(${dated} or ${OPEN} or recon_item.state = 'suspended')` : dated;
  return withConditions(
    db.selectFrom('recon_item').innerJoin('merchant_number as m', 'm.id', 'recon_item.merchant_number_id'),
    [...found, conditionOfDays],
  );
}

export const itemRows = (db: Db, filter: DayFilter<ItemInput>) =>
  listed(db, filter).select(selection(ITEM_COLUMNS)).select(NUMBER_NO);
export type ItemRecord = Awaited<ReturnType<typeof itemPage>>['list'][number];

export function itemPage(
  db: Db,
  filter: DayFilter<ItemInput>,
  sort: { readonly field: 'day' | 'gapFen'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  return readPage(db, inOrder(itemRows(db, filter), ITEM_COLUMNS, [sort.field, 'id'], sort.order), page);
}

export const itemRecord = (db: Db, id: number) =>
  itemRows(db, { filter: {}, days: null, withOpen: true })
    .select(['recon_item.bill_id as billId', 'recon_item.batch_id as batchId', 'recon_item.evidence'])
    .where('recon_item.id', '=', id)
    .executeTakeFirst();

/** Counts and sums the open and the suspended differences that match the filter. Sums are in fen. */
export const itemTotals = (db: Db, filter: DayFilter<ItemInput>) =>
  listed(db, filter)
    .select([
      sql<number>`(count(*) filter (where ${OPEN}))::int`.as('open'),
      sql<number>`coalesce(sum(recon_item.gap_fen) filter (where ${OPEN}), 0)::bigint`.as('openFen'),
      sql<number>`(count(*) filter (where recon_item.state = 'suspended'))::int`.as('suspended'),
      sql<number>`coalesce(sum(recon_item.gap_fen) filter (where recon_item.state = 'suspended'), 0)::bigint`.as(
        'suspendedFen',
      ),
    ])
    .executeTakeFirstOrThrow();

/** Counts differences that are open or being handled, and failed batches, for the to-do list. */
export async function countWork(db: Db): Promise<{ open: number; failed: number }> {
  const { rows } = await sql<{ open: number; failed: number }>`
    select (select count(*)::int from recon_item where ${OPEN}) as open,
      (select count(*)::int from recon_batch where state = 'failed') as failed`.execute(db);
  return rows[0] ?? { open: 0, failed: 0 };
}

/** Counts the statements of each day, and how many of them are balanced or closed. */
export async function balancedStatements(db: Db, from: string, to: string) {
  const rows = await db
    .selectFrom('recon_batch')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select([
      'day',
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where state in ('balanced', 'closed')))::int`.as('balanced'),
    ])
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

/** Reads the merchant numbers with the figures of the platform and of the books. */
export async function numberRows(db: Db) {
  const { rows } = await sql<{
    id: number;
    version: number;
    merchantNo: string;
    name: string;
    channel: string;
    enabled: boolean;
    autoFetch: boolean;
    feeBp: number;
    bookBalanceFen: number;
    suspenseFen: number;
    statementBalanceFen: number | null;
    balanceDay: string | null;
    lastDay: string | null;
    lastInFen: number;
    lastOutFen: number;
    lastFeeFen: number;
    lastBookInFen: number;
    lastBookOutFen: number;
    openItems: number;
    oldestOpen: string | null;
  }>`
    select m.id, m.version, m.mch_no as "merchantNo", m.name, m.channel, m.enabled, m.auto_fetch as "autoFetch", m.fee_bp as "feeBp",
      coalesce((select sum(balance_fen) from ledger_account a where a.code = 'CHANNEL' and a.owner_id = m.id), 0)::bigint as "bookBalanceFen",
      coalesce((select sum(balance_fen) from ledger_account a where a.code = 'SUSPENSE' and a.owner_id = m.id), 0)::bigint as "suspenseFen",
      f.balance_fen as "statementBalanceFen", f.day as "balanceDay", t.day as "lastDay",
      coalesce(t.in_fen, 0) as "lastInFen", coalesce(t.out_fen, 0) as "lastOutFen", coalesce(t.fee_fen, 0) as "lastFeeFen",
      coalesce(t.book_in_fen, 0) as "lastBookInFen", coalesce(t.book_out_fen, 0) as "lastBookOutFen",
      o.n as "openItems", o.oldest as "oldestOpen"
    from merchant_number m
    left join lateral (select day, balance_fen from recon_batch b where b.merchant_number_id = m.id and b.kind = 'fund'
      and b.balance_fen is not null order by day desc limit 1) f on true
    left join lateral (select * from recon_batch b where b.merchant_number_id = m.id and b.kind = 'trade'
      and b.state in ('balanced', 'hasDifference', 'closed') order by day desc limit 1) t on true
    cross join lateral (select count(*)::int as n, min(i.day) as oldest from recon_item i where i.merchant_number_id = m.id
      and i.state in ('open', 'handling')) o
    order by m.enabled desc, m.channel, m.mch_no`.execute(db);
  return rows;
}
