import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { shareOf } from '../../../contract/shares';
import type { Database } from '../../core/database/schema';
import type { Bearer } from './entries-order';
import type { Entry } from './rules';

/** What the parties of an order earned with it. It limits what they bear of its refunds (DOMAIN §9 decision 19). Fen. */
export interface Earned {
  readonly merchantFen: number;
  readonly riderFen: number;
  readonly teamFen: number;
  /** The whole commission and the franchisee's share of it, each with the amount that refunds took back. */
  readonly commissionFen: number;
  readonly commissionBackFen: number;
  readonly shareFen: number;
  readonly shareBackFen: number;
}

/** Net movement of an account code for an order by entries of one type: credits less debits. */
export interface OrderMove {
  readonly type: EntryType;
  readonly code: AccountCode;
  readonly fen: number;
}

const TYPES: readonly EntryType[] = [
  'ORDER_SETTLE',
  'COMMISSION_DEPOSIT',
  'FRANCHISE_SHARE',
  'REFUND_AFTER_SETTLE',
  'FEE_WAIVE',
  'RECEIVABLE_BOOK',
  'FOODLOSS_PAY',
  'FOODLOSS_SETTLE',
];

/** Returns the movements of an entry that will be posted. */
export const movesOf = ({ bizType, lines }: Entry): OrderMove[] =>
  TYPES.includes(bizType)
    ? lines.map(({ account, dc, amountFen }) => ({
        type: bizType,
        code: account,
        fen: dc === 'C' ? amountFen : -amountFen,
      }))
    : [];

/** Reads what the entries of orders moved that were not reversed, by `station order`. */
export async function orderMoves(
  db: Kysely<Database>,
  keys: readonly { readonly teamId: number; readonly orderNo: string }[],
): Promise<Map<string, OrderMove[]>> {
  const moves = new Map<string, OrderMove[]>();
  if (keys.length === 0) return moves;
  const { rows } = await sql<OrderMove & { key: string }>`
    select t.team_id || ' ' || t.biz_no as key, t.biz_type as type, a.code,
      sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
    from json_to_recordset(${JSON.stringify(keys)}::json) as k("teamId" bigint, "orderNo" varchar(32))
    join ledger_txn t on t.team_id = k."teamId" and t.biz_no = k."orderNo" and t.biz_type = any(${[...TYPES]}::text[])
    join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
    join ledger_account a on a.id = p.account_id
    where not exists (select from ledger_txn r where r.team_id = t.team_id and r.reverses_id = t.id)
    group by 1, 2, 3`.execute(db);
  for (const { key, ...move } of rows) moves.set(key, [...(moves.get(key) ?? []), move]);
  return moves;
}

/** Sums what the parties of an order earned so far, less what they gave back. */
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
    // A commission from the reserve is paid out of the order's income. The station also bears what it owes for an earlier refund.
    teamFen: sum(['TEAM_PENDING', 'TEAM_AVAILABLE', 'TEAM_DEPOSIT', 'RECEIVABLE']),
    // The share was debited to the commission's account, so the whole commission is the sum of both.
    commissionFen: sum(['COMMISSION'], false) + shareFen,
    commissionBackFen: -sum(['COMMISSION'], true) + shareBackFen,
    shareFen,
    shareBackFen,
  };
}

/**
 * Limits each bearer to what it can bear; the platform bears the rest.
 *
 * @returns also the part of the commission that the franchisee gives back, in proportion to its share
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
