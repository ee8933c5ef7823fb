/** Measures, life and readiness of the process, for those who run it. */
export { createMeasures, type Measures } from './measures';
export { createMonitorApp, readinessOf, startMonitor } from './server';
