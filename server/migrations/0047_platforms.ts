/** Outside platforms: simulators, received callbacks and access tokens. */
export const statements: readonly string[] = [
  `create table simulated_value (
    platform varchar(32) not null,
    kind varchar(64) not null,
    key varchar(255) not null,
    content jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (platform, kind, key)
  )`,
  `create table simulated_callback (
    id bigint primary key,
    platform varchar(32) not null,
    method varchar(4) not null default 'POST',
    url text not null,
    headers jsonb not null,
    body text not null,
    due_at timestamptz not null,
    tries int not null default 0,
    state varchar(10) not null default 'waiting',
    last_answer text
  )`,
  `create index simulated_callback_due on simulated_callback (due_at, id) where state = 'waiting'`,
  `create table platform_event (
    platform varchar(32) not null,
    event_id varchar(128) not null,
    address varchar(64) not null,
    received_at timestamptz not null,
    method varchar(4) not null,
    query text not null default '',
    headers jsonb not null,
    body bytea not null,
    state varchar(10) not null,
    tries int not null default 0,
    due_at timestamptz,
    error text,
    handled_at timestamptz,
    answer jsonb,
    -- What people call it by in lists.
    id bigint generated always as identity unique,
    primary key (platform, event_id)
  )`,
  `create index platform_event_due on platform_event (due_at) where state = 'received'`,
  'create index platform_event_received on platform_event (received_at)',
  'create index platform_event_list on platform_event (platform, received_at desc, id desc)',
  `create table platform_token (
    platform varchar(32) not null,
    account varchar(128) not null,
    kind varchar(64) not null,
    sealed bytea not null,
    expire_at timestamptz not null,
    fetched_at timestamptz not null,
    primary key (platform, account, kind)
  )`,
];
