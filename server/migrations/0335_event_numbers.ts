/**
 * Continues the numbers of `platform_event` after the highest number. In databases that an earlier version restored from a backup, they
 * started at 1 again and met numbers that were in use.
 */
export const statements: readonly string[] = [
  `select setval(pg_get_serial_sequence('platform_event', 'id'),
      greatest((select max(id) from platform_event), (select last_value from platform_event_id_seq)))
    where exists (select from platform_event)`,
];
