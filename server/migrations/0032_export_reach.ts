/** What decided which rows and amounts a file holds (docs/decisions/0020): held against whoever fetches it. */
export const statements: readonly string[] = ['alter table export_task add column reach jsonb'];
