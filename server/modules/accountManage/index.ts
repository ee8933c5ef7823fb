export { accountManageHandlers } from './handlers';
