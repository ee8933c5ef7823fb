/** Bulk calls that accept the list's filter instead of ids. The browser offers "all matching" for these. Free of libraries. */
export const BULK_BY_FILTER = [
  'dashboard.AccountManage/bulk',
  'rights.Staff/bulk',
  'team.Team/bulk',
  'team.Terms/bulk',
] as const;
