/** Exports (导出): handlers, the runner of tasks, and download links. This module imports the other modules, so they must not import it. */
export { exportManageHandlers } from './handlers';
export { clearAway, startExports } from './jobs';
export { registerExportRoutes } from './links';
export type { RunnerTools } from './plan';
export { runExport, runWaiting } from './runner';
export { checkExports, mayExport } from './sources';
