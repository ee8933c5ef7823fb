/** Pages of configuration (设置): what every settings group does, from its declaration in the contract. */
export { type GroupHooks, settingCalls } from './calls';
export { missingFields } from './rules';
export { currentSetting, currentValues, readSecret } from './store';
