/** Exports (导出): handlers, the runner of tasks, links to files. It imports the tables of every module; no module imports it. */
export { exportManageHandlers } from './handlers';
export { clearAway, startExports } from './jobs';
export { registerExportRoutes } from './links';
export type { RunnerTools } from './plan';
export { runExport, runWaiting } from './runner';
export { checkExports, mayExport } from './sources';
