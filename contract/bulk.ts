/** Bulk calls that take the list's filter instead of ids. Free of libraries: the browser asks before it offers "all matching". */
export const BULK_BY_FILTER = [
  'dashboard.AccountManage/bulk',
  'rights.Staff/bulk',
  'team.Team/bulk',
  'team.Terms/bulk',
] as const;
