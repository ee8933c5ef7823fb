import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { shareOf } from '../../../contract/shares';
import type { Database } from '../../core/database/schema';
import type { Bearer } from './entries-order';
import type { Entry } from './rules';

/** Amounts that each party earned from an order, in fen. In a refund, a party bears at most its own amount (DOMAIN §9 decision 19). */
export interface Earned {
  readonly merchantFen: number;
  readonly riderFen: number;
  readonly teamFen: number;
  /** The whole commission and the franchisee's share of it. Each has a `Back` field with the amount that refunds took back. */
  readonly commissionFen: number;
  readonly commissionBackFen: number;
  readonly shareFen: number;
  readonly shareBackFen: number;
}

/** The net movement of one order on one account code, by entry type: credits less debits, in fen. */
export interface OrderMove {
  readonly type: EntryType;
  readonly code: AccountCode;
  readonly fen: number;
}

/** Entry types that change the earnings of an order's parties. The check of refunds (invariant 8) must count the same types. */
export const EARNING_TYPES: readonly EntryType[] = [
  'ORDER_SETTLE',
  'COMMISSION_DEPOSIT',
  'FRANCHISE_SHARE',
  'REFUND_AFTER_SETTLE',
  'FEE_WAIVE',
  'RECEIVABLE_BOOK',
  'FOODLOSS_PAY',
  'FOODLOSS_SETTLE',
];

/** Lists the movements of an entry that is not posted yet. The list is empty if the entry type does not change the parties' earnings. */
export const movesOf = ({ bizType, lines }: Entry): OrderMove[] =>
  EARNING_TYPES.includes(bizType)
    ? lines.map(({ account, dc, amountFen }) => ({
        type: bizType,
        code: account,
        fen: dc === 'C' ? amountFen : -amountFen,
      }))
    : [];

/** Sums the movements of each order's entries, without reversed entries. The key is the station's id, a space and the order number. */
export async function orderMoves(
  db: Kysely<Database>,
  keys: readonly { readonly teamId: number; readonly orderNo: string }[],
): Promise<Map<string, OrderMove[]>> {
  const moves = new Map<string, OrderMove[]>();
  if (keys.length === 0) return moves;
  const { rows } = await sql<OrderMove & { key: string }>`
    select k.team_id || ' ' || k.biz_no as key, k.biz_type as type, a.code,
      sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
    from json_to_recordset(${JSON.stringify(keys)}::json) as o("teamId" bigint, "orderNo" varchar(32))
    join ledger_txn_key k on k.team_id = o."teamId" and k.biz_no = o."orderNo" and k.biz_type = any(${[...EARNING_TYPES]}::text[])
    join ledger_posting p on p.team_id = k.team_id and p.txn_id = k.txn_id
    join ledger_account a on a.id = p.account_id
    where not exists (select from ledger_txn_key r where r.team_id = k.team_id and r.reverses_id = k.txn_id)
    group by 1, 2, 3`.execute(db);
  for (const { key, ...move } of rows) moves.set(key, [...(moves.get(key) ?? []), move]);
  return moves;
}

/**
 * Sums the amounts that the parties of an order have earned. The amounts of merchant, rider and station are net of the amounts that they
 * gave back.
 */
export function earnedOf(moves: readonly OrderMove[]): Earned {
  const sum = (codes: readonly AccountCode[], isRefund?: boolean) =>
    moves.reduce(
      (all, { type, code, fen }) =>
        codes.includes(code) && (isRefund === undefined || (type === 'REFUND_AFTER_SETTLE') === isRefund)
          ? all + fen
          : all,
      0,
    );
  const shareFen = sum(['FRANCHISEE_AVAILABLE'], false);
  const shareBackFen = -sum(['FRANCHISEE_AVAILABLE'], true);
  return {
    merchantFen: sum(['MERCHANT_PAYABLE']),
    riderFen: sum(['RIDER_AVAILABLE']),
    // A commission from the reserve reduces what the station earned. So does a receivable for an earlier refund.
    teamFen: sum(['TEAM_PENDING', 'TEAM_AVAILABLE', 'TEAM_DEPOSIT', 'RECEIVABLE']),
    // The franchisee's share was debited to the commission account. We add it back to get the whole commission.
    commissionFen: sum(['COMMISSION'], false) + shareFen,
    commissionBackFen: -sum(['COMMISSION'], true) + shareBackFen,
    shareFen,
    shareBackFen,
  };
}

/**
 * Limits each bearer to what it earned from the order. The platform bears the rest.
 *
 * @returns the limited bearers, and the amount that the franchisee gives back in proportion to its share of the commission
 */
export function limitBearers(
  bearers: readonly Bearer[],
  earned: Earned,
): { readonly bearers: readonly Bearer[]; readonly shareFen: number } {
  const left: Record<Exclude<Bearer['party'], 'platform'>, number> = {
    merchant: earned.merchantFen,
    rider: earned.riderFen,
    team: earned.teamFen,
    commission: earned.commissionFen - earned.commissionBackFen,
  };
  const limited = bearers.map((bearer) => {
    if (bearer.party === 'platform') return bearer;
    const amountFen = Math.min(bearer.amountFen, Math.max(0, left[bearer.party]));
    left[bearer.party] -= amountFen;
    return { ...bearer, amountFen };
  });
  const back = earned.commissionFen - left.commission;
  const due = earned.commissionFen > 0 ? shareOf(back, earned.shareFen, earned.commissionFen) : 0;
  const isRefunded = limited.some(({ party, amountFen }) => party === 'commission' && amountFen > 0);
  return { bearers: limited, shareFen: isRefunded ? Math.max(0, due - earned.shareBackFen) : 0 };
}
