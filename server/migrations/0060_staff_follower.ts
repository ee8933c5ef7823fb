/** Staff who receive their notices through the official account (DOMAIN §3.10 `bindStaff`). */
export const statements: readonly string[] = [
  // A code that the console has shown to an account and that is not scanned yet.
  `create table staff_follower_code (
    code varchar(64) primary key,
    account_id bigint not null unique,
    expire_at timestamptz not null
  )`,
  `create table staff_follower (
    account_id bigint primary key,
    app_id varchar(32) not null,
    open_id varchar(64) not null,
    bound_at timestamptz not null
  )`,
  'create index staff_follower_open on staff_follower (app_id, open_id)',
  // Messages to send. A row is deleted when its message is sent or abandoned.
  `create table staff_push (
    id bigint primary key,
    account_id bigint not null,
    title varchar(300) not null,
    content varchar(2000) not null,
    at timestamptz not null,
    attempts int not null default 0,
    due_at timestamptz not null
  )`,
  'create index staff_push_due on staff_push (due_at, id)',
];
