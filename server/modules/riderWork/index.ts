/** Riders (骑手): applications, states, working time, violations, and reports of their app. */

export { revealRider } from './answers';
export { riderWorkExportSources } from './exports';
export { countRecentOrders, countRiderFigures, riderSums } from './figures';
export { riderWorkload } from './filter';
export { findRiders } from './find';
export { riderWorkHandlers } from './handlers';
export { riderWorkJobs } from './jobs';
export { riders, suspendAfterIncident } from './kind';
export { type RiderFilter, riderPage, trainingsSince } from './store';
export { noteLossViolation } from './violations';
