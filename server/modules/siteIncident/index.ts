/** Incidents at stations, from the report to the closing, with their videos. */
export { siteIncidentExportSources } from './exports';
export { siteIncidentHandlers } from './handlers';
export { incidents } from './kind';
export { incidentVideos, siteIncidentJobs } from './videos';
