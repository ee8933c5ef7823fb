/** New events of orders: the rider is at the shop, and has picked up the goods. */
export const statements: readonly string[] = [
  'alter table order_event drop constraint order_event_event_check',
  // All stored rows satisfy the former, narrower check, so they need no validation.
  `alter table order_event add constraint order_event_event_check
    check (event in ('paid', 'accepted', 'arrived', 'picked', 'delivered', 'cancelled', 'refunded')) not valid`,
];
