/** Stations: what other modules may ask. */

export { byName, stateText } from './answers';
export { eachTeam, teamHandlers } from './handlers';
export { CHANGED_BY_ITSELF, teamJobs } from './jobs';
export { writerOf } from './lifecycle';
export { assertTeamInScope, isInScope, scopesOfTeam, scopeTeams, visibleTeams } from './scope';
export { revealTeamField } from './sensitive';
export { appendLog, countStationDrafts, logPage, moveStationDrafts, teamNames, teamOptions } from './store';
export { switchName, switchPosition } from './switch-text';
