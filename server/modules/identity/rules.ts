import type { FieldError } from '../../../contract/endpoint';
import type { IdentityValues } from '../../../contract/identity';
import { SEPARATE_DUTIES } from '../../../contract/identity.states';
import { IDENTITY } from '../../../contract/limits';
import { ruleById, withParents } from '../../../contract/permissions';
import { type Locale, type Text, text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import type { Grant } from '../../core/access/granting';
import type { StoredScope } from '../../core/access/scope';

/** Pure functions about identities (DOMAIN §3.11): no database, no clock. */

const MESSAGES = {
  noRule: WORD.chooseAtLeastOnePermission,
  unknownRule: text(
    '包含不存在的权限，请刷新后重试',
    'One of the permissions does not exist; reload',
    'Uma das permissões não existe, recarregue',
    '包含不存在的權限，請重新整理後再試',
  ),
  noIds: WORD.chooseWhatDataScopeContains,
  unknownId: text(
    '数据范围包含不存在的对象',
    'The data scope names something that does not exist',
    'O escopo de dados cita algo que não existe',
    '資料範圍包含不存在的對象',
  ),
  ownRows: text(
    '站点和加盟商身份只能访问本账号所属的站点',
    'Identities of stations and franchisees reach their own stations only',
    'Identidades de estações e franqueados alcançam só as próprias estações',
    '站點與加盟商身分只能存取帳號所屬的站點',
  ),
  hours: text(
    '登录时段有误：结束须晚于开始，且时段不能重叠',
    'Sign-in hours are not valid: each range must end after it begins, and ranges must not overlap',
    'Horários inválidos: cada faixa deve terminar depois de começar, sem sobreposição',
    '登入時段有誤：結束須晚於開始，且時段不能重疊',
  ),
  noHours: WORD.signInHoursNeeded,
  typeStays: WORD.identityTypeStays,
} as const satisfies Record<string, Text>;

/** Data scopes of identity types whose scope is always the account's own stations or franchise. */
const OWN_ROWS = { station: 'teams', franchisee: 'franchisees' } as const;

/** Normalizes a data scope for storage. It removes duplicates, and the ids of scopes that need none. */
function normalScope(type: IdentityValues['type'], scope: StoredScope): StoredScope {
  if (type !== 'hq') return { kind: OWN_ROWS[type], ids: [] };
  if (scope.kind === 'all') return { kind: 'all', ids: [] };
  return { kind: scope.kind, ids: [...new Set(scope.ids)].sort((a, b) => a - b) };
}

/** Checks whether two data scopes have the same kind and the same ids. Neither may contain duplicates. */
export function sameScope(one: StoredScope, other: StoredScope): boolean {
  return (
    one.kind === other.kind && one.ids.length === other.ids.length && one.ids.every((id) => other.ids.includes(id))
  );
}

/**
 * Finds errors of an identity's values that the schema cannot detect (40001).
 *
 * @param known checks whether an id of the data scope exists
 * @param fixedType the type that must not change, or `null` if any type is allowed
 */
export function valueErrors(
  values: IdentityValues,
  context: { known: (id: number) => boolean; fixedType: IdentityValues['type'] | null; locale: Locale },
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: keyof IdentityValues, rule: string, message: keyof typeof MESSAGES) =>
    errors.push({ field, rule, message: MESSAGES[message][context.locale] });
  if (context.fixedType !== null && values.type !== context.fixedType) refuse('type', 'choice', 'typeStays');
  if (values.ruleIds.length === 0) refuse('ruleIds', 'required', 'noRule');
  else if (values.ruleIds.some((rule) => ruleById(rule) === undefined)) refuse('ruleIds', 'choice', 'unknownRule');
  const { kind, ids } = values.dataScope;
  if (values.type !== 'hq') {
    if (kind !== OWN_ROWS[values.type] || ids.length > 0) refuse('dataScope', 'choice', 'ownRows');
  } else if (kind !== 'all') {
    if (ids.length === 0) refuse('dataScope', 'required', 'noIds');
    else if (!ids.every(context.known)) refuse('dataScope', 'choice', 'unknownId');
  }
  const hours = values.loginHours;
  if (hours !== null) {
    if (!isWeek(hours)) refuse('loginHours', 'pattern', 'hours');
    else if (hours.every(({ ranges }) => ranges.length === 0)) refuse('loginHours', 'required', 'noHours');
  }
  return errors;
}

function isWeek(hours: NonNullable<IdentityValues['loginHours']>): boolean {
  if (new Set(hours.map(({ weekday }) => weekday)).size !== hours.length) return false;
  return hours.every(({ ranges }) => {
    // Times such as `09:00` have equal length, so they can be sorted as text.
    const sorted = [...ranges].sort((one, other) => (one.from < other.from ? -1 : 1));
    return sorted.every(({ from, to }, index) => from < to && from >= (sorted[index - 1]?.to ?? '00:00'));
  });
}

const SEPARATE = text(
  '职责分离：“{a}”和“{b}”建议由两个人分别持有',
  'Separate duties: “{a}” and “{b}” should be held by two people',
  'Separação de funções: “{a}” e “{b}” devem ficar com duas pessoas',
  '職責分離：「{a}」和「{b}」建議由兩個人分別持有',
);

/** Returns warnings about combinations of permissions that should be divided between two people. */
export function dutyWarnings(ruleIds: Iterable<number>, locale: Locale): string[] {
  const held = new Set(ruleIds);
  const name = (rule: number) => ruleById(rule)?.text[locale] ?? String(rule);
  return SEPARATE_DUTIES.filter(([a, b]) => held.has(a) && held.has(b)).map(([a, b]) =>
    SEPARATE[locale].replace('{a}', name(a)).replace('{b}', name(b)),
  );
}

/** Converts form values to a grant, which is the form in which permissions are evaluated. */
export function grantOf(values: Pick<IdentityValues, 'type' | 'ruleIds' | 'dataScope' | 'fieldRules'>): Grant {
  return {
    type: values.type,
    ruleIds: withParents(values.ruleIds),
    scope: normalScope(values.type, values.dataScope),
    fields: [...new Set(values.fieldRules)].sort(),
  };
}

/** Returns the start of the period in which an earlier request blocks another request for the same permission. */
export function askedSince(now: Date): Date {
  return new Date(now.getTime() - IDENTITY.askAgainHours * HOUR_MS);
}

/** Pages where identities are assigned, with the required permission id. */
const GIVEN_AT = {
  people: { rule: 8202, path: '/rightsManagement/staff?open=' },
  subAccounts: { rule: 402, path: '/dashboard/accountManage?open=' },
} as const;

/**
 * Returns the link to the page where a granter can grant a permission. A granter who may assign identities gets the link to the account
 * that requested the permission. Other granters get the link to the list of identities that contain the permission.
 */
export function grantLink(
  asker: { readonly id: number; readonly isSubAccount: boolean },
  rule: number,
  granter: { holds(rule: number): boolean },
): string {
  const place = asker.isSubAccount ? GIVEN_AT.subAccounts : GIVEN_AT.people;
  return granter.holds(place.rule) ? `${place.path}${asker.id}` : `/rightsManagement/identity?ruleId=${rule}`;
}
