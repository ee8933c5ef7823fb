/** An index that sorts stations by their number of orders today. Without it, each page of a station list sorts all stations. */
export const statements: readonly string[] = [
  'create index order_team_by_orders on order_team (day, orders_today, team_id)',
];
