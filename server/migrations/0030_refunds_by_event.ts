/**
 * Counts each refund on the day on which it succeeded (DOMAIN §3.2 "refunds succeeded"). Before this migration, several partial refunds of
 * an order counted as one refund on the day of the last. A reversed refund does not count.
 */
export const statements: readonly string[] = [
  'alter table order_event add column undone_at timestamptz',
  `create index order_event_refunded on order_event (at) where event = 'refunded'`,
  // The roll-up job rebuilds all counts from the first day. Pages wait for the rebuild, as after the first start of the server.
  'delete from order_roll_up',
];
