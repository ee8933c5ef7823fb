/** Sums of bills by the day of `bill.at`. The sums include each bill once (docs/decisions/0075). */
export const statements: readonly string[] = [
  `create table bill_day (
    team_id bigint not null,
    day date not null,
    type varchar(32) not null,
    direction varchar(3) not null,
    net_fen bigint not null,
    fee_fen bigint not null,
    bills bigint not null,
    primary key (team_id, day, type, direction)
  )`,
  // Channel '' and merchant number 0 mean that the bill has none.
  `create table bill_day_total (
    day date not null,
    type varchar(32) not null,
    direction varchar(3) not null,
    channel varchar(16) not null,
    merchant_number_id bigint not null,
    net_fen bigint not null,
    fee_fen bigint not null,
    bills bigint not null,
    primary key (day, type, direction, channel, merchant_number_id)
  )`,
  // The sums include bills with ids below until_id, by their days in this time zone.
  `create table bill_counted (
    id smallint primary key default 1 check (id = 1),
    until_id bigint not null,
    time_zone varchar(64) not null
  )`,
  `insert into bill_counted (until_id, time_zone) values (0, '')`,
  `create index bill_opened on bill (at) include (team_id, type, direction, status, net_fen, fee_fen) where opened_day is not null`,
];
