/** Exports (导出): handlers, the runner of tasks, links to files. Knows the tables of every module; no module imports it. */
export { exportManageHandlers } from './handlers';
export { clearAway, runWaiting, startExports } from './jobs';
export { registerExportRoutes } from './links';
export type { RunnerTools } from './plan';
export { checkExports, mayExport } from './sources';
