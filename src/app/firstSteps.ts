import { usePreference } from './usePreference';

/** Whether the list of first steps shows: `away` and `done` hide it for good, `shown` brings it back though everything is done. */
const STATES = ['away', 'done', 'shown'] as const;
type State = (typeof STATES)[number];

const PARAM = 'firstSteps';
/** Where the list is brought back. */
export const FIRST_STEPS_ADDRESS = `/dashboard/index?${PARAM}=shown`;

/** Whether the address brings the list back; and the query without that. */
export function askedFirstSteps(query: URLSearchParams): { readonly isAsked: boolean; readonly rest: URLSearchParams } {
  const rest = new URLSearchParams(query);
  rest.delete(PARAM);
  return { isAsked: query.has(PARAM), rest };
}

/** @returns the state, null before any; whether it is known yet; the function that stores another one */
export const useFirstSteps = () =>
  usePreference<State | null>('firstSteps', (stored) => STATES.find((state) => state === stored) ?? null);
