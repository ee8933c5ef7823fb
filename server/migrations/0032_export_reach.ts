/**
 * The permissions that determined which rows and amounts an export file contains (docs/decisions/0020). When an account downloads the file,
 * these permissions are compared with the account's permissions.
 */
export const statements: readonly string[] = ['alter table export_task add column reach jsonb'];
