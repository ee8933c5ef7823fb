/** For each group of an outside platform's settings: when the connection was last tested, and whether the group is enabled. */
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
