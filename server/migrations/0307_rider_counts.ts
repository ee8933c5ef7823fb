/** Counts of riders, so that the list of riders is fast (docs/decisions/0079). */
export const statements: readonly string[] = [
  'alter table rider add recent_orders integer not null default 0',
  'create index rider_orders on rider (recent_orders, created_at, id)',
  `create index rider_waiting on rider (status, team_id) where status in ('applying', 'suspended')`,
  `create table rider_figure (
    team_id bigint not null,
    status varchar(16) not null,
    cover varchar(8) not null,
    real_name_state varchar(16) not null,
    riders integer not null,
    online integer not null,
    expiring integer not null,
    expired integer not null,
    uninsured integer not null,
    fatigue integer not null,
    day date not null,
    primary key (team_id, status, cover, real_name_state)
  )`,
];
