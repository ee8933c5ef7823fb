/** Partitions notices by month (docs/decisions/0077), like operation records in 0294. */
export const statements: readonly string[] = [
  `do $$ begin
    if not exists (select from bell_notice) then
      perform partition_table('bell_notice', 'bell_notice_before_' || to_char(now() at time zone 'UTC', 'YYYY_MM'), greatest(0,
        extract(epoch from date_trunc('month', now() at time zone 'UTC') - timestamp '2026-01-01')::bigint * 1000 * 4096));
    end if;
  end $$`,
];
