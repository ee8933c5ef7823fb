import type { Data } from '@contract/index';

/** A row of the list of reported problems. */
export type ProblemRow = Data<'site.Monitor/getProblems'>['list'][number];

export const STATE_TONE = { new: 'attention', handled: 'good' } as const;
