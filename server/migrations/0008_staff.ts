/** Head office staff: departments, and additional data of staff accounts (DOMAIN §3.11). */
export const statements: readonly string[] = [
  `create table department (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by bigint not null default 0,
    updated_by bigint not null default 0,
    deleted_at timestamptz,
    parent_id bigint,
    name varchar(20) not null
  )`,
  `create unique index department_name on department (coalesce(parent_id, 0), lower(name)) where deleted_at is null`,
  'alter table account add column staff_no varchar(16)',
  'alter table account add column department_id bigint',
  'alter table account add column post varchar(20)',
  'alter table account add column remark varchar(100)',
  'alter table account add column disabled_at timestamptz',
  'alter table account add column handed_over_at timestamptz',
  'alter table account add column handed_over_to bigint',
  `update account set disabled_at = updated_at where status = 'disabled'`,
  'create unique index account_staff_no on account (staff_no) where staff_no is not null',
  'create index account_department on account (department_id) where department_id is not null',
];
