/** Incidents at stations: report, investigation, measures, closing. */
export { siteIncidentExportSources } from './exports';
export { siteIncidentHandlers } from './handlers';
export { incidents } from './kind';
export { incidentVideos, siteIncidentJobs } from './videos';
