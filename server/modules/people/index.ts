/** Riders and users: the exports for other modules. */
export { ageOn, idCardColumns, idCardPlace, riderColumn } from './id-card';
export { type People, peopleNames } from './names';
export { isRiderOf, type RiderFacts, ridersById, ridersByNo, ridersWhere, searchRiders } from './riders';
export { depositDueOn, LEFT_STATES, leftAtOf, onlineSince, WORKING_STATES } from './rules';
export {
  activeUsers,
  certificatesEnding,
  hasNoRider,
  knownPeople,
  riderCounts,
  riderNames,
  ridersByRating,
  ridersOf,
  riderTotals,
  teamsWithRiders,
} from './store';
export { addToFigures } from './user-figures';
