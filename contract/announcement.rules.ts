import { RULE } from './rule-ids';

/**
 * Any one of these permissions is enough to see the receipts, and to see announcements of other authors. This file imports no library,
 * because the browser loads it.
 */
export const ANNOUNCERS = [
  RULE['announcement.create'],
  RULE['announcement.edit'],
  RULE['announcement.publish'],
] as const;
