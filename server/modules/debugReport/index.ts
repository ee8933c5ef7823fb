/** Reports of the debug monitor. Each report is stored only as an operation record. */
export { debugReportHandlers } from './handlers';
