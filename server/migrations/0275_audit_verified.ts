/**
 * How far the nightly verification of the operation records has read (docs/decisions/0076). Links up to `position` were verified at
 * least once. Links up to `reread_position` were read again in the current round. Each hash belongs to the link at its position.
 */
export const statements: readonly string[] = [
  `create table audit_verified (
    id smallint primary key default 1 check (id = 1),
    position bigint not null,
    hash char(64) not null,
    reread_position bigint not null,
    reread_hash char(64) not null
  )`,
];
