/**
 * Riders and their cases (DOMAIN §3.8): riders as cases that staff decide, health certificates, work and rest, training, violations, and
 * reports of the riders' app.
 */
export const statements: readonly string[] = [
  `alter table rider
    add column maker_id bigint not null default 0,
    add column maker_name varchar(32) not null default '',
    add column checker_id bigint,
    add column checker_name varchar(32),
    add column decided_at timestamptz,
    add column note varchar(200),
    add column face_fails smallint not null default 0,
    add column certificate_id bigint`,
  'create index rider_listed on rider (created_at desc, id desc)',
  // Finds riders whose approved certificate expires soon or has expired.
  `create index rider_health_ends on rider (health_valid_to) where health_state = 'valid'`,
  // Finds a rider's active orders, which are checked before a transfer and before off-boarding.
  `create index customer_order_rider_running on customer_order (rider_id) where status = 'accepted'`,
  `create table rider_certificate (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    no varchar(22) not null unique,
    rider_id bigint not null references rider (id),
    team_id bigint not null,
    state varchar(10) not null check (state in ('reviewing', 'valid', 'rejected', 'expired')),
    files jsonb not null,
    read jsonb,
    cert_no varchar(40),
    hospital varchar(60),
    holder varchar(20),
    issued_at date,
    valid_to date,
    maker_id bigint not null,
    maker_name varchar(32) not null,
    checker_id bigint,
    checker_name varchar(32),
    decided_at timestamptz,
    note varchar(200),
    constraint rider_certificate_two_people check (checker_id <> maker_id or checker_id = 0),
    constraint rider_certificate_dates check (valid_to <= issued_at + interval '1 year'),
    constraint rider_certificate_complete
      check (state not in ('valid', 'expired') or (cert_no is not null and issued_at is not null and valid_to is not null))
  )`,
  'create index rider_certificate_rider on rider_certificate (rider_id, created_at desc)',
  `create index rider_certificate_ends on rider_certificate (valid_to) where state = 'valid'`,
  `create unique index rider_certificate_no on rider_certificate (cert_no) where state = 'valid'`,
  // A rider has at most one certificate that awaits review.
  `create unique index rider_certificate_open on rider_certificate (rider_id) where state = 'reviewing'`,
  `create table rider_work (
    rider_id bigint primary key references rider (id),
    is_on boolean not null,
    last_at timestamptz not null,
    continuous_sec int not null,
    rest_until timestamptz
  )`,
  `create table rider_fatigue (
    rider_id bigint not null references rider (id),
    day date not null,
    team_id bigint not null,
    online_sec int not null,
    max_continuous_sec int not null,
    prompts jsonb not null,
    confirmed_at timestamptz,
    primary key (rider_id, day)
  )`,
  `create index rider_fatigue_prompted on rider_fatigue (day, team_id) where prompts <> '[]'`,
  `create table rider_training (
    id bigint primary key,
    rider_id bigint not null references rider (id),
    course varchar(10) not null check (course in ('safety', 'traffic', 'food', 'service')),
    assigned_at timestamptz not null,
    by_id bigint not null,
    by_name varchar(32) not null,
    score smallint check (score between 0 and 100),
    finished_at timestamptz
  )`,
  'create index rider_training_rider on rider_training (rider_id, assigned_at desc)',
  `create table rider_violation (
    id bigint primary key,
    rider_id bigint not null references rider (id),
    team_id bigint not null,
    kind varchar(10) not null check (kind in ('traffic', 'conduct', 'fraud', 'food', 'other')),
    is_serious boolean not null,
    points smallint not null check (points between 1 and 20),
    order_no varchar(22),
    note varchar(100) not null,
    at timestamptz not null,
    by_id bigint not null,
    by_name varchar(32) not null
  )`,
  'create index rider_violation_rider on rider_violation (rider_id, at desc)',
  `create table rider_report (
    rider_id bigint not null references rider (id),
    event varchar(20) not null,
    at timestamptz not null,
    content varchar(64) not null,
    received_at timestamptz not null,
    primary key (rider_id, event, at)
  )`,
];
