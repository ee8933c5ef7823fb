import type { Data } from '@contract/index';

/** A reported problem as the list has it. */
export type ProblemRow = Data<'site.Monitor/getProblems'>['list'][number];

export const STATE_TONE = { new: 'attention', handled: 'good' } as const;
