/** Stations: what other modules may ask. */

export { byName, stateText } from './answers';
export { eachTeam, teamHandlers } from './handlers';
export { teamJobs } from './jobs';
export { writerOf } from './lifecycle';
export { assertTeamInScope, isInScope, scopeTeams, visibleTeams } from './scope';
export { revealTeamField } from './sensitive';
export { appendLog, countStationDrafts, logPage, moveStationDrafts, teamNames, teamOptions } from './store';
export { switchName, switchPosition } from './switch-text';
