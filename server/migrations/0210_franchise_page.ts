/**
 * The application page (DOMAIN §3.6, §5.7): blocks and settings of each version of the form, channel codes, and visits by channel and day.
 * At most one version is published and at most one is a draft, even with concurrent changes. When an applicant repeats a call, the key of
 * the call finds the application that the first call created.
 */
export const statements: readonly string[] = [
  `alter table franchise_form
    add column revision int not null default 1,
    add column blocks jsonb,
    add column settings jsonb,
    add column state varchar(9) not null default 'archived' check (state in ('draft', 'published', 'archived')),
    add column updated_at timestamptz,
    add column updated_by_name varchar(32) not null default '',
    add column published_at timestamptz,
    add column archived_at timestamptz`,
  `update franchise_form set state = 'published', published_at = created_at
    where version = (select max(version) from franchise_form)`,
  `create unique index franchise_form_published on franchise_form (state) where state = 'published'`,
  `create unique index franchise_form_draft on franchise_form (state) where state = 'draft'`,
  `alter table franchise_form add constraint franchise_form_published_at check (state <> 'published' or published_at is not null)`,
  'alter table franchise_apply add column submit_key varchar(40) unique',
  'create index franchise_apply_channel on franchise_apply (channel, created_at) where channel is not null',
  `create table franchise_channel (
    code varchar(32) primary key,
    name varchar(30) not null,
    is_active boolean not null default true,
    created_at timestamptz not null,
    created_by bigint not null
  )`,
  `create table franchise_visit (
    channel varchar(32) not null,
    day date not null,
    visits int not null default 0,
    submits int not null default 0,
    primary key (channel, day)
  )`,
];
