import type { Data } from '@contract/index';

/** A row of the notice rules. */
export type Rule = Data<'dashboard.Notice/getRules'>['list'][number];
