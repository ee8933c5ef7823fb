/** Safety of stations: versioned checklists, inspections with their rectification, and scores. */
export { pointOf, teamPoint } from './answers';
export { siteSafetyExportSources } from './exports';
export { inspectionWorkload } from './filter';
export { siteSafetyHandlers } from './handlers';
export { siteSafetyJobs } from './jobs';
export { inspections } from './kind';
export { assertPhotos, photoReader } from './photos';
export { rescore } from './scores';
