import { LIST_LIMITS } from '../../../contract/limits';
import type { TeamWait } from '../../../contract/team.states';
import { refuse } from '../../core/http/refusal';
import { dayRange } from '../../core/money/days';
import type { Present } from './answers';
import type { TeamFilter } from './list-store';

/** The station list's filter as the endpoint receives it. It contains days; `TeamFilter` contains moments. */
interface ListFilter extends Omit<TeamFilter, 'openedFrom' | 'openedTo' | 'waitsFor'> {
  readonly waitsFor?: TeamWait | undefined;
  readonly openedFrom?: string | undefined;
  readonly openedTo?: string | undefined;
}

/** Converts the filter's days to moments in the platform's time zone. @throws Refusal 40006 when the range is reversed */
export function filterOf(input: ListFilter, at: Present): TeamFilter {
  const { openedFrom, openedTo, waitsFor, ...rest } = input;
  if (openedFrom && openedTo && openedFrom > openedTo) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  return {
    ...rest,
    waitsFor: waitsFor && { kind: waitsFor, at: at.now },
    openedFrom: openedFrom ? dayRange(openedFrom, openedFrom, at.timeZone).from : undefined,
    openedTo: openedTo ? dayRange(openedTo, openedTo, at.timeZone).to : undefined,
  };
}
