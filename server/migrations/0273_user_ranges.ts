/** Figures of users by range of balance, by day of registration and by day of the last activity (docs/decisions/0058). */
export const statements: readonly string[] = [
  `create table app_user_range_figure (
    kind varchar(12) not null,
    band bigint not null,
    users bigint not null,
    new_today bigint not null,
    active bigint not null,
    with_balance bigint not null,
    balance_fen bigint not null,
    blacklisted bigint not null,
    day date not null,
    primary key (kind, band)
  )`,
];
