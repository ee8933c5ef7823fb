/**
 * The permissions that decided which rows and amounts a file contains (docs/decisions/0020). They are compared with the permissions of
 * each account that downloads the file.
 */
export const statements: readonly string[] = ['alter table export_task add column reach jsonb'];
