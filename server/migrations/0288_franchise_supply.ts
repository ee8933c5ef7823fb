/**
 * Applicants read their applications on the public page and hand in missing material (DOMAIN §3.6). Access lasts minutes after an SMS code;
 * only the hash of its token is stored. Material is a follow-up of its own kind, with the answers that it replaced.
 */
export const statements: readonly string[] = [
  `create table franchise_session (
    token_hash varchar(64) primary key,
    tel varchar(20) not null,
    created_at timestamptz not null,
    expire_at timestamptz not null
  )`,
  'create index franchise_session_expiry on franchise_session (expire_at)',
  'alter table franchise_follow drop constraint franchise_follow_way_check',
  `alter table franchise_follow add column answers_before jsonb, add column submit_key varchar(40) unique,
    add constraint franchise_follow_way_check check (way in ('call', 'visit', 'chat', 'system', 'supplied'))`,
];
