/** Payment (DOMAIN §3.10): the stations of each merchant number, and the platforms' signing certificates. */
export const statements: readonly string[] = [
  `create table merchant_number_team (
    merchant_number_id bigint not null references merchant_number (id),
    team_id bigint not null,
    primary key (merchant_number_id, team_id)
  )`,
  'create index merchant_number_team_team on merchant_number_team (team_id)',
  // Public data. A platform issues certificates and replaces them from time to time.
  `create table platform_certificate (
    platform varchar(16) not null,
    environment varchar(12) not null,
    account varchar(32) not null,
    serial varchar(64) not null,
    certificate text not null,
    effective_at timestamptz not null,
    expire_at timestamptz not null,
    fetched_at timestamptz not null,
    primary key (platform, environment, account, serial)
  )`,
];
