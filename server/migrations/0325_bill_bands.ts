/**
 * Sums of bills by day and band (docs/decisions/0083). A band is a range of a bill's amount. A job adds all bills to the sums again within
 * a minute. Until then, sums are read from the bills. The index `bill_amount` replaces `bill_sums`. Sums without a range of
 * amounts use the index of the list.
 */
export const statements: readonly string[] = [
  `create table bill_day_band (
    day date not null,
    band bigint not null,
    type varchar(32) not null,
    direction varchar(3) not null,
    channel varchar(16) not null,
    net_fen bigint not null,
    fee_fen bigint not null,
    bills bigint not null,
    primary key (day, band, type, direction, channel)
  )`,
  'drop index bill_sums',
  // The index contains the columns that sums of a range of amounts read, so that these sums need no rows.
  `create index bill_amount on bill (amount_fen, at, id) include (direction, type, channel, status, fee_fen, opened_day)`,
  // The index of the first partition gets the same name as when the job partitions a table that already has rows.
  `do $$ declare name text; partition text; begin
    for name, partition in select x.indexrelid::regclass, t.relname from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
      join pg_class t on t.oid = x.indrelid where i.inhparent = 'bill_amount'::regclass and t.relname like 'bill\\_before\\_%' loop
      execute format('alter index %s rename to %I', name, partition || '_amount');
    end loop;
  end $$`,
  'delete from bill_day',
  'delete from bill_day_total',
  `update bill_counted set until_id = 0, time_zone = ''`,
];
