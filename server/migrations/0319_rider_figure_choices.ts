/**
 * Counts of riders by more fields: type, certificate, training, safety score, and the number of days until their certificate ends. A job
 * fills the tables within two minutes (docs/decisions/0079). An index finds and sorts riders by the day on which they joined.
 */
export const statements: readonly string[] = [
  'create index rider_joined on rider (joined_at, created_at, id)',
  'delete from rider_figure',
  `alter table rider_figure
    add rider_type varchar(8) not null default '',
    add health_state varchar(16) not null default '',
    add is_trained boolean not null default false,
    drop constraint rider_figure_pkey,
    add primary key (team_id, status, cover, real_name_state, rider_type, health_state, is_trained)`,
  `create table rider_range_figure (
    kind varchar(12) not null,
    value integer not null,
    status varchar(16) not null,
    cover varchar(8) not null,
    riders integer not null,
    online integer not null,
    expiring integer not null,
    expired integer not null,
    uninsured integer not null,
    fatigue integer not null,
    day date not null,
    primary key (kind, value, status, cover)
  )`,
];
