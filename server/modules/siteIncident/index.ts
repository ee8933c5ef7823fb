/** Incidents at stations: reported, investigated, handled with measures, closed. */
export { siteIncidentExportSources } from './exports';
export { siteIncidentHandlers } from './handlers';
export { incidents } from './kind';
export { incidentVideos, siteIncidentJobs } from './videos';
