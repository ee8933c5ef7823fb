/**
 * What decided which rows and amounts a file holds (docs/decisions/0020): compared with the rights of each person who fetches it.
 */
export const statements: readonly string[] = ['alter table export_task add column reach jsonb'];
