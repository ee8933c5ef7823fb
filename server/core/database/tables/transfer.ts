import type { ColumnType, Generated } from 'kysely';
import type { TransferState } from '../../../../contract/transfer.states';

/** Transfers between merchant numbers (migration 0121). Owned by server/modules/transfer. */
export interface TransferTables {
  merchant_transfer: MerchantTransferTable;
}

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A transfer between merchant numbers (商户号调拨). */
interface MerchantTransferTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  from_id: number;
  to_id: number;
  team_id: Optional<number>;
  amount_fen: number;
  reason: string;
  maker_id: number;
  maker_name: string;
  maker_is_owner: boolean;
  state: TransferState;
  checker_id: Optional<number>;
  checker_name: Optional<string>;
  decided_at: Optional<Date>;
  note: Optional<string>;
  /** Channel of the payment. `null` means that staff transfer the money outside the product. */
  channel: Optional<'alipay'>;
  channel_no: Optional<string>;
  /** Bill of the payment from the source merchant number. `null` until the approval. */
  bill_id: Optional<number>;
  out_tx_no: Optional<string>;
  in_tx_no: Optional<string>;
  voucher_id: Optional<number>;
  sent_at: Optional<Date>;
  query_at: Optional<Date>;
  tries: Generated<number>;
  finished_at: Optional<Date>;
}
