import type { Data } from '@contract/index';

/** An announcement as its reader receives it. */
export type Announced = Data<'announcement.Inbox/getOne'>;
