import type { ColumnType } from 'kysely';

/**
 * API clients, merchant numbers and order events (migration 0018). Owned by server/core/http/signed.ts and the modules intake and
 * payment.
 */
export interface IntakeTables {
  api_client: ApiClientTable;
  api_nonce: ApiNonceTable;
  merchant_number: MerchantNumberTable;
  order_event: OrderEventTable;
}

/** Another system's server that may send signed requests. */
interface ApiClientTable {
  id: number;
  key_id: string;
  name: string;
  /** Encrypted secret for signatures. */
  secret: Buffer;
  status: 'active' | 'off';
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
}

interface ApiNonceTable {
  client_id: number;
  nonce: string;
  expire_at: Date;
}

/** A merchant number (商户号): our account at a payment platform. */
interface MerchantNumberTable {
  id: number;
  channel: string;
  mch_no: string;
  name: string;
  role: ColumnType<
    'collect' | 'payout' | 'both',
    'collect' | 'payout' | 'both' | undefined,
    'collect' | 'payout' | 'both'
  >;
  enabled: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: Date;
  version: ColumnType<number, number | undefined, number>;
  /** Fee of the payment platform, in basis points of the payment. */
  fee_bp: ColumnType<number, number | undefined, number>;
  /** Whether the payment platform's statements are downloaded daily. */
  auto_fetch: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Events of orders. Each event is stored once. */
interface OrderEventTable {
  team_id: number;
  order_no: string;
  event: 'paid' | 'accepted' | 'arrived' | 'picked' | 'delivered' | 'cancelled' | 'refunded';
  /** Refund number. Empty for events that occur once per order. */
  no: string;
  content: string;
  amount_fen: number;
  at: Date;
  received_at: Date;
  /** Time when the refund's transaction was reversed. The refund then no longer counts. `null` when it was not reversed. */
  undone_at: Date | null;
}
