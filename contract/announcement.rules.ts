import { RULE } from './rule-ids';

/** Holders of these rules see the announcements of other authors, and the receipts. Free of libraries: the browser imports it. */
export const ANNOUNCERS = [
  RULE['announcement.create'],
  RULE['announcement.edit'],
  RULE['announcement.publish'],
] as const;
