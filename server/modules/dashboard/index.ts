export { dashboardExportSources } from './exports';
/** The workbench (start page), and the job that updates its figures. */
export { dashboardHandlers } from './handlers';
export { orderJobs } from './jobs';
