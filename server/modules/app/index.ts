/** The three apps (APP 配置): their parameters, and the versions offered to users. */
export { registerDownloadRoutes } from './download';
export { appExportSources } from './exports';
export { appHandlers } from './handlers';
export { openedUserPush, refuseAsProvider } from './push';
