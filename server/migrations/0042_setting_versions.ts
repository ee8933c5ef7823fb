/** Settings as of any moment: which secrets were stored with a version, and which older version it brought back. */
export const statements: readonly string[] = [
  // Null: saved before this was noted.
  'alter table site_setting add column secrets jsonb',
  'alter table site_setting add column restored_from int',
];
