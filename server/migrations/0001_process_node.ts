/** Node numbers of the running processes. They prevent two processes from creating the same id (server/core/ids). */
export const statements: readonly string[] = [
  `create table process_node (
    node smallint primary key check (node between 0 and 15),
    holder varchar(64),
    leased_until timestamptz not null default 'epoch',
    high_ms bigint not null default -1
  )`,
  'insert into process_node (node) select generate_series(0, 15)',
];
