/** The three apps (APP 配置): their settings, and the versions that users are offered. */
export { registerDownloadRoutes } from './download';
export { appExportSources } from './exports';
export { appHandlers } from './handlers';
export { openedUserPush, refuseAsProvider } from './push';
