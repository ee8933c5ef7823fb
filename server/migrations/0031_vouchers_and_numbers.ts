/**
 * A voucher of the reserve can be recorded again after its bill was reversed (DOMAIN §4.3, 2). Pending lines can be searched by a prefix of
 * the order number (DOMAIN §0.2). `created_at` of a pending line that was recorded late becomes the completion time of its order. An index
 * finds the last released line directly.
 */
export const statements: readonly string[] = [
  'alter table fund_deposit add column reversed_at timestamptz',
  'alter table fund_deposit drop constraint fund_deposit_proof',
  `create unique index fund_deposit_proof on fund_deposit (merchant_number_id, trade_no, direction) where reversed_at is null`,
  'create index settle_line_no on settle_line (team_id, order_no varchar_pattern_ops)',
  `create index settle_line_released on settle_line (released_at desc) where state = 'released'`,
  `update settle_line s set created_at = o.delivered_at from customer_order o
  where o.team_id = s.team_id and o.order_no = s.order_no and o.delivered_at < s.created_at`,
];
