/** Configuration pages (设置): the behaviour that all settings groups share. The contract declares the groups. */
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
