/**
 * Rider fund audit (DOMAIN §5.6; docs/decisions/0023): entries that a second person decides, and the steps of their history. Deductions
 * from a rider's income of one day have a limit. The step of an instalment therefore stores the day of the income.
 */
export const statements: readonly string[] = [
  `create table rider_fund_audit (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    expire_at timestamptz not null,
    no varchar(22) not null unique,
    rider_id bigint not null,
    team_id bigint not null,
    kind varchar(13) not null check (kind in ('reward', 'deduct', 'subsidy', 'compensate', 'depositRefund', 'correction')),
    direction varchar(3) not null check (direction in ('in', 'out')),
    amount_fen bigint not null check (amount_fen > 0),
    collected_fen bigint not null default 0,
    funded_by varchar(8) not null check (funded_by in ('team', 'platform', 'deposit')),
    source varchar(8) not null check (source in ('manual', 'rule', 'foodLoss', 'appeal')),
    source_no varchar(22),
    appeal_of_id bigint,
    related_no varchar(32),
    reason varchar(200) not null,
    evidence jsonb not null default '[]',
    allow_instalment boolean not null default false,
    maker_id bigint not null,
    maker_name varchar(32) not null,
    state varchar(9) not null
      check (state in ('pending', 'returned', 'owing', 'effective', 'rejected', 'withdrawn', 'expired', 'waived')),
    checker_id bigint,
    checker_name varchar(32),
    decided_at timestamptz,
    note varchar(200),
    tx_nos jsonb not null default '[]',
    constraint rider_fund_audit_two_people check (checker_id <> maker_id),
    constraint rider_fund_audit_decided check ((state in ('owing', 'effective', 'waived', 'rejected')) <= (checker_id is not null)),
    constraint rider_fund_audit_way check ((kind = 'depositRefund') = (funded_by = 'deposit') and (funded_by <> 'deposit' or direction = 'in')),
    constraint rider_fund_audit_instalment check (direction = 'out' or not allow_instalment),
    constraint rider_fund_audit_collected check (
      case when state in ('owing', 'waived') then direction = 'out' and allow_instalment and collected_fen >= 0 and collected_fen < amount_fen
        else collected_fen = case when state = 'effective' and direction = 'out' then amount_fen else 0 end end),
    constraint rider_fund_audit_posted check (jsonb_array_length(tx_nos) > 0 or state <> 'effective'),
    constraint rider_fund_audit_appeal check ((source = 'appeal') = (appeal_of_id is not null))
  )`,
  'create index rider_fund_audit_rider on rider_fund_audit (rider_id, state)',
  'create index rider_fund_audit_team on rider_fund_audit (team_id, created_at desc)',
  'create index rider_fund_audit_created on rider_fund_audit (created_at desc, id desc)',
  `create index rider_fund_audit_open on rider_fund_audit (state, expire_at) where state in ('pending', 'returned', 'owing')`,
  // A rider has at most one pending entry per related number and kind (40903). An entry has at most one appeal (42305). Withdrawn and
  // expired appeals do not count.
  `create unique index rider_fund_audit_same on rider_fund_audit (rider_id, related_no, kind)
    where state = 'pending' and related_no is not null`,
  `create unique index rider_fund_audit_appealed on rider_fund_audit (appeal_of_id)
    where appeal_of_id is not null and state not in ('withdrawn', 'expired')`,
  `create table rider_fund_step (
    id bigint primary key,
    audit_id bigint not null,
    rider_id bigint not null,
    at timestamptz not null,
    step varchar(8) not null,
    by_id bigint not null default 0,
    by_name varchar(32) not null default '',
    note varchar(200),
    amount_fen bigint,
    income_day date,
    tx_no varchar(22)
  )`,
  'create index rider_fund_step_audit on rider_fund_step (audit_id, id)',
  'create index rider_fund_step_income on rider_fund_step (rider_id, income_day) where income_day is not null',
];
