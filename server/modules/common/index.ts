export { commonHandlers } from './handlers';
export { fileUrl, registerFileRoutes } from './links';
export { regionChain, regionName } from './regions';
export { filesExist } from './store';
