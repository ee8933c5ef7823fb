/** Two new events of orders: the rider has arrived at the shop, and the rider has picked up the goods. */
export const statements: readonly string[] = [
  'alter table order_event drop constraint order_event_event_check',
  // The previous check allowed fewer values, so all stored rows are valid. We skip the validation.
  `alter table order_event add constraint order_event_event_check
    check (event in ('paid', 'accepted', 'arrived', 'picked', 'delivered', 'cancelled', 'refunded')) not valid`,
];
