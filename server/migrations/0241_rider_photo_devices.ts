/** The photo of a rider, and the devices that the riders' app reports (DOMAIN §3.8). */
export const statements: readonly string[] = [
  'alter table rider add column photo_file_id bigint',
  `create table rider_device (
    rider_id bigint not null references rider (id),
    device_key varchar(64) not null,
    platform varchar(16) not null,
    model varchar(40) not null,
    app_version varchar(20) not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    last_ip varchar(45) not null,
    logins int not null,
    primary key (rider_id, device_key)
  )`,
  'create index rider_device_key on rider_device (device_key, rider_id)',
];
