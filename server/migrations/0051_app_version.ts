/** Versions of the apps (DOMAIN §3.10). */
export const statements: readonly string[] = [
  `create table app_version (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    created_by bigint not null,
    created_by_name varchar(32) not null,
    app varchar(11) not null check (app in ('userApp', 'riderApp', 'merchantApp')),
    platform varchar(7) not null check (platform in ('android', 'ios')),
    version_name varchar(14) not null,
    build int not null check (build > 0),
    channel varchar(30) not null,
    min_system varchar(8) not null,
    address varchar(500) not null,
    package_name varchar(100) not null,
    package_size bigint check (package_size > 0),
    sha256 char(64),
    sign_sha256 char(64),
    force varchar(5) not null check (force in ('none', 'hint', 'force')),
    gray_percent smallint not null check (gray_percent between 1 and 100),
    notes jsonb not null,
    state varchar(9) not null check (state in ('draft', 'published', 'withdrawn')),
    published_at timestamptz,
    withdraw_reason varchar(200),
    downloads int not null default 0,
    constraint app_version_package check (
      platform = 'ios' or (package_size is not null and sha256 is not null and sign_sha256 is not null)),
    constraint app_version_published check ((state = 'draft') = (published_at is null))
  )`,
  // A build number exists once per app, platform and channel, even if two people save it at the same time.
  'create unique index app_version_build on app_version (app, platform, channel, build)',
  'create index app_version_created on app_version (created_at desc, id desc)',
];
