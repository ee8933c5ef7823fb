import { stepEndpoint } from './case-endpoints';
import { words } from './endpoint';
import { riderIdentityCase } from './riderIdentity.states';
import { RIDER } from './riderWork.states';

/** Endpoints for the reviews of riders' new names and identity cards (DOMAIN §3.8, §6.7). */
export const riderIdentityEndpoints = {
  'safety.Rider/approveIdentity': stepEndpoint(riderIdentityCase, 'approve', {
    summary: 'Approves a changed name or identity card of a rider, which then takes effect.',
  }),
  'safety.Rider/rejectIdentity': stepEndpoint(riderIdentityCase, 'reject', {
    summary: 'Rejects a changed name or identity card of a rider, with a reason.',
    fields: { reason: words(RIDER.reason) },
  }),
} as const;
