/** Requests for permissions (DOMAIN §3.11), and each account's choice of notices (§3.2 新消息通知). */
export const statements: readonly string[] = [
  // When a permission was last requested. Each account has only one row per permission, so two concurrent requests count as one.
  `create table right_request (
    account_id bigint not null,
    rule_id int not null,
    asked_at timestamptz not null,
    reason varchar(200) not null,
    primary key (account_id, rule_id)
  )`,
  // A row switches off one channel of one event for one account. The event's delivery rule does not change.
  `create table notice_choice (
    account_id bigint not null,
    event varchar(40) not null,
    channel varchar(16) not null,
    at timestamptz not null,
    primary key (account_id, event, channel)
  )`,
];
