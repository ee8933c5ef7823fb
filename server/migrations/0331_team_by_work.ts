/**
 * Index for the default sorting of station lists. Without it, each page sorts all stations by state. An index-only scan needs the columns
 * `status` and `created_by`, which the lists' conditions read.
 */
export const statements: readonly string[] = [
  `create index team_by_work on team
    (array_position(array['deleted', 'closed', 'draft', 'frozen', 'preparing', 'paused', 'operating']::varchar[], status) desc, id desc)
    include (status, created_by) where deleted_at is null`,
];
