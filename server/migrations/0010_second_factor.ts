/** Profile data of an account, second factors and recovery codes (DOMAIN §3.2, §5.1). */
export const statements: readonly string[] = [
  'alter table account add column country varchar(2)',
  'alter table account add column province_code varchar(6)',
  'alter table account add column city_code varchar(6)',
  'alter table account add column address varchar(100)',
  // The method that the account used last. The dialog preselects it.
  'alter table account add column second_method varchar(8)',
  // The account used a recovery code. Until it binds another factor, actions that need a second verification are refused.
  'alter table account add column must_bind_factor boolean not null default false',
  'create unique index account_email on account (lower(email)) where deleted_at is null and email is not null',
  'create index account_created on account (created_at, id) where deleted_at is null',
  `create table account_factor (
    id bigint primary key,
    account_id bigint not null,
    kind varchar(8) not null check (kind in ('totp', 'passkey')),
    name varchar(30) not null,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    last_used_at timestamptz,
    last_step bigint,
    credential_id varchar(1400),
    public_key bytea,
    counter bigint not null default 0,
    transports jsonb not null default '[]',
    rp_id varchar(255)
  )`,
  'create index account_factor_account on account_factor (account_id)',
  'create unique index account_factor_credential on account_factor (md5(credential_id)) where credential_id is not null',
  `create table account_recovery (
    account_id bigint not null,
    code_hash varchar(64) not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  )`,
  `create table factor_challenge (
    session_id bigint not null,
    purpose varchar(8) not null check (purpose in ('bind', 'confirm')),
    challenge varchar(128) not null,
    expire_at timestamptz not null,
    primary key (session_id, purpose)
  )`,
];
