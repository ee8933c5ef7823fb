/** Settings of the tenant and their encrypted secrets, stored files, preferences and page views. */
export const statements: readonly string[] = [
  `create table site_setting (
    id bigint primary key,
    group_key varchar(20) not null,
    version int not null,
    content jsonb not null,
    changed jsonb not null,
    created_at timestamptz not null,
    created_by bigint not null default 0,
    unique (group_key, version)
  )`,
  `create table secret_value (
    place varchar(120) primary key,
    sealed bytea not null,
    updated_at timestamptz not null,
    updated_by bigint not null default 0
  )`,
  `create table stored_file (
    id bigint primary key,
    scene varchar(20) not null,
    name varchar(120) not null,
    content_type varchar(60) not null,
    bytes int not null,
    width int,
    height int,
    sha256 char(64) not null,
    created_at timestamptz not null,
    created_by bigint not null
  )`,
  `create table preference (
    account_id bigint not null,
    key varchar(80) not null,
    content jsonb not null,
    updated_at timestamptz not null,
    primary key (account_id, key)
  )`,
  `create table page_view (
    day date not null,
    path varchar(200) not null,
    views int not null default 0,
    primary key (day, path)
  )`,
];
