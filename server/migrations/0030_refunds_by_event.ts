/**
 * Counts each refund separately on its own day (DOMAIN §3.2 "refunds succeeded"). Before, partial refunds on several days were counted as
 * one refund on the last day. A reversed refund no longer counts.
 */
export const statements: readonly string[] = [
  'alter table order_event add column undone_at timestamptz',
  `create index order_event_refunded on order_event (at) where event = 'refunded'`,
  // Earlier counts are rebuilt from the first day; pages wait for this, as after the first start.
  'delete from order_roll_up',
];
