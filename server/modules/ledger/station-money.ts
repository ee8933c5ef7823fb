import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

/** The balances of one station in fen. An unused account counts as 0. */
export interface StationMoney {
  readonly availableFen: number;
  readonly pendingFen: number;
  /** Amount frozen for withdrawals plus the amount that finance holds. */
  readonly frozenFen: number;
  /** The amount that finance holds. `frozenFen` includes it. */
  readonly heldFen: number;
  readonly depositFen: number;
  /** The station's debt to the platform (RECEIVABLE). */
  readonly owedFen: number;
  readonly isFrozen: boolean;
}

const balance = (...codes: readonly string[]) =>
  sql`coalesce(sum(balance_fen) filter (where code in (${sql.join(codes.map((code) => sql.lit(code)))})), 0)::bigint`;
const BALANCES = sql`
  ${balance('TEAM_AVAILABLE')} as "availableFen", ${balance('TEAM_PENDING')} as "pendingFen",
  ${balance('TEAM_FROZEN', 'TEAM_HELD')} as "frozenFen", ${balance('TEAM_HELD')} as "heldFen",
  ${balance('TEAM_DEPOSIT')} as "depositFen", ${balance('RECEIVABLE')} as "owedFen",
  coalesce(bool_or(frozen) filter (where code = 'TEAM_AVAILABLE'), false) as "isFrozen"`;
const OWN = sql`code in ('TEAM_AVAILABLE', 'TEAM_PENDING', 'TEAM_FROZEN', 'TEAM_HELD', 'TEAM_DEPOSIT', 'RECEIVABLE') and team_id = 0`;

/**
 * Builds a subquery with the balances of all stations. Use it only for lists that filter or sort by the balances, because PostgreSQL reads
 * the accounts of all stations. A station without accounts has no row.
 */
export const moneyOfAllStations = (): RawBuilder<StationMoney & { readonly teamId: number }> =>
  sql`(select owner_id as "teamId", ${BALANCES} from ledger_account where ${OWN} group by owner_id)`;

/**
 * Builds a subquery with one row: the balances of one station. It is for lists that need only the balances of their own rows.
 *
 * @param teamId a column of the query that contains the station's id
 */
export const moneyOfStation = (teamId: RawBuilder<unknown>): RawBuilder<StationMoney & { readonly teamId: number }> =>
  sql`(select ${teamId} as "teamId", ${BALANCES} from ledger_account where ${OWN} and owner_id = ${teamId})`;

/* ---- totals of stations' accounts ---- */

/** The type of the entry. A reversal has the type of its original entry. */
const KIND = sql`coalesce(u.biz_type, t.biz_type)`;
const FEES = sql.val([
  'COMMISSION_DEPOSIT',
  'SMS_FEE',
  'SERVICE_FEE',
  'INSURE_PREMIUM',
  'INSURE_REFUND',
  'INSURE_ADJUST',
]);

/**
 * Selects totals of accounts up to their last posting: the stored totals of `fund_total` plus later postings. Posting numbers are
 * gap-free for each account, so no posting is counted twice or left out.
 */
const totals = (where: RawBuilder<unknown>) => sql`
  select a.id as account_id, a.owner_id as team_id, a.last_seq as seq,
    coalesce(f.income_fen, 0) + coalesce(d.income, 0) as income_fen,
    coalesce(f.withdrawn_fen, 0) + coalesce(d.withdrawn, 0) as withdrawn_fen,
    coalesce(f.fees_fen, 0) + coalesce(d.fees, 0) as fees_fen,
    greatest(f.settled_at, d.settled_at) as settled_at, greatest(f.withdrawn_at, d.withdrawn_at) as withdrawn_at
  from ledger_account a
  left join fund_total f on f.account_id = a.id
  left join lateral (
    select
      sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)
        filter (where a.code = 'TEAM_PENDING' and ${KIND} = 'ORDER_SETTLE') as income,
      sum(case p.dc when 'D' then p.amount_fen else -p.amount_fen end)
        filter (where a.code = 'TEAM_FROZEN' and ${KIND} = 'WITHDRAW_PAY'
          or a.code = 'TEAM_AVAILABLE' and ${KIND} = 'WITHDRAW_RETURN') as withdrawn,
      sum(case p.dc when 'D' then p.amount_fen else -p.amount_fen end)
        filter (where a.code in ('TEAM_AVAILABLE', 'TEAM_DEPOSIT') and ${KIND} = any(${FEES}::text[])) as fees,
      max(p.at) filter (where a.code = 'TEAM_AVAILABLE' and t.biz_type = 'TEAM_RELEASE') as settled_at,
      max(p.at) filter (where a.code = 'TEAM_FROZEN' and t.biz_type = 'WITHDRAW_PAY') as withdrawn_at
    from ledger_posting p
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    left join ledger_txn u on u.team_id = t.team_id and u.id = t.reverses_id
    where p.account_id = a.id and p.seq > coalesce(f.seq, 0) and p.seq <= a.last_seq
  ) d on a.last_seq > coalesce(f.seq, 0)
  where a.code in ('TEAM_AVAILABLE', 'TEAM_PENDING', 'TEAM_FROZEN', 'TEAM_DEPOSIT') and a.team_id = 0 and ${where}`;

/** Adds the postings since the last run to the stored totals. Accounts without new postings are skipped. */
export async function countStationTotals(db: Db): Promise<void> {
  await sql`
    insert into fund_total (account_id, team_id, seq, income_fen, withdrawn_fen, fees_fen, settled_at, withdrawn_at)
    ${totals(sql`a.last_seq > coalesce(f.seq, 0)`)}
    on conflict (account_id) do update set seq = excluded.seq, income_fen = excluded.income_fen,
      withdrawn_fen = excluded.withdrawn_fen, fees_fen = excluded.fees_fen, settled_at = excluded.settled_at,
      withdrawn_at = excluded.withdrawn_at
    where fund_total.seq < excluded.seq`.execute(db);
}

export interface StationTotals {
  readonly incomeTotalFen: number;
  readonly withdrawnTotalFen: number;
  readonly feesTotalFen: number;
  readonly lastSettledAt: Date | null;
  readonly lastWithdrawnAt: Date | null;
}

/** Reads the exact current totals of stations. */
export async function stationTotals(db: Db, teamIds: readonly number[]): Promise<Map<number, StationTotals>> {
  const { rows } = await sql<StationTotals & { teamId: number }>`
    select team_id as "teamId", sum(income_fen)::bigint as "incomeTotalFen", sum(withdrawn_fen)::bigint as "withdrawnTotalFen",
      sum(fees_fen)::bigint as "feesTotalFen", max(settled_at) as "lastSettledAt", max(withdrawn_at) as "lastWithdrawnAt"
    from (${totals(sql`a.owner_id = any(${sql.val([...teamIds])}::bigint[])`)}) all_accounts group by 1`.execute(db);
  return new Map(rows.map(({ teamId, ...row }) => [teamId, row]));
}

/** Builds a subquery with the totals of stations, for sorting. The totals are as old as the last {@link countStationTotals}. */
export const countedTotals = (): RawBuilder<{
  readonly teamId: number;
  readonly incomeFen: number;
  readonly withdrawnFen: number;
}> =>
  sql`(select team_id as "teamId", sum(income_fen)::bigint as "incomeFen", sum(withdrawn_fen)::bigint as "withdrawnFen"
    from fund_total group by team_id)`;
