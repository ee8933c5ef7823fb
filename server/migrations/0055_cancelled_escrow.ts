/** An index of the few cancelled orders whose money is still in escrow (DOMAIN §9 decision 20). */
export const statements: readonly string[] = [
  `create index customer_order_escrow on customer_order (cancelled_at)
    where status = 'cancelled' and settled_at is null and refund_fen < paid_fen and cost_snapshot is not null`,
];
