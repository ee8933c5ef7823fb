/**
 * Files of applicants (DOMAIN §3.6). A visitor of the application page uploads files before submitting the form. A file belongs to the
 * visit until an application uses the file. An unused file is deleted after a day.
 */
export const statements: readonly string[] = [
  `create table franchise_upload (
    file_id bigint primary key,
    visit varchar(40) not null,
    field varchar(32) not null,
    bytes int not null,
    created_at timestamptz not null,
    apply_id bigint
  )`,
  'create index franchise_upload_visit on franchise_upload (visit) where apply_id is null',
  'create index franchise_upload_unused on franchise_upload (created_at) where apply_id is null',
  'create index franchise_upload_apply on franchise_upload (apply_id) where apply_id is not null',
];
