import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ENQUIRY_LIST } from '../../../contract/enquiry.fields';
import { DISTANCE_BANDS, type EnquiryState } from '../../../contract/enquiry.states';
import { containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

/** SQL queries for enquiries. */

type Db = Kysely<Database>;
export type EnquiryFilter = ListFilter<typeof ENQUIRY_LIST>;

const COLUMNS = {
  id: 'enquiry.id',
  version: 'enquiry.version',
  no: 'enquiry.no',
  askedAt: 'enquiry.created_at',
  state: 'enquiry.state',
  refuseReason: 'enquiry.refuse_reason',
  shopName: 'enquiry.shop_name',
  shopId: 'enquiry.shop_id',
  teamId: 'enquiry.team_id',
  goodsFen: 'enquiry.goods_fen',
  weightG: 'enquiry.weight_g',
  distanceM: 'enquiry.distance_m',
  fromStreet: 'enquiry.from_street',
  toStreet: 'enquiry.to_street',
  wantAt: 'enquiry.want_at',
  quoteFen: 'enquiry.quote_fen',
  costFen: 'enquiry.cost_fen',
  etaMin: 'enquiry.eta_min',
  answerMs: 'enquiry.answer_ms',
  orderNo: 'enquiry.order_no',
  externalNo: 'enquiry.external_no',
  followNote: 'enquiry.follow_note',
  followedAt: 'enquiry.followed_at',
  steps: 'enquiry.steps',
  expireAt: 'enquiry.expire_at',
} as const;
const DETAIL = {
  ...COLUMNS,
  fromLng: 'enquiry.from_lng',
  fromLat: 'enquiry.from_lat',
  toLng: 'enquiry.to_lng',
  toLat: 'enquiry.to_lat',
  ruleId: 'enquiry.rule_id',
  request: 'enquiry.request',
  answer: 'enquiry.answer',
  quotedBy: 'enquiry.quoted_by',
  quotedByName: 'enquiry.quoted_by_name',
  quotedAt: 'enquiry.quoted_at',
  remark: 'enquiry.remark',
  belowCostReason: 'enquiry.below_cost_reason',
  followedByName: 'enquiry.followed_by_name',
} as const;

const conditionsOf = conditions(ENQUIRY_LIST, COLUMNS);

const isInBand = ({ from, to }: { readonly from: number; readonly to: number | null }): RawBuilder<SqlBool> =>
  sql<SqlBool>`(enquiry.distance_m >= ${from} and (${to}::int is null or enquiry.distance_m < ${to}::int))`;

/** Selects from the enquiries that match a filter. The caller adds the columns. */
export const filtered = (db: Db, filter: EnquiryFilter) =>
  withConditions(
    db.selectFrom('enquiry'),
    conditionsOf(filter, {
      keyword: (words) => sql<SqlBool>`(enquiry.no = ${words.toUpperCase()} or enquiry.external_no = ${words}
        or enquiry.order_no = ${words} or enquiry.shop_name ilike ${containing(words)})`,
      distanceBand: (bands) =>
        sql<SqlBool>`(${sql.join(
          bands.map((band) => isInBand(DISTANCE_BANDS[band])),
          sql` or `,
        )})`,
      isConverted: (value) =>
        value ? sql<SqlBool>`enquiry.state = 'converted'` : sql<SqlBool>`enquiry.state <> 'converted'`,
      isFollowed: (value) =>
        value ? sql<SqlBool>`enquiry.followed_at is not null` : sql<SqlBool>`enquiry.followed_at is null`,
    }),
  );

export const enquiryRows = (db: Db, filter: EnquiryFilter) => filtered(db, filter).select(selection(COLUMNS));
export type EnquiryRecord = Awaited<ReturnType<ReturnType<typeof enquiryRows>['executeTakeFirstOrThrow']>>;

export function enquiryPage(
  db: Db,
  filter: EnquiryFilter,
  sort: { readonly field: 'askedAt' | 'distanceM' | 'quoteFen' | 'answerMs'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const fields = [sort.field, 'askedAt', 'id'] as const;
  return readPage(db, inOrder(enquiryRows(db, filter), COLUMNS, fields, sort.order, ['quoteFen']), page);
}

const detail = (db: Db) => db.selectFrom('enquiry').select(selection(DETAIL));
export type EnquiryDetail = Awaited<ReturnType<ReturnType<typeof detail>['executeTakeFirstOrThrow']>>;
export const findEnquiry = (db: Db, id: number) => detail(db).where('id', '=', id).executeTakeFirst();
/** Finds an enquiry and locks it until the transaction ends. */
export const lockEnquiry = (db: Db, id: number) => detail(db).where('id', '=', id).forUpdate().executeTakeFirst();
export const findByExternalNo = (db: Db, externalNo: string) =>
  detail(db).where('external_no', '=', externalNo).modifyEnd(PREPARED).executeTakeFirst();

/** Stores an enquiry. @returns `false` if an enquiry with this platform number already exists */
export async function insertEnquiry(db: Db, row: Insertable<Database['enquiry']>): Promise<boolean> {
  const made = await db
    .insertInto('enquiry')
    .values(row)
    .onConflict((conflict) => conflict.column('external_no').doNothing())
    .returning('id')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return made !== undefined;
}

type Quoted = {
  readonly quote_fen: number;
  readonly eta_min: number;
  readonly expire_at: Date;
  readonly remark: string;
  readonly below_cost_reason: string;
  readonly quoted_by: number;
  readonly quoted_by_name: string;
  readonly quoted_at: Date;
  readonly answer: string;
};

/** Stores the quote of a locked enquiry that waits for a quote by hand. @throws Error the enquiry no longer waits for a quote */
export async function quoteEnquiry(db: Db, { id, version }: EnquiryDetail, quoted: Quoted): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('enquiry')
    .set({ ...quoted, state: 'quoted', version: version + 1 })
    .where('id', '=', id)
    .where('state', '=', 'manual')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`enquiry ${id} changed though it was locked`);
}

/** Converts or cancels a quote that is still valid. @returns whether the quote was still valid */
export async function endQuote(
  db: Db,
  externalNo: string,
  change: { readonly state: 'converted'; readonly order_no: string } | { readonly state: 'cancelled' },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('enquiry')
    .set({ ...change, version: sql`version + 1` })
    .where('external_no', '=', externalNo)
    .where('state', '=', 'quoted')
    .where('expire_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Expires overdue enquiries: enquiries without a quote and quotes without an order.
 *
 * @param most maximum number of rows per call, so that conversions wait for few row locks
 * @returns the number of expired enquiries
 */
export async function expireDue(db: Db, now: Date, most: number): Promise<number> {
  const states: readonly EnquiryState[] = ['manual', 'quoted'];
  const due = db
    .selectFrom('enquiry')
    .select('id')
    .where('state', 'in', states)
    .where('expire_at', '<=', now)
    .orderBy('expire_at')
    .limit(most)
    .forUpdate()
    .skipLocked();
  const { numUpdatedRows } = await db
    .updateTable('enquiry')
    .set({ state: 'expired', version: sql`version + 1` })
    .where('id', 'in', due)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function followEnquiry(
  db: Db,
  { id, version }: EnquiryDetail,
  { note, byName, at }: { readonly note: string; readonly byName: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('enquiry')
    .set({ follow_note: note, followed_by_name: byName, followed_at: at, version: version + 1 })
    .where('id', '=', id)
    .execute();
}
