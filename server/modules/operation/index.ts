export { operationHandlers } from './handlers';
