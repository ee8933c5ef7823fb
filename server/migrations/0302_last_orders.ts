/**
 * The time of a user's last order, written with the other order figures (docs/decisions/0058). Service notices select users by this time.
 */
export const statements: readonly string[] = [
  'alter table app_user add column last_order_at timestamptz',
  `update app_user u set last_order_at = o.at
    from (select app_user_id, max(paid_at) as at from customer_order group by 1) o
    where o.app_user_id = u.id and u.status <> 'cancelled'`,
  'create index app_user_last_order on app_user (last_order_at) where last_order_at is not null',
];
