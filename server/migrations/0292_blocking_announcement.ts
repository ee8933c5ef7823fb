/** Announcements that block consoles: the session of every station account is read with them. */
export const statements: readonly string[] = [
  `create index announcement_blocking on announcement (id)
    where state = 'published' and level = 'urgent' and popup = 'untilConfirmed'`,
];
