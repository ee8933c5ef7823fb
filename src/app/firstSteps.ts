import { usePreference } from './usePreference';

/**
 * State of the list of first steps. `away`: the user closed the list · `done`: every step was done · `shown`: the user opened
 * {@link FIRST_STEPS_ADDRESS}. `away` and `done` hide the list. `shown` shows the list even if every step is done.
 */
const STATES = ['away', 'done', 'shown'] as const;
type State = (typeof STATES)[number];

const PARAM = 'firstSteps';
/** URL that shows the list again. */
export const FIRST_STEPS_ADDRESS = `/dashboard/index?${PARAM}=shown`;

/** Tests whether the query requests the list of first steps. `rest` is the query without this parameter. */
export function askedFirstSteps(query: URLSearchParams): { readonly isAsked: boolean; readonly rest: URLSearchParams } {
  const rest = new URLSearchParams(query);
  rest.delete(PARAM);
  return { isAsked: query.has(PARAM), rest };
}

/**
 * Reads the user's stored state of the list of first steps.
 *
 * @returns the state, which is `null` at first; whether it is known; and the function that stores a state
 */
export const useFirstSteps = () =>
  usePreference<State | null>('firstSteps', (stored) => STATES.find((state) => state === stored) ?? null);
