/**
 * Bulk endpoints that accept the list's filter instead of ids. For these endpoints the browser also offers to select all matching records.
 * This file imports no library, because the browser loads it.
 */
export const BULK_BY_FILTER = [
  'dashboard.AccountManage/bulk',
  'rights.Staff/bulk',
  'team.Team/bulk',
  'team.Terms/bulk',
] as const;
