import { visibleAmounts } from '../../access/hidden-amounts';
import type { Refusal } from '../refusal';
import type { Call } from './call';

/** Hides the amounts in an answer's data when the caller may not see amounts (DOMAIN §9, decision 27). */
export function shownData({ bound, session }: Pick<Call, 'bound' | 'session'>, data: unknown): unknown {
  return session ? visibleAmounts(session, bound.endpoint.data, data) : data;
}

/**
 * Hides the amounts in a refusal's data if the data match the endpoint's answer schema, such as for a failed payout. Other data stay
 * unchanged.
 */
export function shownRefusalData(call: Pick<Call, 'bound' | 'session'>, { data }: Refusal): unknown {
  const parsed = call.bound.endpoint.data.safeParse(data);
  return parsed.success ? shownData(call, parsed.data) : data;
}
