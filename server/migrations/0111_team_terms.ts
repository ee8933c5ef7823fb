/** Changes of stations' terms (DOMAIN §9, decision 30). One person proposes a change, and another person approves it. */
export const statements: readonly string[] = [
  `create table team_terms (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    expire_at timestamptz not null,
    no varchar(22) not null unique,
    team_id bigint not null references team (id),
    base jsonb not null,
    changes jsonb not null,
    effective_at timestamptz,
    amount_fen bigint,
    reason varchar(200) not null,
    effect jsonb,
    maker_id bigint not null,
    maker_name varchar(60) not null,
    maker_is_owner boolean not null,
    state varchar(9) not null check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
    checker_id bigint,
    checker_name varchar(60),
    decided_at timestamptz,
    note varchar(200),
    constraint team_terms_two_people check (checker_id <> maker_id or state = 'withdrawn')
  )`,
  'create index team_terms_team on team_terms (team_id, created_at desc)',
  'create index team_terms_maker on team_terms (maker_id, created_at desc)',
  `create index team_terms_pending on team_terms (expire_at) where state = 'pending'`,
];
