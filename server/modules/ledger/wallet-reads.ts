import { type Kysely, sql } from 'kysely';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';

interface Range {
  readonly from: Date;
  readonly to: Date;
}

/** A movement of a user's wallet (用户余额). */
interface WalletMovement {
  readonly txNo: string;
  readonly type: EntryType;
  readonly at: Date;
  readonly dc: 'D' | 'C';
  readonly amountFen: number;
  readonly balanceAfterFen: number;
  readonly relatedNo: string;
  readonly remark: string | null;
  readonly operatorId: number;
  /** Station of the transaction. 0 means no station. */
  readonly teamId: number;
}

/** Reads one page of a wallet's movements, newest first. Without a range, movements of all times are included. */
export async function walletMovements(
  db: Kysely<Database>,
  userId: number,
  { range, offset, limit }: { readonly range: Range | null; readonly offset: number; readonly limit: number },
): Promise<WalletMovement[]> {
  const inRange = range ? sql`and p.at >= ${range.from} and p.at < ${range.to}` : sql``;
  const { rows } = await sql<WalletMovement>`
    select t.tx_no as "txNo", t.biz_type as type, p.at, p.dc, p.amount_fen as "amountFen", p.balance_after_fen as "balanceAfterFen",
      t.biz_no as "relatedNo", t.remark, t.operator_id as "operatorId",
      t.team_id as "teamId"
    from ledger_account a
    join ledger_posting p on p.account_id = a.id
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    where a.code = 'USER_BALANCE' and a.owner_id = ${userId} and a.team_id = 0 ${inRange}
    order by p.account_id, p.seq desc offset ${offset} limit ${limit}`.execute(db);
  return rows;
}
