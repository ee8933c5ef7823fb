import type { Endpoint } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { ERRORS, type ErrorCode } from '../../../contract/errors';
import { LAPSE_AUDIT } from '../../../contract/franchiseApply.states';
import { BUILTIN_IDENTITIES } from '../../../contract/identity.builtin';
import { ruleById } from '../../../contract/permissions';
import {
  ARCHIVE_AUDITS,
  CONTRACT_END_AUDIT,
  CONTRACT_START_AUDIT,
  moduleText,
  objectText,
  PHONE_SEARCH_AUDIT,
  READ_TEXT,
  SEVERAL_TEXT,
  TIMED_AUDITS,
} from '../../../contract/record.texts';
import { SWITCHES, type SwitchKey } from '../../../contract/switches';
import { type Locale, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { BY_SYSTEM } from '../../core/audit';
import type { ActorContext } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { isLocalAddress, splitAction } from './rules';

export const ALONE = text(
  '（未经第二人复核）',
  ' (without a second person)',
  ' (sem segunda pessoa)',
  '（未經第二人覆核）',
);
const LOCAL_NETWORK = text('本地网络', 'Local network', 'Rede local', '本地網路');
const NOT_SIGNED_IN = text('未登录', 'Not signed in', 'Sem sessão', '未登入');

/** Texts of actions by `module.action`, from the endpoints and from the constants of actions without an endpoint. */
const ACTIONS: ReadonlyMap<string, Text> = new Map([
  ...[
    PHONE_SEARCH_AUDIT,
    CONTRACT_END_AUDIT,
    CONTRACT_START_AUDIT,
    LAPSE_AUDIT,
    ...Object.values(ARCHIVE_AUDITS),
    ...Object.values(TIMED_AUDITS).flatMap(({ publishDue, expire }) => [publishDue, expire]),
  ].map(({ module, action, text }) => [`${module}.${action}`, text] as const),
  ...Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
    if (endpoint.method === 'GET' || endpoint.audit === null) return [];
    const { audit, access } = endpoint;
    const rule = typeof access === 'object' ? ruleById([access.rule].flat()[0] ?? 0) : undefined;
    const text = audit.text ?? rule?.text;
    return text ? [[`${audit.module}.${audit.action}`, text] as const] : [];
  }),
]);

export function moduleName(module: string, locale: Locale): string {
  return moduleText(module)?.[locale] ?? module;
}

/** The recorded details of a bulk call. */
export interface BulkDetail {
  /** The action. `null` if the bulk call supports only one action. */
  readonly action: string | null;
  /** The switch that was set. `null` if the bulk call set no switch. */
  readonly switch: string | null;
  /** Number of records. `null` if it was not recorded. */
  readonly count: number | null;
}

/** Reads the details of a bulk call. @param after its `ids` is a list of ids or their number @returns `null` for a call about one record */
export function bulkDetail(action: string, after: unknown): BulkDetail | null {
  if (action !== 'bulk' && action !== 'bulkSwitch') return null;
  const said: Readonly<Record<string, unknown>> = typeof after === 'object' && after !== null ? { ...after } : {};
  const word = (value: unknown) => (typeof value === 'string' ? value : null);
  const count = Array.isArray(said.ids) ? said.ids.length : said.ids;
  return {
    action: word(said.action),
    switch: word(said.switch),
    count: typeof count === 'number' ? count : null,
  };
}

/**
 * Returns the text of an action.
 *
 * @param object the object's type; `page` for refused reads
 * @param several details of a bulk call from {@link bulkDetail}; the text is then, for example, "Pause station × 5,000"
 */
export function actionName(
  module: string,
  action: string,
  object: string,
  locale: Locale,
  several: BulkDetail | null = null,
): string {
  const known = ACTIONS.get(`${module}.${action}`)?.[locale];
  if (!known) return object === 'page' ? `${READ_TEXT[locale]} (${action})` : action;
  if (several === null) return known;
  const each = `${module}.${several.action}`;
  const name = (ACTIONS.get(each) ?? SEVERAL_TEXT[each])?.[locale] ?? known;
  const position = several.switch === null ? null : SWITCHES[several.switch as SwitchKey]?.text[locale];
  const what = position ? `${name} · ${position}` : name;
  return several.count === null ? what : `${what} × ${new Intl.NumberFormat(locale).format(several.count)}`;
}

/** Returns the text of a module and action. @param pair such as `team.update`, which becomes "Stations · Edit station" */
export function pairName(pair: string, locale: Locale): string {
  const [module, action] = splitAction(pair);
  return `${moduleName(module, locale)} · ${actionName(module, action, '', locale)}`;
}

const byText = (one: { text: string }, other: { text: string }) => one.text.localeCompare(other.text);

/** Lists the modules and actions of operation records with their texts, for the choices of the filter. */
export function recordChoices(locale: Locale) {
  const pairs = [...ACTIONS.keys()];
  const modules = [...new Set(pairs.map((pair) => splitAction(pair)[0]))];
  return {
    modules: modules.map((value) => ({ value, text: moduleName(value, locale) })).sort(byText),
    actions: pairs.map((value) => ({ value, text: pairName(value, locale) })).sort(byText),
  };
}

/**
 * Returns the account's current name, or the recorded account if there is no name. Records of the system and records without an account get
 * a fixed text.
 */
export const personName = (
  { accountId, account }: { readonly accountId: number; readonly account: string },
  names: Pick<ReadonlyMap<number, string>, 'get'>,
  { t }: Pick<ActorContext, 't'>,
): string => {
  if (accountId === BY_SYSTEM.accountId && account === BY_SYSTEM.account) return t(WORD.system);
  return names.get(accountId) ?? (account || t(NOT_SIGNED_IN));
};

export const objectName = (type: string, locale: Locale): string => objectText(type)?.[locale] ?? type;

/** Returns the sentence of a result code. Parameters are not recorded and appear as "…". @returns `null` if the code no longer exists */
export function resultSentence(code: number, locale: Locale): string | null {
  const sentence = ERRORS[code as ErrorCode] as Text | undefined;
  return sentence ? sentence[locale].replace(/\{\w+\}/g, '…') : null;
}

export const placeName = (ip: string, { t }: Pick<ActorContext, 't'>): string | null =>
  isLocalAddress(ip) ? t(LOCAL_NETWORK) : null;

export const deviceName = (userAgent: string): string => (userAgent === '' ? '' : deviceOf(userAgent).label);

const BUILTIN = new Map<string, Text>(BUILTIN_IDENTITIES.map((identity) => [identity.text['zh-CN'], identity.text]));

/** Formats recorded identities. Built-in identities appear in the reader's language. */
export function identityNames(recorded: string, locale: Locale): string {
  const names = recorded.split('、').map((name) => BUILTIN.get(name)?.[locale] ?? name);
  return names.join(locale.startsWith('zh') ? '、' : ', ');
}
