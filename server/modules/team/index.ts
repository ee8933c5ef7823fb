/** This file is the public API of the stations module. */

export { byName, stateText } from './answers';
export { applyTerms, type FeeValues, loadTerms, termsOfTeam } from './change-terms';
export { listedTeams } from './export-store';
export { teamExportSources, teamFilterWords } from './exports';
export { stationFilterNames, stationFilterText } from './filterSummary';
export { findTeams } from './find';
export { isInside } from './geometry';
export { type StationGround, stationGrounds } from './ground';
export { eachTeam, targetTeams, teamBatchHandlers, teamHandlers } from './handlers';
export { isInHours } from './hours';
export { freezeAfterIncident } from './incident';
export { CHANGED_BY_ITSELF, teamJobs } from './jobs';
export { writerOf } from './lifecycle';
export { byWork, teamOptions, waits } from './list-store';
export { appendLog, logPage } from './log-store';
export { assertTeamInScope, inRegions, reachesBeyond, scopesOfTeam, scopeTeams, visibleTeams } from './scope';
export { scopedTeamIds, scopedTeamNames } from './scopedTeamIds';
export { revealTeamField } from './sensitive';
export { countStationDrafts, moveStationDrafts, reportedTeam, teamNames } from './store';
export { switchName, switchPosition } from './switch-text';
export { teamPlaces } from './teamPlaces';
export {
  type ChargedFees,
  CREDIT_LIMIT,
  chargedTerms,
  creditLimits,
  type StationPlace,
  type StationTerms,
  stationTerms,
} from './terms';
