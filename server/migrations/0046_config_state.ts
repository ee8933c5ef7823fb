/** When the settings of outside platforms were tested, and whether they are enabled. */
export const statements: readonly string[] = [
  `create table config_state (
    group_key varchar(20) primary key,
    enabled boolean not null default false,
    tested_at timestamptz,
    -- the version of the settings that the test was about
    test_version int,
    test_result jsonb,
    changed_at timestamptz not null,
    changed_by bigint not null,
    version int not null
  )`,
];
