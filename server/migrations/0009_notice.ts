/**
 * The notification bell: events to deliver, the notices of each account, delivery rules, and text messages that are being sent
 * (DOMAIN §5.7).
 */
export const statements: readonly string[] = [
  // A notice is written in the transaction of its event and delivered later, exactly once.
  `create table notice_outbox (
    id bigint primary key,
    at timestamptz not null,
    event varchar(40),
    type varchar(16) not null check (type in ('notification', 'message', 'event')),
    source varchar(32) not null,
    title jsonb not null,
    content jsonb not null,
    link varchar(200) not null default '',
    account_ids jsonb not null default '[]',
    team_id bigint,
    value int,
    dedupe varchar(120) unique,
    delivered_at timestamptz
  )`,
  'create index notice_outbox_waiting on notice_outbox (id) where delivered_at is null',
  'create index notice_outbox_delivered on notice_outbox (delivered_at) where delivered_at is not null',
  // The table has one row. Each change of an inbox gets the next number and locks the row until its commit. Numbers therefore become
  // visible in order: a listener that has seen n cannot miss a lower number.
  'create table notice_feed (id int primary key check (id = 1), seq bigint not null)',
  'insert into notice_feed (id, seq) values (1, 0)',
  `create table bell_notice (
    id bigint primary key,
    account_id bigint not null,
    type varchar(16) not null check (type in ('notification', 'message', 'event')),
    event varchar(40),
    source varchar(32) not null,
    title jsonb not null,
    content jsonb not null,
    link varchar(200) not null default '',
    count int not null default 1,
    read boolean not null default false,
    at timestamptz not null,
    first_at timestamptz not null,
    seq bigint not null
  )`,
  'create index bell_notice_account on bell_notice (account_id, at desc, id desc)',
  'create index bell_notice_unread on bell_notice (account_id, type) where not read',
  'create index bell_notice_seq on bell_notice (seq)',
  // The number of an inbox's last change that was not a new notice, for example reading in another window or clearing the inbox.
  'create table bell_inbox (account_id bigint primary key, seq bigint not null)',
  'create index bell_inbox_seq on bell_inbox (seq)',
  `create table notice_rule (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by bigint not null default 0,
    updated_by bigint not null default 0,
    event varchar(40) not null unique,
    enabled boolean not null,
    threshold int,
    channels jsonb not null,
    identity_ids jsonb not null,
    account_ids jsonb not null,
    team_admins boolean not null,
    merge_min int not null check (merge_min between 0 and 60),
    quiet_from varchar(5),
    quiet_to varchar(5),
    check ((quiet_from is null) = (quiet_to is null))
  )`,
  `create table notice_sms (
    id bigint primary key,
    account_id bigint not null,
    tel varchar(20) not null,
    text varchar(300) not null,
    locale varchar(5) not null,
    state varchar(8) not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
    attempts int not null default 0,
    due_at timestamptz not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    error varchar(200)
  )`,
  "create index notice_sms_due on notice_sms (due_at) where state in ('waiting', 'sending')",
];
