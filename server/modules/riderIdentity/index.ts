/** Changes of names and identity cards of admitted riders (实名变更). The app reports them, and staff review them. */
import { riderIdentityEndpoints } from '../../../contract/riderIdentity';
import { handlers } from '../../core/http/context';
import { riderIdentities } from './kind';

export { riderIdentities } from './kind';
export { endIdentityReview, reportedCard, reviewIdentity } from './report';
export { HAS_OPEN_IDENTITY, identityColumns, moveIdentities, newestIdentity } from './store';

export const riderIdentityHandlers = handlers(riderIdentityEndpoints, {
  'safety.Rider/approveIdentity': (ctx, input) => riderIdentities.run(ctx, 'approve', input),
  'safety.Rider/rejectIdentity': (ctx, input) => riderIdentities.run(ctx, 'reject', input),
});
