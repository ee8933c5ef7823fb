/**
 * Changed names and identity cards of admitted riders, which staff review (DOMAIN §3.8). Names that the app changed before this
 * migration remain unchanged.
 */
export const statements: readonly string[] = [
  `create table rider_identity (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    no varchar(22) not null unique,
    rider_id bigint not null references rider (id),
    team_id bigint not null,
    state varchar(10) not null check (state in ('reviewing', 'approved', 'rejected', 'replaced')),
    old_name varchar(20) not null,
    old_id_card bytea not null,
    name varchar(20) not null,
    id_card bytea,
    id_card_hash varchar(64),
    birth date,
    gender varchar(8) check (gender in ('male', 'female')),
    maker_id bigint not null default 0,
    maker_name varchar(32) not null default '',
    checker_id bigint,
    checker_name varchar(32),
    decided_at timestamptz,
    note varchar(200),
    constraint rider_identity_card check (num_nulls(id_card, id_card_hash, birth, gender) in (0, 4))
  )`,
  'create index rider_identity_rider on rider_identity (rider_id, created_at desc, id desc)',
  // A rider has at most one change that awaits review.
  `create unique index rider_identity_open on rider_identity (rider_id) where state = 'reviewing'`,
];
