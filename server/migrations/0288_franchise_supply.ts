/**
 * Applicants read their applications on the public page and send missing material (DOMAIN §3.6). An SMS code allows access for
 * `FRANCHISE.statusMinutes`, and only the hash of the access token is stored. Material is a separate type of follow-up. It stores the
 * answers that the material replaced.
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
