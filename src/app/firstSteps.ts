import { usePreference } from './usePreference';

/** State of the list of first steps: `away` and `done` hide it for good; `shown` shows it although every step is done. */
const STATES = ['away', 'done', 'shown'] as const;
type State = (typeof STATES)[number];

const PARAM = 'firstSteps';
/** Address that shows the list again. */
export const FIRST_STEPS_ADDRESS = `/dashboard/index?${PARAM}=shown`;

/** Whether the query asks for the list; `rest` is the query without that parameter. */
export function askedFirstSteps(query: URLSearchParams): { readonly isAsked: boolean; readonly rest: URLSearchParams } {
  const rest = new URLSearchParams(query);
  rest.delete(PARAM);
  return { isAsked: query.has(PARAM), rest };
}

/** @returns the state, null before any; whether it is loaded; the function that stores another state */
export const useFirstSteps = () =>
  usePreference<State | null>('firstSteps', (stored) => STATES.find((state) => state === stored) ?? null);
