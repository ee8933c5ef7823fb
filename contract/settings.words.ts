import type { Tone } from './lifecycle';
import { type Text, text } from './text';
import { WORD } from './words';

/** Texts and constants of settings pages for outside platforms. Free of libraries: the browser imports them at run time. */

/** States of an outside platform's settings (DOMAIN §3.10 "status strip"). */
export const CONFIG_STATES = {
  notConfigured: { tone: 'neutral', text: WORD.notConfigured },
  incomplete: { tone: 'attention', text: text('配置不完整', 'Incomplete', 'Incompleto', '設定不完整') },
  /** Complete, without a test in the last day. */
  disabled: { tone: 'neutral', text: text('未启用', 'Disabled', 'Desativado', '未啟用') },
  /** Complete and tested: can be enabled. */
  ready: { tone: 'info', text: text('待启用', 'Ready to enable', 'Pronto para ativar', '待啟用') },
  enabled: { tone: 'good', text: WORD.enabledMasculine },
  /** The last test failed, or something that is needed has ended. */
  failing: { tone: 'bad', text: text('异常', 'Failing', 'Com falha', '異常') },
  expiring: { tone: 'attention', text: WORD.expiring },
} as const satisfies Record<string, { readonly tone: Tone; readonly text: Text }>;
export type ConfigState = keyof typeof CONFIG_STATES;

/** Days before the end of a certificate or a token on which people are notified (DOMAIN §3.10). */
export const EXPIRY_DAYS = [30, 14, 7] as const;
/** Hours for which a passed test is valid. */
export const TEST_HOURS = 24;

/** Last part of the addresses of a platform's page (DOMAIN §6.8), by name in `settingEndpoints`. */
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
