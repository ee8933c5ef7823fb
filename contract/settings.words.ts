import type { Tone } from './lifecycle';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares texts and constants of settings pages for outside platforms. It imports no library, because the browser loads it
 * at run time.
 */

/** States of an outside platform's settings (DOMAIN §3.10 "status strip"). */
export const CONFIG_STATES = {
  notConfigured: { tone: 'neutral', text: WORD.notConfigured },
  incomplete: { tone: 'attention', text: text('配置不完整', 'Incomplete', 'Incompleto', '設定不完整') },
  /** The group is not enabled. Its settings are complete, but no test of these settings has passed in the last day. */
  disabled: { tone: 'neutral', text: text('未启用', 'Disabled', 'Desativado', '未啟用') },
  /** The settings are complete and passed a test in the last day. The group can be enabled. */
  ready: { tone: 'info', text: text('待启用', 'Ready to enable', 'Pronto para ativar', '待啟用') },
  enabled: { tone: 'good', text: WORD.enabledMasculine },
  /** The last test of these settings failed, or a certificate or a token has expired. */
  failing: { tone: 'bad', text: text('异常', 'Failing', 'Com falha', '異常') },
  expiring: { tone: 'attention', text: WORD.expiring },
} as const satisfies Record<string, { readonly tone: Tone; readonly text: Text }>;
export type ConfigState = keyof typeof CONFIG_STATES;

/** Days before the end of a certificate or a token on which users receive a notice (DOMAIN §3.10). */
export const EXPIRY_DAYS = [30, 14, 7] as const;

/**
 * Checks whether a certificate or token has expired or ends within the longest notice period (`EXPIRY_DAYS`).
 *
 * @param days whole days until the end, negative after the end
 */
export const endsSoon = (days: number): boolean => days <= EXPIRY_DAYS[0];

/** Hours for which a passed test remains valid. */
export const TEST_HOURS = 24;

/** Last segments of the endpoint names of a platform's page (DOMAIN §6.8), by the names in `settingEndpoints` and `stateEndpoints`. */
export const PLATFORM_ACTIONS = {
  get: 'get',
  save: 'save',
  history: 'getHistory',
  version: 'getVersion',
  restore: 'restore',
  test: 'test',
  enable: 'enable',
  disable: 'disable',
  clearSecret: 'clearSecret',
} as const;
