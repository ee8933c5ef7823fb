import type { ColumnType } from 'kysely';

/** Intake of orders (migration 0018). Owned by server/core/http/signed.ts and server/modules/intake. */
export interface IntakeTables {
  api_client: ApiClientTable;
  api_nonce: ApiNonceTable;
  merchant_number: MerchantNumberTable;
  order_event: OrderEventTable;
}

/** A server of another system that may send signed requests. */
interface ApiClientTable {
  id: number;
  key_id: string;
  name: string;
  /** Sealed. */
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

/** 商户号: our account at a payment platform. */
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
  /** The platform's fee of a payment, in basis points. */
  fee_bp: ColumnType<number, number | undefined, number>;
  /** Its statements are downloaded daily. */
  auto_fetch: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Events of an order; each event is stored once. */
interface OrderEventTable {
  team_id: number;
  order_no: string;
  event: 'paid' | 'accepted' | 'arrived' | 'picked' | 'delivered' | 'cancelled' | 'refunded';
  /** Number of a refund; empty for events that happen once. */
  no: string;
  content: string;
  amount_fen: number;
  at: Date;
  received_at: Date;
  /** Set when the refund's posting was reversed: the refund no longer counts. */
  undone_at: Date | null;
}
