/** Index of station lists in the order of today's orders. Without it, each page sorts all stations by their figure. */
export const statements: readonly string[] = [
  'create index order_team_by_orders on order_team (day, orders_today, team_id)',
];
