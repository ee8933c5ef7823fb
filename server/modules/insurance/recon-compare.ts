import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import type { MonthRecord } from './recon-store';
import { comparePremiums, type Gap, type Premium } from './rules';

/**
 * Compares the lines of an insurer's file with our premiums of a month in SQL. Memory therefore does not grow with the file. The result
 * equals the result of `comparePremiums` in ./rules. Temporary tables contain both sides until the transaction ends.
 */

type Db = Kysely<Database>;
type Month = Pick<MonthRecord, 'id' | 'insurerId' | 'month'>;
/** `id` is the policy id. `null` means an adjusted charge without a policy of ours. */
type OurPremium = Premium & { readonly id: number | null };
interface Tools {
  readonly db: Db;
  readonly ids: Ids;
}

const TABLES = [
  sql`create temp table insurer_line (line int not null, insurer_no varchar(64) not null, no varchar(64) not null, fen bigint not null)
    on commit drop`,
  sql`create temp table our_premium (policy_id bigint not null, no varchar(64) not null, insurer_no varchar(64), fen bigint not null)
    on commit drop`,
  sql`create temp table premium_gap (nth int primary key, policy_id bigint, no varchar(64), insurer_no varchar(64), kind varchar(9) not null,
    our_fen bigint, their_fen bigint) on commit drop`,
];
/** Batch size for writing differences. */
const GAPS_AT_ONCE = 5_000;

/**
 * Selects a month's premiums of our policies that were posted and not refunded, including their adjustments, as `policy_id`, `no`,
 * `insurer_no` and `fen`. The common table expression `charge` contains the adjusted charges without a policy.
 */
const ourPremiums = ({ id, insurerId, month }: Month, where: RawBuilder<SqlBool>) => sql`
  with adjusted as (
    select policy_id, coalesce(policy_no, '') as no, coalesce(insurer_no, '') as insurer_no, adjust_fen as fen
    from insure_gap where month_id = ${id} and state = 'adjusted'
  ), charge as (
    select no, insurer_no, sum(fen)::bigint as fen from adjusted where policy_id is null group by no, insurer_no
  )
  select p.id as policy_id, p.no, p.insurer_no, (p.premium_fen + coalesce(a.fen, 0))::bigint as fen
  from insure_policy p
  left join (select policy_id, sum(fen) as fen from adjusted group by 1) a on a.policy_id = p.id
  where p.insurer_id = ${insurerId} and p.cover_date >= (${month} || '-01')::date
    and p.cover_date < (${month} || '-01')::date + interval '1 month' and p.tx_no is not null and p.refund_tx_no is null
    and ${where}`;

/** Condition for policies that have the number of an adjusted charge. Empty numbers are ignored. */
const HAS_CHARGE = sql<SqlBool>`(p.no in (select no from charge where no <> '')
  or coalesce(p.insurer_no, '') in (select insurer_no from charge where insurer_no <> ''))`;

/**
 * Reads the adjusted charges without a policy, and the policies that share a number with such a charge. A line can have several candidates
 * only among these premiums. They are few, because staff adjust charges one by one.
 */
async function chargedPremiums(db: Db, month: Month): Promise<OurPremium[]> {
  const { rows } = await sql<OurPremium>`
    select policy_id as id, no, insurer_no as "insurerNo", fen as "premiumFen"
    from (${ourPremiums(month, HAS_CHARGE)} union all select null, no, insurer_no, fen from charge) found
    order by policy_id nulls last, no, insurer_no`.execute(db);
  return rows;
}

/** Stores the lines of a file. @returns the number of lines and the sum of their premiums in fen */
async function storeLines(db: Db, batches: AsyncIterable<readonly Premium[]>): Promise<{ count: number; fen: number }> {
  const sums = { count: 0, fen: 0 };
  for await (const lines of batches) {
    const rows = lines.map(({ insurerNo, no, premiumFen }, at) => ({
      l: sums.count + at,
      i: insurerNo,
      n: no,
      f: premiumFen,
    }));
    await sql`
      insert into insurer_line (line, insurer_no, no, fen)
      select l, i, n, f from json_to_recordset(${JSON.stringify(rows)}::json) as r(l int, i text, n text, f bigint)`.execute(
      db,
    );
    sums.count += lines.length;
    sums.fen += lines.reduce((fen, { premiumFen }) => fen + premiumFen, 0);
  }
  return sums;
}

/** Builds the condition for lines whose number belongs to a premium in `charged`. Policies outside `charged` do not have these numbers. */
function isCharged(charged: readonly OurPremium[], hasPolicy: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const numbers = (values: readonly string[]) => sql.val([...new Set(values)].filter((value) => value !== ''));
  const [insurerNos, nos] = [
    numbers(charged.map(({ insurerNo }) => insurerNo ?? '')),
    numbers(charged.map(({ no }) => no)),
  ];
  return sql`(l.insurer_no = any(${insurerNos}::text[]) or l.no = any(${nos}::text[]) and not ${hasPolicy})`;
}

/** Compares the few lines that can have several candidates. @returns their differences, and the premiums in `charged` without a line */
async function chargedGaps(db: Db, charged: readonly OurPremium[]) {
  const hasPolicy = sql<SqlBool>`exists (select from our_premium p where p.insurer_no = l.insurer_no)`;
  const { rows } = await sql<Premium & { line: number }>`
    select l.line, l.insurer_no as "insurerNo", l.no, l.fen as "premiumFen" from insurer_line l
    where ${isCharged(charged, hasPolicy)} order by l.line`.execute(db);
  const policies = new Map(charged.flatMap(({ id, no }) => (id === null ? [] : [[no, id] as const])));
  const comparison = comparePremiums(charged);
  const written = (gap: Gap, line: number | null) => ({
    ...{ l: line, p: gap.kind === 'notOurs' ? null : (policies.get(gap.no ?? '') ?? null) },
    ...{ n: gap.no, i: gap.insurerNo, k: gap.kind, o: gap.ourFen, t: gap.theirFen },
  });
  const found = rows.flatMap((row) => {
    const gap = comparison.take(row);
    return gap ? [written(gap, row.line)] : [];
  });
  return [...found, ...comparison.rest().map((gap) => written(gap, null))];
}

/**
 * Stores the differences in `premium_gap`, in the order of the file, then the policies that the file lacks.
 *
 * @returns the number of differences
 */
async function findGaps(db: Db, charged: readonly OurPremium[]): Promise<number> {
  const others = charged.length === 0 ? [] : await chargedGaps(db, charged);
  const { numAffectedRows = 0n } = await sql`
    with matched as materialized (
      select l.line, l.fen as their_fen, coalesce(i.policy_id, n.policy_id) as policy_id, coalesce(i.fen, n.fen) as our_fen,
        coalesce(i.no, n.no, nullif(l.no, '')) as no, coalesce(nullif(l.insurer_no, ''), n.insurer_no) as insurer_no,
        row_number() over (partition by coalesce(i.policy_id, n.policy_id) order by l.line) as turn
      from insurer_line l
      left join our_premium i on i.insurer_no = l.insurer_no
      left join our_premium n on n.no = l.no and i.policy_id is null
      where not ${isCharged(charged, sql`i.policy_id is not null`)}
    ), found as (
      -- A policy that occurs twice in the file: the second line has no counterpart.
      select line, case when turn = 1 then policy_id end as policy_id, no, insurer_no,
        case when policy_id is null or turn > 1 then 'notOurs' else 'amount' end as kind,
        case when turn = 1 then our_fen end as our_fen, their_fen
      from matched where policy_id is null or turn > 1 or our_fen <> their_fen
      union all
      -- A premium that was reduced to 0 is not expected in the file.
      select null, p.policy_id, p.no, p.insurer_no, 'notTheirs', p.fen, null from our_premium p
      where p.fen <> 0 and not exists (select from matched m where m.policy_id = p.policy_id)
      union all
      select l, p, n, i, k, o, t from json_to_recordset(${JSON.stringify(others)}::json)
        as r(l int, p bigint, n text, i text, k text, o bigint, t bigint)
    )
    insert into premium_gap (nth, policy_id, no, insurer_no, kind, our_fen, their_fen)
    select row_number() over (order by line nulls last, policy_id nulls last, no, insurer_no),
      policy_id, no, insurer_no, kind, our_fen, their_fen from found`.execute(db);
  return Number(numAffectedRows);
}

/** Replaces the differences of a month by the new differences. Adjusted differences remain. */
async function replaceGaps({ db, ids }: Tools, monthId: number, count: number): Promise<void> {
  await db.deleteFrom('insure_gap').where('month_id', '=', monthId).where('state', '<>', 'adjusted').execute();
  for (let from = 0; from < count; from += GAPS_AT_ONCE) {
    const next = Array.from({ length: Math.min(GAPS_AT_ONCE, count - from) }, () => ids.next());
    await sql`
      insert into insure_gap (id, version, month_id, policy_id, policy_no, insurer_no, kind, our_fen, their_fen, state)
      select i.id, 1, ${monthId}, g.policy_id, g.no, g.insurer_no, g.kind, g.our_fen, g.their_fen, 'open'
      from unnest(${sql.val(next)}::bigint[]) with ordinality i(id, n) join premium_gap g on g.nth = i.n + ${from}`.execute(
      db,
    );
  }
}

/**
 * Compares a file with a month and replaces the month's open and explained differences.
 *
 * @param tools.db a transaction in which the month is locked
 * @param batches the lines of the file
 * @returns the file's number of policies, the sum of its premiums in fen, and the number of differences
 * @throws StatementFault the file is invalid
 */
export async function compareMonth(
  tools: Tools,
  month: Month,
  batches: AsyncIterable<readonly Premium[]>,
): Promise<{ count: number; fen: number; gaps: number }> {
  const { db } = tools;
  await sql`set local statement_timeout = 0`.execute(db);
  for (const table of TABLES) await table.execute(db);
  const sums = await storeLines(db, batches);
  await sql`
    insert into our_premium (policy_id, no, insurer_no, fen) ${ourPremiums(month, sql`not ${HAS_CHARGE}`)}`.execute(db);
  // New tables have no statistics. Without `analyze` the planner would choose a slow nested loop.
  for (const table of ['insurer_line', 'our_premium']) await sql`analyze ${sql.table(table)}`.execute(db);
  const gaps = await findGaps(db, await chargedPremiums(db, month));
  await replaceGaps(tools, month.id, gaps);
  return { ...sums, gaps };
}
