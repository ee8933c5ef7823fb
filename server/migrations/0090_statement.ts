/** Monthly statements of stations (DOMAIN §3.5, §5.5). The figures of a revision that was sent never change. */
export const statements: readonly string[] = [
  `create table statement (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    no varchar(22) not null unique,
    team_id bigint not null,
    month varchar(7) not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
    revision int not null default 1 check (revision >= 1),
    state varchar(14) not null check (state in ('draft', 'pendingConfirm', 'confirmed', 'disputed', 'revised')),
    sent_at timestamptz,
    confirm_by timestamptz,
    confirmed_at timestamptz,
    dispute_text varchar(500),
    answer_text varchar(500),
    maker_id bigint not null default 0,
    maker_name varchar(60) not null default '',
    checker_id bigint,
    checker_name varchar(32),
    decided_at timestamptz,
    note varchar(500),
    constraint statement_month unique (team_id, month),
    constraint statement_confirmed check ((state = 'confirmed') = (confirmed_at is not null)),
    constraint statement_waits check ((state = 'pendingConfirm') = (confirm_by is not null))
  )`,
  'create index statement_list on statement (month desc, id desc)',
  "create index statement_open on statement (state, month) where state <> 'confirmed'",
  `create table statement_revision (
    statement_id bigint not null references statement (id),
    revision int not null,
    made_at timestamptz not null,
    frozen boolean not null,
    reason varchar(500) not null default '',
    orders int not null,
    goods_fen bigint not null,
    delivery_fen bigint not null,
    payable_fen bigint not null,
    credited_fen bigint not null,
    opening_fen bigint not null,
    closing_fen bigint not null,
    corrected_fen bigint not null,
    totals jsonb not null,
    movements jsonb not null,
    fees jsonb not null,
    corrections jsonb not null,
    primary key (statement_id, revision)
  )`,
  `create function refuse_frozen_statement() returns trigger language plpgsql as $$
  begin
    raise exception 'the figures of a statement that was sent are kept: % is refused', tg_op using errcode = '42501';
  end $$`,
  `create trigger statement_revision_kept before update or delete on statement_revision
    for each row when (old.frozen) execute function refuse_frozen_statement()`,
  `create trigger statement_revision_whole before truncate on statement_revision
    for each statement execute function refuse_frozen_statement()`,
  // Progress of the correction job: the last closed day and the last reopening of days that the job has processed.
  `create table statement_progress (
    id int primary key check (id = 1),
    corrected_until date,
    reopening_id bigint not null default 0
  )`,
  'insert into statement_progress (id) values (1)',
  // The text of a dispute or an answer is longer than a reason.
  'alter table case_step alter column note type varchar(500)',
];
