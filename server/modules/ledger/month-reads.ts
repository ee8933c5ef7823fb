import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BALANCE_FIGURES, type FigureSpec } from '../../../contract/finance.figures';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import type { CorrectionReason } from '../../../contract/statement.states';
import type { Database } from '../../core/database/schema';

/** A month's figures by station, read from postings and orders: settled orders, fees by fee plan, and corrections on later days. */

type Db = Kysely<Database>;

interface Days {
  readonly from: string;
  readonly to: string;
  readonly teams: readonly number[] | null;
}

const ownTeams = (teams: readonly number[] | null): RawBuilder<unknown> =>
  teams === null ? sql`t.team_id <> 0` : sql`t.team_id = any(${sql.val([...teams])}::bigint[])`;

/** Selects each transaction's net movement on these accounts (credits less debits). A reversal gets its original's type and number. */
const moved = ({ from, to, teams }: Days, codes: readonly AccountCode[]) => sql`
  select t.team_id, a.code, coalesce(o.biz_type, t.biz_type) as type, coalesce(o.biz_no, t.biz_no) as biz_no, t.at,
    sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
  from ledger_posting p
  join ledger_account a on a.id = p.account_id and a.code = any(${sql.val([...codes])}::text[])
  join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
  left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
  where p.day >= ${from}::date and p.day <= ${to}::date and ${ownTeams(teams)}
  group by t.team_id, t.id, a.code, o.biz_type, t.biz_type, o.biz_no, t.biz_no, t.at`;

export interface SettledOrders {
  readonly teamId: number;
  readonly orders: number;
  readonly goodsFen: number;
  readonly deliveryFen: number;
}

/** Sums settled orders by station. A reversed settlement is subtracted. */
export async function settledOrders(db: Db, days: Days): Promise<Map<number, SettledOrders>> {
  const { rows } = await sql<SettledOrders>`
    select m.team_id as "teamId", -sum(sign(m.fen))::int as orders,
      -coalesce(sum(sign(m.fen) * c.goods_fen), 0)::bigint as "goodsFen",
      -coalesce(sum(sign(m.fen) * c.delivery_fen), 0)::bigint as "deliveryFen"
    from (${moved(days, ['ORDER_ESCROW'])}) m
    left join customer_order c on c.team_id = m.team_id and c.order_no = m.biz_no
    where m.type = 'ORDER_SETTLE' group by 1`.execute(db);
  return new Map(rows.map((row) => [row.teamId, row]));
}

/** A station's fees of one account, entry type and rule. `fen` is credits less debits of the account. */
export interface FeeRow {
  readonly teamId: number;
  readonly code: AccountCode;
  readonly type: EntryType;
  readonly ruleName: string | null;
  readonly ruleFrom: string | null;
  readonly rateBp: number | null;
  readonly fixedFen: number | null;
  readonly entries: number;
  readonly goodsFen: number;
  readonly deliveryFen: number;
  readonly fen: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/**
 * Sums fees by the fee plan that was fixed at payment. Only the technical service fee has a plan. For other fees, the plan's name, start,
 * rate and fixed amount are null.
 */
export async function feeRows(db: Db, days: Days, codes: readonly AccountCode[]): Promise<FeeRow[]> {
  const fixed = (key: string) => sql`case when m.code = 'COMMISSION' then c.cost_snapshot ->> ${key} end`;
  const { rows } = await sql<FeeRow>`
    select m.team_id as "teamId", m.code, m.type, ${fixed('planName')} as "ruleName", ${fixed('planFrom')} as "ruleFrom",
      (${fixed('rateBp')})::int as "rateBp", (${fixed('fixedFen')})::int as "fixedFen", count(*)::int as entries,
      coalesce(sum(sign(m.fen) * c.goods_fen), 0)::bigint as "goodsFen",
      coalesce(sum(sign(m.fen) * c.delivery_fen), 0)::bigint as "deliveryFen",
      sum(m.fen)::bigint as fen, min(m.at) as "firstAt", max(m.at) as "lastAt"
    from (${moved(days, codes)}) m
    left join customer_order c on c.team_id = m.team_id and c.order_no = m.biz_no
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  return rows;
}

interface CorrectionRow {
  readonly teamId: number;
  readonly txNo: string;
  readonly type: EntryType;
  readonly reason: CorrectionReason;
  readonly day: string;
  readonly fen: number;
}

/**
 * Reads the corrections of a month that were posted on later closed days. Only movements of the stations' accounts are read:
 * - reversals of the month's transactions,
 * - other transactions that happened before the end of the month,
 * - adjustments for the month's statement.
 *
 * @param month.until the last closed day to read
 * @param month.end the moment at which the month ends
 * @param month.adjusts numbers of the adjustments for the month's statements
 */
export async function monthCorrections(
  db: Db,
  month: Days & { readonly until: string; readonly end: Date; readonly adjusts: readonly string[] },
): Promise<CorrectionRow[]> {
  const { codes }: FigureSpec = BALANCE_FIGURES.teamMoney;
  const { from, to, until, end, teams, adjusts } = month;
  const { rows } = await sql<CorrectionRow>`
    select t.team_id as "teamId", t.tx_no as "txNo", t.biz_type as type, t.day::text as day,
      case when o.id is not null then 'reversal' when t.biz_no = any(${sql.val([...adjusts])}::text[]) then 'adjustment'
        else 'late' end as reason,
      sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
    from ledger_txn t
    join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
    join ledger_account a on a.id = p.account_id and a.code = any(${sql.val([...codes])}::text[])
    left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id and o.day >= ${from}::date and o.day <= ${to}::date
    where t.day > ${to}::date and t.day <= ${until}::date and ${ownTeams(teams)}
      and (o.id is not null or (t.at < ${end} and t.reverses_id is null)
        or (t.biz_type in ('MANUAL_IN', 'MANUAL_OUT') and t.biz_no = any(${sql.val([...adjusts])}::text[])))
    group by t.team_id, t.id, o.id
    having sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end) <> 0
    order by t.team_id, t.day, t.tx_no`.execute(db);
  return rows;
}
