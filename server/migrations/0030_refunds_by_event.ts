/**
 * Refunds are counted one by one, each on its own day (DOMAIN §3.2 "refunds succeeded"): what an order got back in parts on several days
 * was counted whole on the last of them. A refund that was taken back no longer counts.
 */
export const statements: readonly string[] = [
  'alter table order_event add column undone_at timestamptz',
  `create index order_event_refunded on order_event (at) where event = 'refunded'`,
  // Earlier counts are rebuilt from the first day on; pages wait for that as they did after the first start.
  'delete from order_roll_up',
];
