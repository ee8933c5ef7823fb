import { type Kysely, type Selectable, sql } from 'kysely';
import type { InsureReconState } from '../../../contract/insure.states';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { countUpTo } from '../../core/list/query';
import type { Gap, Premium } from './rules';

/** SQL of months, their differences and their remittances. */

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

/** Selects months with their figures. Counts policies whose premium was posted and not refunded. Amounts include adjustments. */
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

/** Sums what is due and counts open differences over all months. */
export async function monthTotals(db: Db): Promise<{ dueFen: number; openGaps: number }> {
  const { rows } = await sql<{ dueFen: number; openGaps: number }>`
    select (select coalesce(sum(premium_fen), 0)::bigint from insure_policy
        where tx_no is not null and refund_tx_no is null and remit_id is null)
      + (select coalesce(sum(adjust_fen), 0)::bigint from insure_gap where state = 'adjusted' and remit_id is null) as "dueFen",
      (select count(*)::int from insure_gap where state = 'open') as "openGaps"`.execute(db);
  return rows[0] ?? { dueFen: 0, openGaps: 0 };
}

/** Finds a month and locks it until the transaction ends, which serializes its uploads and remittances. */
export async function lockMonth(db: Db, id: number): Promise<MonthRecord | undefined> {
  await db.selectFrom('insure_month').select('id').where('id', '=', id).forUpdate().execute();
  return (await months(sql`m.id = ${id}`).execute(db)).rows[0];
}

/** Reads our premiums of a month with adjustments. `id` of the policy; null: an adjusted charge without a policy of ours. */
export async function monthPremiums(
  db: Db,
  { id, insurerId, month }: Pick<MonthRecord, 'id' | 'insurerId' | 'month'>,
): Promise<(Premium & { id: number | null })[]> {
  const { rows } = await sql<Premium & { id: number | null }>`
    with adjusted as (
      select policy_id, coalesce(policy_no, '') as no, coalesce(insurer_no, '') as "insurerNo", adjust_fen as fen
      from insure_gap where month_id = ${id} and state = 'adjusted'
    )
    select p.id, p.no, p.insurer_no as "insurerNo", (p.premium_fen + coalesce(a.fen, 0))::bigint as "premiumFen"
    from insure_policy p
    left join (select policy_id, sum(fen) as fen from adjusted group by 1) a on a.policy_id = p.id
    where p.insurer_id = ${insurerId} and p.cover_date >= (${month} || '-01')::date
      and p.cover_date < (${month} || '-01')::date + interval '1 month' and p.tx_no is not null and p.refund_tx_no is null
    union all
    select null, no, "insurerNo", sum(fen)::bigint from adjusted where policy_id is null group by no, "insurerNo"`.execute(
    db,
  );
  return rows;
}

/** Sums the adjustments for the subject of a difference: its policy, or the numbers of a charge without a policy. */
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

/** Replaces the differences of a month. Adjusted differences stay. */
export async function replaceGaps(
  db: Db,
  monthId: number,
  gaps: readonly (Gap & { readonly id: number; readonly policyId: number | null })[],
): Promise<void> {
  await db.deleteFrom('insure_gap').where('month_id', '=', monthId).where('state', '<>', 'adjusted').execute();
  if (gaps.length === 0) return;
  const rows = gaps.map((gap) => ({
    ...{
      id: gap.id,
      version: 1,
      month_id: monthId,
      policy_id: gap.policyId,
      policy_no: gap.no,
      insurer_no: gap.insurerNo,
    },
    ...{ kind: gap.kind, our_fen: gap.ourFen, their_fen: gap.theirFen, state: 'open' },
  }));
  await sql`
    insert into insure_gap (id, version, month_id, policy_id, policy_no, insurer_no, kind, our_fen, their_fen, state)
    select id, version, month_id, policy_id, policy_no, insurer_no, kind, our_fen, their_fen, state
    from json_populate_recordset(null::insure_gap, ${JSON.stringify(rows)}::json)`.execute(db);
}

/** Maximum number of differences on a page. The file of a wrong month yields thousands and must be uploaded again. */
const MOST_GAPS = 200;

/** Reads the differences of a month, open ones first. */
export const monthGaps = (db: Db, monthId: number) =>
  db
    .selectFrom('insure_gap')
    .selectAll()
    .where('month_id', '=', monthId)
    .orderBy(sql`state <> 'open'`)
    .orderBy('id')
    .limit(MOST_GAPS)
    .execute();

/** Reads the remittances for a month, newest first. */
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
