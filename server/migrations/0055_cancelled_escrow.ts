/** Cancelled orders whose money still lies in escrow (DOMAIN §9 decision 20): few, and found without reading the others. */
export const statements: readonly string[] = [
  `create index customer_order_escrow on customer_order (cancelled_at)
    where status = 'cancelled' and settled_at is null and refund_fen < paid_fen and cost_snapshot is not null`,
];
