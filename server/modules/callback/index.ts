/** Calls of outside platforms: how they come in, are handled once, and are repeated. Receivers belong to the modules of their effects. */
export { callbackJobs } from './jobs';
export { registerCallbackRoutes } from './routes';
