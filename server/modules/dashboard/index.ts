export { dashboardExportSources } from './exports';
/** The workbench. */
export { dashboardHandlers } from './handlers';
export { orderJobs } from './jobs';
