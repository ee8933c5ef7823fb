/** Riders and users: what other modules may ask. */
export { WORKING_STATES } from './rules';
export {
  activeUsers,
  certificatesEnding,
  countTeamsWithoutRider,
  riderCounts,
  riderNames,
  ridersByRating,
  ridersOf,
  riderTotals,
  teamsWithRiders,
} from './store';
