/**
 * Receives calls from outside platforms, handles each event once and retries failures. Each receiver belongs to the module whose data the
 * receiver changes.
 */
export { callbackJobs } from './jobs';
export { registerCallbackRoutes } from './routes';
