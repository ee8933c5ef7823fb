/** Pages of configuration (设置): what every settings group does, from its declaration in the contract. */
export { settingCalls } from './calls';
export { type Ending, endingsOf, type FieldFault } from './certificates';
export {
  checked,
  enabledPlatform,
  type OpeningTools,
  openedPlatform,
  type PlatformHooks,
  type PlatformSettings,
  platformCalls,
  storedPlatform,
} from './platform';
export { missingFields } from './rules';
export { enabledKeys, storeTest, switchState } from './state';
export { currentSetting, currentValues, insertSetting, readSecret, writeSecret } from './store';
export { type GroupHooks, groupConflict } from './write';
