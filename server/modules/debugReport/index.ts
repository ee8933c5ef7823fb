/** Reports of the debug monitor: each is an operation record, and nothing else is kept of it. */
export { debugReportHandlers } from './handlers';
