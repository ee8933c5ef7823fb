export { identityHandlers } from './handlers';
