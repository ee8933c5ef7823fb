export { searchHandlers } from './handlers';
