export { operationHandlers } from './handlers';
export { switchesOf } from './store';
