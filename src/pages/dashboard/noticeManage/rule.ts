import type { Data } from '@contract/index';

/** A notice rule, as the list of the server returns it. */
export type Rule = Data<'dashboard.Notice/getRules'>['list'][number];
