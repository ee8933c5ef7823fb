/** Videos of incidents (DOMAIN §3.8), stored like their photos. */
export const statements: readonly string[] = [
  `alter table safety_incident add column videos jsonb not null default '[]'`,
  // The job that deletes videos which no incident uses reads this index.
  `create index stored_file_video on stored_file (created_at) where scene = 'safetyVideo'`,
  'create index safety_incident_videos on safety_incident using gin (videos jsonb_path_ops)',
];
