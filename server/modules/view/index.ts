export { viewHandlers } from './handlers';
