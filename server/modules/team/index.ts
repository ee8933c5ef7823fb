/** Stations: what other modules may ask. */

export { byName, stateText } from './answers';
export { askedTeams } from './asked';
export { teamExportSources } from './exports';
export { findTeams } from './find';
export { eachTeam, teamHandlers, teamSeveral } from './handlers';
export { CHANGED_BY_ITSELF, teamJobs } from './jobs';
export { writerOf } from './lifecycle';
export { teamPlaces } from './places';
export { assertTeamInScope, isInScope, reachesBeyond, scopesOfTeam, scopeTeams, visibleTeams } from './scope';
export { revealTeamField } from './sensitive';
export { appendLog, countStationDrafts, logPage, moveStationDrafts, teamNames, teamOptions, waits } from './store';
export { switchName, switchPosition } from './switch-text';
export { CREDIT_LIMIT, creditLimits, type StationTerms, stationTerms, writeCreditLimit } from './terms';
export { stationWords } from './words';
