/** Calls from outside platforms: they are received, handled once, and retried. Receivers belong to the modules of their effects. */
export { callbackJobs } from './jobs';
export { registerCallbackRoutes } from './routes';
