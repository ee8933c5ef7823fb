import { RULE } from './rule-ids';

/** Who writes or publishes announcements sees those of others, and their receipts. Free of libraries: the browser imports it. */
export const ANNOUNCERS = [
  RULE['announcement.create'],
  RULE['announcement.edit'],
  RULE['announcement.publish'],
] as const;
