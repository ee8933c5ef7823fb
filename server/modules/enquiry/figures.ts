import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EnquiryState, RefuseReason } from '../../../contract/enquiry.states';
import { idIn } from '../../core/database/id-in';
import { coalesceQuery } from '../../core/database/query-coalescing';
import type { Database } from '../../core/database/schema';
import { askedFilters } from '../../core/list/query';
import { addDays, dayRange } from '../../core/money/days';
import type { ListDays } from '../../core/money/period';
import { readRollUp } from './roll-up';
import { type EnquiryFilter, filtered } from './store';

/**
 * Figures of the enquiry list and its charts. Whole days come from the roll-up if the roll-up supports the filter. The other figures come
 * from the enquiries.
 */

type Db = Kysely<Database>;

/** The filter of the enquiry list with its days and the platform's time zone. `filterOf` (filter.ts) builds it. */
export interface FigureFilter {
  readonly filter: EnquiryFilter;
  readonly days: ListDays | null;
  readonly timeZone: string;
}

/** Filter keys that the roll-up supports. With any other filter, the figures are computed from the enquiries themselves. */
const ROLLED_UP: ReadonlySet<string> = new Set([
  'askedAt',
  'askedAtFrom',
  'askedAtTo',
  'teamIds',
  'state',
  'refuseReason',
]);

interface Parts {
  /** Days to read from the roll-up, both inclusive. `null` means that no day is read from it. */
  readonly counted: { readonly from: string; readonly to: string } | null;
  /** The filter for enquiries that are counted directly. `null` means that the roll-up covers all days. */
  readonly rest: EnquiryFilter | null;
}

async function partsOf(db: Db, { filter, days, timeZone }: FigureFilter): Promise<Parts> {
  const whole: Parts = { counted: null, rest: filter };
  const isKnown = askedFilters(filter).every((key) => ROLLED_UP.has(key));
  if (!isKnown || days === null) return whole;
  const state = await readRollUp(db);
  if (state === null || state.timeZone !== timeZone || state.throughDay < days.fromDay) return whole;
  if (state.throughDay >= days.toDay) return { counted: { from: days.fromDay, to: days.toDay }, rest: null };
  const next = addDays(state.throughDay, 1);
  const { from } = dayRange(next, next, timeZone);
  return {
    counted: { from: days.fromDay, to: state.throughDay },
    rest: { ...filter, askedAt: { from, to: days.to } },
  };
}

/**
 * Builds the condition for rows of the roll-up.
 *
 * @param byTeam selects the rows of each station instead of the rows for all stations together, if there is no filter by station
 */
function countedRows(
  { state, refuseReason, teamIds }: EnquiryFilter,
  days: NonNullable<Parts['counted']>,
  byTeam = false,
) {
  const among = (column: string, values: readonly string[] | null | undefined) =>
    values ? [sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`] : [];
  const teams = teamIds ? idIn('team_id', teamIds) : byTeam ? sql<SqlBool>`team_id > 0` : sql<SqlBool>`team_id = 0`;
  const range = sql<SqlBool>`day between ${days.from} and ${days.to}`;
  return sql.join([teams, range, ...among('state', state), ...among('refuse_reason', refuseReason)], sql` and `);
}

const SUMS = ['all', 'quoted', 'autoQuoted', 'manual', 'refused', 'expired', 'converted', 'lostFen'] as const;
type Sums = Readonly<Record<(typeof SUMS)[number], number>>;

export interface EnquirySums extends Sums {
  /** Pairs of an answer time in milliseconds and the number of its answers, unsorted. The same time may occur twice. */
  readonly times: readonly { readonly answerMs: number; readonly all: number }[];
}

async function countedSums(db: Db, where: RawBuilder<unknown>): Promise<Sums> {
  const of = (state: EnquiryState) => sql`coalesce(sum(enquiries) filter (where state = ${state}), 0)::bigint`;
  const { rows } = await sql<Sums>`
    select coalesce(sum(enquiries), 0)::bigint as "all", coalesce(sum(quoted), 0)::bigint as quoted,
      coalesce(sum(auto_quoted), 0)::bigint as "autoQuoted", ${of('manual')} as manual, ${of('refused')} as refused,
      ${of('expired')} as expired, ${of('converted')} as converted,
      coalesce(sum(goods_fen) filter (where state in ('refused', 'expired')), 0)::bigint as "lostFen"
    from enquiry_day where ${where}`.execute(db);
  return rows[0] as Sums;
}

const countedTimes = async (db: Db, where: RawBuilder<unknown>) =>
  (
    await sql<{ answerMs: number; all: number }>`
      select answer_ms as "answerMs", sum(enquiries)::bigint as "all" from enquiry_answer where ${where} group by answer_ms`.execute(
      db,
    )
  ).rows;

/**
 * Counts enquiries by state and answer time, and adds up the goods value of refused and expired enquiries in fen. One pass over the table
 * computes all sums.
 */
function liveSums(db: Db, filter: EnquiryFilter) {
  const count = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;
  return coalesceQuery(
    db,
    filtered(db, filter)
      .groupBy('enquiry.answer_ms')
      .select([
        'enquiry.answer_ms as answerMs',
        sql<number>`count(*)`.as('all'),
        count('enquiry.quote_fen is not null').as('quoted'),
        count('enquiry.quote_fen is not null and enquiry.quoted_by = 0').as('autoQuoted'),
        count("enquiry.state = 'manual'").as('manual'),
        count("enquiry.state = 'refused'").as('refused'),
        count("enquiry.state = 'expired'").as('expired'),
        count("enquiry.state = 'converted'").as('converted'),
        sql<number>`coalesce(sum(enquiry.goods_fen) filter (where enquiry.state in ('refused', 'expired')), 0)::bigint`.as(
          'lostFen',
        ),
      ]),
  );
}

/**
 * Computes the totals of the filter's enquiries and counts them by answer time. The caller computes the 95th percentile from the counts.
 */
export async function enquirySums(db: Db, asked: FigureFilter): Promise<EnquirySums> {
  const { counted, rest } = await partsOf(db, asked);
  const where = counted && countedRows(asked.filter, counted);
  const [sums, times, live] = await Promise.all([
    where ? countedSums(db, where) : null,
    where ? countedTimes(db, where) : [],
    rest ? liveSums(db, rest) : [],
  ]);
  const total = (key: keyof Sums) => live.reduce((sum, row) => sum + row[key], sums?.[key] ?? 0);
  const totals = Object.fromEntries(SUMS.map((key) => [key, total(key)])) as unknown as Sums;
  return { ...totals, times: [...times, ...live.map(({ answerMs, all }) => ({ answerMs, all }))] };
}

interface Group {
  readonly hour: number | null;
  readonly reason: RefuseReason | null;
  readonly teamId: number | null;
  /** Bit mask of SQL `grouping()`: 3 by hour, 5 by reason, 6 by station. */
  readonly by: number;
  readonly all: number;
  readonly quoted: number;
  readonly refused: number;
}

async function liveGroups(db: Db, filter: EnquiryFilter, timeZone: string): Promise<readonly Group[]> {
  const facts = filtered(db, filter).select([
    sql<number>`extract(hour from enquiry.created_at at time zone ${timeZone})::int`.as('hour'),
    'enquiry.refuse_reason as reason',
    'enquiry.team_id as team_id',
    sql<boolean>`enquiry.quote_fen is not null`.as('quoted'),
  ]);
  const { rows } =
    await sql<Group>`select hour, reason, team_id as "teamId", grouping(hour, reason, team_id) as by, count(*) as all,
      count(*) filter (where quoted) as quoted, count(reason) as refused
    from ${facts} as facts group by grouping sets ((hour), (reason), (team_id))`.execute(db);
  return rows;
}

async function countedGroups(db: Db, filter: EnquiryFilter, days: NonNullable<Parts['counted']>) {
  const measures = sql`sum(enquiries)::bigint as "all", sum(quoted)::bigint as quoted,
    coalesce(sum(enquiries) filter (where refuse_reason <> ''), 0)::bigint as refused`;
  const all = countedRows(filter, days);
  const { rows } = await sql<Group>`
    select hour::int, null as reason, null::bigint as "teamId", 3 as by, ${measures} from enquiry_hour where ${all} group by hour
    union all
    select null, nullif(refuse_reason, ''), null, 5, ${measures} from enquiry_day where ${all} group by refuse_reason
    union all
    select null, null, team_id, 6, ${measures} from enquiry_day where ${countedRows(filter, days, true)} group by team_id`.execute(
    db,
  );
  return rows;
}

/**
 * Counts the filter's enquiries by hour of the day, by refusal reason and by station. The same hour, reason or station may occur twice:
 * once from the roll-up and once from the enquiries.
 */
export async function enquiryGroups(db: Db, asked: FigureFilter) {
  const { counted, rest } = await partsOf(db, asked);
  const groups = await Promise.all([
    counted ? countedGroups(db, asked.filter, counted) : [],
    rest ? liveGroups(db, rest, asked.timeZone) : [],
  ]);
  const rows = groups.flat();
  const of = (mask: number) => rows.filter(({ by }) => by === mask);
  return { hours: of(0b011), reasons: of(0b101), teams: of(0b110) };
}
