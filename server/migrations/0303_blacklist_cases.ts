/**
 * Entries of the blacklist are cases (DOMAIN §5.6, docs/decisions/0058). Columns get the names that cases share, and each entry gets a
 * history that is derived from its row. When the system lifts an entry, `checker_id` is 0.
 */
export const statements: readonly string[] = [
  'alter table user_black_record rename column by_id to maker_id',
  'alter table user_black_record rename column by_name to maker_name',
  'alter table user_black_record rename column lifted_at to decided_at',
  'alter table user_black_record rename column lifted_by_id to checker_id',
  'alter table user_black_record rename column lifted_by_name to checker_name',
  'alter table user_black_record rename column lift_reason to note',
  `alter table user_black_record
    add column version int not null default 1,
    add column state varchar(6) not null default 'open' check (state in ('open', 'lifted', 'ended')),
    add column team_id bigint`,
  `update user_black_record set state = case when checker_id = 0 then 'ended' else 'lifted' end where decided_at is not null`,
  // Large demo databases have blacklisted users without an entry.
  `insert into user_black_record (id, created_at, user_id, scope, team_ids, reason_type, reason, until, evidence, maker_id, maker_name)
     select u.id, u.updated_at, u.id, 'all', '[]', 'other', '—', u.black_until, '[]', 0, '' from app_user u
     where u.status = 'blacklisted' and not exists (
       select from user_black_record r where r.user_id = u.id and r.state = 'open')
     on conflict do nothing`,
  'update user_black_record r set team_id = u.home_team_id from app_user u where u.id = r.user_id',
  `alter table user_black_record add constraint user_black_record_decided check ((state = 'open') = (decided_at is null))`,
  'drop index user_black_record_open',
  `create unique index user_black_record_open on user_black_record (user_id) where state = 'open'`,
  'drop index user_black_record_until',
  `create index user_black_record_until on user_black_record (until) where state = 'open' and until is not null`,
  'create index user_black_record_state on user_black_record (state, created_at desc)',
  'create index user_black_record_maker on user_black_record (maker_id, created_at desc)',
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name, note)
     select 'userBlacklist', id, id, 'submit', created_at, maker_id, maker_name, reason from user_black_record`,
  `insert into case_step (case_type, case_id, id, step, at, by_id, by_name, note)
     select 'userBlacklist', id, id + 1, case state when 'ended' then 'end' else 'lift' end, decided_at,
       coalesce(checker_id, 0), coalesce(checker_name, ''), note
     from user_black_record where state <> 'open'`,
];
