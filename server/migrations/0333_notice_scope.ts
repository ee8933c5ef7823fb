/**
 * Notices name the application or the franchisee that they concern, so that delivery can apply the receivers' data scope. Merchant numbers
 * with a low balance are stored, so that their notice is sent once (DOMAIN §3.2).
 */
export const statements: readonly string[] = [
  // Null in rows of servers that still run the earlier version. Only receivers who may see the whole platform get these notices.
  'alter table notice_outbox add column object_id bigint',
  `create table low_balance (
    merchant_number_id bigint primary key,
    at timestamptz not null
  )`,
];
