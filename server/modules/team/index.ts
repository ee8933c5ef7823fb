/** Stations: what other modules may ask. */

export { byName, stateText } from './answers';
export { eachTeam, teamHandlers } from './handlers';
export { teamJobs } from './jobs';
export { writerOf } from './lifecycle';
export { assertTeamInScope, scopeTeams, visibleTeams } from './scope';
export { revealTeamField } from './sensitive';
export { appendLog, logPage, teamNames, teamOptions } from './store';
export { switchName, switchPosition } from './switch-text';
