/**
 * Counts each refund on the day on which it succeeded (DOMAIN §3.2 "refunds succeeded"). Before this migration, several partial refunds of
 * an order counted as one refund on the day of the last. A reversed refund does not count.
 */
export const statements: readonly string[] = [
  'alter table order_event add column undone_at timestamptz',
  `create index order_event_refunded on order_event (at) where event = 'refunded'`,
  // Without this row, the next run of the roll-up job recounts all days. Until then, pages show the earlier counts.
  'delete from order_roll_up',
];
