/** History of settings: which secrets were stored with a version, and which older version it restored. */
export const statements: readonly string[] = [
  // Null means that the version was saved before this column existed.
  'alter table site_setting add column secrets jsonb',
  'alter table site_setting add column restored_from int',
];
