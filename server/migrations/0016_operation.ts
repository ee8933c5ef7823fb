/** Tables for the operation of the server: backups, jobs, durations of calls, results of checks, page speed and reported problems. */
export const statements: readonly string[] = [
  // The commands for backup, restore drill and restore write one row for each success.
  `create table backup_run (
    id bigint primary key,
    kind varchar(8) not null check (kind in ('backup', 'drill', 'restore')),
    taken_at timestamptz not null,
    ended_at timestamptz not null,
    by_whom varchar(120) not null,
    path varchar(500) not null,
    bytes bigint not null,
    row_count bigint not null,
    file_count int not null,
    ms int not null,
    audit_head varchar(100) not null
  )`,
  'create index backup_run_ended on backup_run (kind, ended_at desc)',
  `create table job_run (
    name varchar(80) primary key,
    every_ms bigint not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    ms int,
    failures int not null default 0,
    error varchar(300),
    failed_at timestamptz,
    next_at timestamptz
  )`,
  // Number of calls per five minutes, endpoint and duration class. Several processes add their counts.
  `create table endpoint_latency (
    slot timestamptz not null,
    address varchar(80) not null,
    bucket smallint not null,
    calls int not null,
    failed int not null,
    primary key (slot, address, bucket)
  )`,
  // The newest result of each check that a job runs.
  `create table health_result (
    name varchar(40) primary key,
    at timestamptz not null,
    ms int not null,
    content jsonb not null
  )`,
  // Page speed of a sample of visits: the number of samples by class of the measured value. No row contains data of a single person.
  `create table page_vital (
    day date not null,
    path varchar(200) not null,
    metric varchar(4) not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB')),
    bucket smallint not null,
    samples int not null,
    primary key (day, path, metric, bucket)
  )`,
  `create table problem_report (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    account_id bigint not null,
    account_name varchar(32) not null,
    content varchar(1000) not null,
    page varchar(500) not null,
    contract varchar(16) not null,
    browser varchar(255) not null,
    screen varchar(40) not null,
    locale varchar(5) not null,
    calls jsonb not null,
    file_id bigint,
    state varchar(8) not null default 'new' check (state in ('new', 'handled')),
    note varchar(500) not null default '',
    handled_by bigint,
    handled_name varchar(32),
    handled_at timestamptz
  )`,
  'create index problem_report_created on problem_report (created_at desc, id desc)',
  'create index problem_report_account on problem_report (account_id, created_at)',
];
