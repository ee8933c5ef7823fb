/**
 * An index of announcements that block the console until the reader confirms them. Sessions of station accounts read these announcements.
 */
export const statements: readonly string[] = [
  `create index announcement_blocking on announcement (id)
    where state = 'published' and level = 'urgent' and popup = 'untilConfirmed'`,
];
