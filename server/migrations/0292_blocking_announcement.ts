/** An index of announcements that block consoles. Sessions of station accounts read these announcements. */
export const statements: readonly string[] = [
  `create index announcement_blocking on announcement (id)
    where state = 'published' and level = 'urgent' and popup = 'untilConfirmed'`,
];
