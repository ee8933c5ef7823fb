/** Metrics, liveness and readiness of the process, for the operators of the server. */
export { clockAhead } from './clock';
export { createMeasures, type Measures } from './measures';
export { createMonitorApp, readinessOf, startMonitor } from './server';
