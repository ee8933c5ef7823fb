export { receivableHandlers } from './handlers';
