/**
 * Service notices to users (DOMAIN §3.4): templates, tasks, lists of recipients, messages, counts per day, and the channels through which
 * users can be reached.
 */
export const statements: readonly string[] = [
  `create table service_notice_template (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    updated_by_name varchar(32) not null,
    code varchar(32) not null,
    name varchar(30) not null,
    channel varchar(16) not null
      check (channel in ('inSite', 'sms', 'appletSubscribe', 'officialTemplate')),
    content jsonb not null,
    daily_cap int not null,
    quiet_hours jsonb,
    unit_fen int not null,
    status varchar(8) not null check (status in ('enabled', 'disabled'))
  )`,
  'create unique index service_notice_template_code on service_notice_template (code)',
  'create index service_notice_template_updated on service_notice_template (updated_at desc, id desc)',
  `create table service_notice_task (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    no varchar(22) not null unique,
    title varchar(50) not null,
    template_id bigint not null,
    template_name varchar(30) not null,
    channel varchar(16) not null,
    content jsonb not null,
    daily_cap int not null,
    quiet_hours jsonb,
    unit_fen int not null,
    variables jsonb not null,
    audience jsonb not null,
    exclude_blacklist boolean not null,
    scope_team_ids jsonb,
    state varchar(12) not null
      check (state in ('draft', 'scheduled', 'sending', 'paused', 'finished', 'partFailed', 'cancelled')),
    send_at timestamptz not null,
    started_at timestamptz,
    filled_to bigint not null default 0,
    is_filled boolean not null default false,
    waits_until timestamptz,
    ended_at timestamptz,
    withdrawn_at timestamptz,
    note varchar(200),
    is_over_limit boolean not null default false,
    total int not null default 0,
    sent int not null default 0,
    delivered int not null default 0,
    opened int not null default 0,
    failed int not null default 0,
    skipped int not null default 0,
    cost_fen bigint not null default 0,
    by_id bigint not null,
    by_name varchar(32) not null,
    by_is_owner boolean not null
  )`,
  'create index service_notice_task_created on service_notice_task (created_at desc, id desc)',
  'create index service_notice_task_send on service_notice_task (send_at desc, id desc)',
  `create index service_notice_task_due on service_notice_task (send_at) where state in ('scheduled', 'sending')`,
  `create table service_notice_delivery (
    id bigint primary key,
    created_at timestamptz not null,
    task_id bigint not null,
    template_id bigint not null,
    user_id bigint not null,
    state varchar(10) not null
      check (state in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'skipped')),
    attempts smallint not null default 0,
    reason varchar(16),
    error varchar(200),
    upstream_no varchar(64),
    at timestamptz,
    opened_at timestamptz,
    cost_fen int not null default 0
  )`,
  'create unique index service_notice_delivery_person on service_notice_delivery (task_id, user_id)',
  `create index service_notice_delivery_open on service_notice_delivery (task_id, state, user_id)
    where state in ('waiting', 'sending')`,
  'create index service_notice_delivery_user on service_notice_delivery (user_id, id desc)',
  'create index service_notice_delivery_upstream on service_notice_delivery (upstream_no) where upstream_no is not null',
  // Messages in a user's inbox in the app. The number prevents a message from being stored twice.
  `create table user_inbox (
    no varchar(48) primary key,
    user_id bigint not null,
    task_id bigint not null,
    title varchar(30) not null,
    body varchar(600) not null,
    jump_path varchar(200),
    created_at timestamptz not null,
    opened_at timestamptz,
    withdrawn_at timestamptz
  )`,
  'create index user_inbox_user on user_inbox (user_id, created_at desc, no desc)',
  'create index user_inbox_task on user_inbox (task_id)',
  // How a user can be reached. An empty `template_id` means the whole channel. Another value means a one-time subscription to that
  // template.
  `create table user_reach (
    user_id bigint not null,
    channel varchar(16) not null,
    template_id varchar(64) not null default '',
    address varchar(64),
    left_times int not null default 0,
    is_off boolean not null default false,
    updated_at timestamptz not null,
    primary key (user_id, channel, template_id)
  )`,
  // Number of messages of a template that a user received on a day, for the daily limit.
  `create table service_notice_day (
    user_id bigint not null,
    template_id bigint not null,
    day date not null,
    sent int not null,
    primary key (user_id, template_id, day)
  )`,
  'create index service_notice_day_day on service_notice_day (day)',
  `create table service_notice_list (
    id bigint primary key,
    created_at timestamptz not null,
    name varchar(100) not null,
    rows int not null,
    matched int not null,
    by_id bigint not null
  )`,
  `create table service_notice_list_user (
    list_id bigint not null,
    user_id bigint not null,
    primary key (list_id, user_id)
  )`,
  // A task's text message has a number. The outbox stores each number once and counts repeated calls.
  'alter table sms_outbox add column no varchar(48), add column calls int not null default 1',
  'create unique index sms_outbox_no on sms_outbox (no) where no is not null',
];
