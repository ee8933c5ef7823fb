export { commonHandlers } from './handlers';
