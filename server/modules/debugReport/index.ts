/** Reports of the debug monitor. Each is stored as an operation record only. */
export { debugReportHandlers } from './handlers';
