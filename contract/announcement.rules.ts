import { RULE } from './rule-ids';

/**
 * Permissions of which one is enough to see the receipts, and announcements of other authors. This file imports no library, because
 * the browser loads it.
 */
export const ANNOUNCERS = [
  RULE['announcement.create'],
  RULE['announcement.edit'],
  RULE['announcement.publish'],
] as const;
