import { visibleAmounts } from '../../access/hidden-amounts';
import type { Refusal } from '../refusal';
import type { Call } from './call';

/** Hides the sums of an answer's data when the caller may not see amounts (DOMAIN §9, decision 27). */
export function shownData({ bound, session }: Pick<Call, 'bound' | 'session'>, data: unknown): unknown {
  return session ? visibleAmounts(session, bound.endpoint.data, data) : data;
}

/** Hides the sums of a refusal whose data are the endpoint's own data, such as a payout that failed. Other data stay as they are. */
export function shownRefusalData(call: Pick<Call, 'bound' | 'session'>, { data }: Refusal): unknown {
  const parsed = call.bound.endpoint.data.safeParse(data);
  return parsed.success ? shownData(call, parsed.data) : data;
}
