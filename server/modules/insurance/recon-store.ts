import { type Kysely, type Selectable, sql } from 'kysely';
import type { InsureReconState } from '../../../contract/insure.states';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { countUpTo } from '../../core/list/query';

/** SQL queries for the monthly comparisons of premiums with insurers' files, and for the differences and remittances of a month. */

type Db = Kysely<Database>;
export type GapRow = Selectable<Database['insure_gap']>;

export interface MonthRecord {
  readonly id: number;
  readonly version: number;
  readonly insurerId: number;
  readonly insurerName: string;
  readonly month: string;
  readonly state: InsureReconState;
  readonly ourCount: number;
  readonly ourFen: number;
  readonly theirCount: number | null;
  readonly theirFen: number | null;
  readonly openGaps: number;
  readonly remittedFen: number;
  readonly dueFen: number;
  readonly uploadedAt: Date | null;
  readonly uploadedByName: string | null;
}

const STATE = sql<InsureReconState>`case when m.uploaded_at is null then 'noFile' when g.open > 0 then 'gaps' else 'balanced' end`;

/**
 * Selects months with their figures. Our figures count only policies whose premium was posted and not refunded. The amounts include
 * adjustments.
 */
const months = (where: ReturnType<typeof sql>) => sql<MonthRecord>`
  select m.id, m.version, m.insurer_id as "insurerId", i.name as "insurerName", m.month, ${STATE} as state,
    p.n as "ourCount", p.fen + g.fen as "ourFen", m.their_count as "theirCount", m.their_fen as "theirFen", g.open as "openGaps",
    p.fen + g.fen - p.due - g.due as "remittedFen", p.due + g.due as "dueFen", m.uploaded_at as "uploadedAt", m.uploaded_by_name as "uploadedByName"
  from insure_month m join insurer i on i.id = m.insurer_id
  cross join lateral (
    select count(*)::int as n, coalesce(sum(premium_fen), 0)::bigint as fen,
      coalesce(sum(premium_fen) filter (where remit_id is null), 0)::bigint as due
    from insure_policy where insurer_id = m.insurer_id and cover_date >= (m.month || '-01')::date
      and cover_date < (m.month || '-01')::date + interval '1 month' and tx_no is not null and refund_tx_no is null
  ) p
  cross join lateral (
    select count(*) filter (where state = 'open')::int as open, coalesce(sum(adjust_fen), 0)::bigint as fen,
      coalesce(sum(adjust_fen) filter (where remit_id is null), 0)::bigint as due
    from insure_gap where month_id = m.id
  ) g
  where ${where}`;

export async function monthPage(
  db: Db,
  { state, order }: { readonly state: readonly InsureReconState[] | undefined; readonly order: 'asc' | 'desc' },
  { offset, limit }: Page,
): Promise<{ list: MonthRecord[]; total: number }> {
  const where = state ? sql`${STATE} = any(${sql.val([...state])}::text[])` : sql`true`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<MonthRecord>`
    ${months(where)} order by m.month ${direction}, m.id ${direction} offset ${offset} limit ${limit}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from (${months(where)} limit ${LIST_LIMITS.countCap + 1}) as found`.execute(db);
  return { list: rows, total: counted[0]?.n ?? 0 };
}

/** Adds up the due amounts and counts the open differences of all months. */
export async function monthTotals(db: Db): Promise<{ dueFen: number; openGaps: number }> {
  const { rows } = await sql<{ dueFen: number; openGaps: number }>`
    select (select coalesce(sum(premium_fen), 0)::bigint from insure_policy
        where tx_no is not null and refund_tx_no is null and remit_id is null)
      + (select coalesce(sum(adjust_fen), 0)::bigint from insure_gap where state = 'adjusted' and remit_id is null) as "dueFen",
      (select count(*)::int from insure_gap where state = 'open') as "openGaps"`.execute(db);
  return rows[0] ?? { dueFen: 0, openGaps: 0 };
}

/** Finds a month and locks it until the transaction ends. Uploads and remittances of the month therefore run one after another. */
export async function lockMonth(db: Db, id: number): Promise<MonthRecord | undefined> {
  await db.selectFrom('insure_month').select('id').where('id', '=', id).forUpdate().execute();
  return (await months(sql`m.id = ${id}`).execute(db)).rows[0];
}

/**
 * Adds up the adjusted differences that have the same month and policy as `gap`. If `gap` has no policy, our policy number and the
 * insurer's number must both be the same as those of `gap`.
 */
export async function adjustedOf(
  db: Db,
  gap: Pick<GapRow, 'month_id' | 'policy_id' | 'policy_no' | 'insurer_no'>,
): Promise<{ fen: number; dueFen: number; payerFen: number }> {
  const { rows } = await sql<{ fen: number; dueFen: number; payerFen: number }>`
    select coalesce(sum(adjust_fen), 0)::bigint as fen, coalesce(sum(payer_fen), 0)::bigint as "payerFen",
      coalesce(sum(adjust_fen) filter (where remit_id is null), 0)::bigint as "dueFen"
    from insure_gap where month_id = ${gap.month_id} and state = 'adjusted'
      and policy_id is not distinct from ${gap.policy_id}::bigint
      and (policy_id is not null or (policy_no is not distinct from ${gap.policy_no}::varchar
        and insurer_no is not distinct from ${gap.insurer_no}::varchar))`.execute(db);
  return rows[0] ?? { fen: 0, dueFen: 0, payerFen: 0 };
}

/** Maximum number of differences that a page shows. A file of a wrong month has thousands of differences and must be uploaded again. */
const MOST_GAPS = 200;

/** Reads at most `MOST_GAPS` differences of a month. Open differences come first. */
export const monthGaps = (db: Db, monthId: number) =>
  db
    .selectFrom('insure_gap')
    .selectAll()
    .where('month_id', '=', monthId)
    .orderBy(sql`state <> 'open'`)
    .orderBy('id')
    .limit(MOST_GAPS)
    .execute();

/** Reads the remittances for a month. The newest is the first. */
export const monthRemits = (db: Db, monthId: number) =>
  db
    .selectFrom('insure_remit')
    .innerJoin('merchant_number', 'merchant_number.id', 'insure_remit.merchant_number_id')
    .selectAll('insure_remit')
    .select(['merchant_number.name as numberName', 'merchant_number.mch_no as mchNo'])
    .where('insure_remit.month_id', '=', monthId)
    .orderBy('insure_remit.id', 'desc')
    .execute();

export async function findMonth(db: Db, id: number): Promise<(MonthRecord & { fileName: string | null }) | undefined> {
  const [month] = (await months(sql`m.id = ${id}`).execute(db)).rows;
  if (!month) return undefined;
  const row = await db
    .selectFrom('insure_month')
    .select('file_name as fileName')
    .where('id', '=', id)
    .executeTakeFirst();
  return { ...month, fileName: row?.fileName ?? null };
}

export const countGaps = (db: Db, monthId: number): Promise<number> =>
  countUpTo(
    db,
    db.selectFrom('insure_gap').select('id').where('month_id', '=', monthId).where('state', '=', 'open'),
    LIST_LIMITS.countCap,
  );
