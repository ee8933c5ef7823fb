/** Figures of users for each combination of their list's filters, and indexes with the summed columns (docs/decisions/0058). */
export const statements: readonly string[] = [
  `create table app_user_group_figure (
    tag text not null,
    source varchar(8) not null,
    level int not null,
    status varchar(16) not null,
    order_band varchar(8) not null,
    users bigint not null,
    new_today bigint not null,
    active bigint not null,
    with_balance bigint not null,
    balance_fen bigint not null,
    blacklisted bigint not null,
    day date not null,
    primary key (tag, source, level, status, order_band)
  )`,
  // The figures of a station's users and of users by registration day then use index-only scans. The wider indexes cause few additional
  // writes: a change of the last activity, which is indexed, writes all indexes of the row anyway.
  'drop index app_user_registered',
  `create index app_user_registered on app_user (created_at desc, id desc)
    include (last_active_at, balance_fen, status, source, level, order_count)`,
  'drop index app_user_team_registered',
  `create index app_user_team_registered on app_user (home_team_id, created_at desc, id desc)
    include (last_active_at, balance_fen, status, source, level, order_count)`,
];
