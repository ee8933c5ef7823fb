/**
 * Closed months of partitioned tables are moved to files (docs/decisions/0082). A row of `archive_part` describes one partition that is
 * being written to a file, is archived, or was restored.
 */
export const statements: readonly string[] = [
  `create table archive_part (
    name varchar(63) primary key,
    table_name varchar(63) not null,
    from_id bigint,
    below_id bigint not null,
    state varchar(8) not null check (state in ('writing', 'archived', 'restored')),
    row_count bigint,
    first_id bigint,
    last_id bigint,
    columns jsonb,
    sha256 varchar(64),
    file_sha256 varchar(64),
    bytes bigint,
    kept jsonb,
    archived_at timestamptz,
    restored_at timestamptz,
    check (state = 'writing' or (row_count is not null and first_id is not null and last_id is not null and columns is not null
      and sha256 is not null and file_sha256 is not null and bytes is not null and kept is not null and archived_at is not null)),
    check ((state = 'restored') = (restored_at is not null))
  )`,
  // The trigger fires for each row. A trigger for each statement would not fire when the statement names the partition's parent.
  `create function refuse_archived_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the month is closed for its archive: % on % is refused', tg_op, tg_table_name using errcode = '42501';
  end $$`,
];
