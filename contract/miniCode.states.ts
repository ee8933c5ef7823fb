/** Mini-program code (小程序代码, DOMAIN §3.10): platforms, states, actions. Free of libraries: the browser imports it. */

export const MINI_PLATFORMS = ['wx', 'ali', 'dy'] as const;
export type MiniPlatform = (typeof MINI_PLATFORMS)[number];

export const MINI_VERSION_STATES = [
  'building',
  'buildFailed',
  'dev',
  'auditing',
  'rejected',
  'passed',
  'gray',
  'online',
  'offline',
  'history',
  'deleted',
] as const;
export type MiniVersionState = (typeof MINI_VERSION_STATES)[number];
