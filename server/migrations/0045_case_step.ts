/**
 * One table for the history of cases that staff decide. The steps of rider fund entries are moved to this table. Adjustments and proposals
 * had no history, so their submission and result are derived from their own rows.
 */
export const statements: readonly string[] = [
  `create table case_step (
    case_type varchar(20) not null,
    case_id bigint not null,
    id bigint not null,
    step varchar(12) not null,
    at timestamptz not null,
    by_id bigint not null default 0,
    by_name varchar(32) not null default '',
    note varchar(200),
    amount_fen bigint,
    tx_no varchar(22),
    rider_id bigint,
    income_day date,
    primary key (case_type, case_id, id)
  )`,
  // Before each instalment, we sum the amounts already collected from a rider, by the day of the income.
  'create index case_step_income on case_step (rider_id, income_day) where income_day is not null',
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name, note, amount_fen, tx_no, rider_id, income_day)
     select 'fundAudit', audit_id, id, step, at, by_id, by_name, note, amount_fen, tx_no, rider_id, income_day
     from rider_fund_step`,
  'drop table rider_fund_step',
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name, note, amount_fen)
     select 'fundAdjust', id, id, 'submit', created_at, maker_id, maker_name, reason, amount_fen from fund_adjust`,
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name, note, amount_fen, tx_no)
     select 'fundAdjust', id, id + 1,
       case state when 'approved' then 'approve' when 'rejected' then 'reject' when 'cancelled' then 'cancel' else 'expire' end,
       coalesce(decided_at, expire_at), coalesce(checker_id, 0), coalesce(checker_name, ''), note,
       case state when 'approved' then amount_fen end, tx_no
     from fund_adjust where state <> 'pending'`,
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name)
     select 'proposal', id, id, 'submit', created_at, maker_id, maker_name from proposal`,
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name, note)
     select 'proposal', id, id + 1,
       case status when 'approved' then 'approve' when 'rejected' then 'reject' when 'withdrawn' then 'withdraw' else 'expire' end,
       coalesce(decided_at, expire_at), coalesce(decided_by, 0), coalesce(decided_name, ''), nullif(note, '')
     from proposal where status <> 'pending'`,
  // The job that expires undecided proposals reads only pending proposals.
  `create index proposal_expiry on proposal (expire_at) where status = 'pending'`,
];
