/**
 * Counts each refund on its own day (DOMAIN §3.2 "refunds succeeded"). Before this migration, several partial refunds of an order counted
 * as one refund on the last day. A reversed refund does not count.
 */
export const statements: readonly string[] = [
  'alter table order_event add column undone_at timestamptz',
  `create index order_event_refunded on order_event (at) where event = 'refunded'`,
  // All counts are rebuilt from the first day. Pages wait for the rebuild, as after the first start.
  'delete from order_roll_up',
];
