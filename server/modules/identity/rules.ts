import type { FieldError } from '../../../contract/endpoint';
import type { FieldRule } from '../../../contract/field-rules';
import type { IdentityValues } from '../../../contract/identity';
import { SEPARATE_DUTIES } from '../../../contract/identity.states';
import { moduleOf, ruleById, withParents } from '../../../contract/permissions';
import { type Locale, type Text, text } from '../../../contract/text';
import type { DataScope } from '../../core/context';
import type { StoredScope } from '../../core/scope';

/** Pure decisions about identities (DOMAIN §3.11): no database, no clock. */

/** Where a station lies, for the question whether a scope covers it. */
export interface TeamPlace {
  readonly id: number;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly franchiseeId: number | null;
}

/** What an identity grants. */
export interface Grant {
  readonly type: IdentityValues['type'];
  readonly ruleIds: readonly number[];
  readonly scope: StoredScope;
  readonly fields: readonly FieldRule[];
}

/** What the granter holds (core/access). */
export interface Holder {
  readonly rules: ReadonlySet<number>;
  readonly fields: ReadonlySet<FieldRule>;
  scopeOf(rule: number): DataScope;
}

/** The part of a region code that its sub-regions share: `510000` → `51`, `510100` → `5101`. */
function stem(code: string): string {
  return code.replace(/(00){1,2}$/, '');
}

function liesIn(scope: DataScope, team: TeamPlace): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'regions':
      return [team.provinceCode, team.cityCode, team.districtCode].some((code) => code && scope.codes.includes(code));
    case 'teams':
      return scope.ids.includes(team.id);
    case 'franchisees':
      return team.franchiseeId !== null && scope.ids.includes(team.franchiseeId);
  }
}

/**
 * Does one's own scope hold everything that another one would reach, now and later? A franchisee's stations may come to lie
 * anywhere, so regions never cover a franchisee; stations and franchisees never cover a region.
 *
 * @param places the stations that `wanted` names
 */
function scopeCovers(own: DataScope, wanted: StoredScope, places: readonly TeamPlace[]): boolean {
  if (own.kind === 'all') return true;
  switch (wanted.kind) {
    case 'all':
      return false;
    case 'regions':
      return (
        own.kind === 'regions' &&
        wanted.ids.map(six).every((code) => own.codes.some((held) => stem(code).startsWith(stem(held))))
      );
    case 'franchisees':
      return own.kind === 'franchisees' && wanted.ids.every((id) => own.ids.includes(id));
    case 'teams':
      return wanted.ids.every((id) => places.some((team) => team.id === id && liesIn(own, team)));
  }
}

const six = (code: number): string => String(code).padStart(6, '0');

/**
 * Does an identity grant more than a person holds (42343)? Every rule must be the person's own, with rows that lie inside
 * the person's own rows of that module, and every field. What a station's or franchisee's identity grants over its own rows
 * reaches nobody else's.
 */
export function exceeds(holder: Holder, grant: Grant, places: readonly TeamPlace[]): boolean {
  if (grant.fields.some((field) => !holder.fields.has(field))) return true;
  if (grant.ruleIds.some((rule) => !holder.rules.has(rule))) return true;
  if (grant.type !== 'hq' && grant.scope.ids.length === 0 && grant.scope.kind !== 'all') return false;
  const byModule = new Map(grant.ruleIds.map((rule) => [moduleOf(rule), rule]));
  return [...byModule.values()].some((rule) => !scopeCovers(holder.scopeOf(rule), grant.scope, places));
}

const MESSAGES = {
  noRule: text(
    '请至少选择一项权限',
    'Choose at least one permission',
    'Escolha ao menos uma permissão',
    '請至少選擇一項權限',
  ),
  unknownRule: text(
    '包含不存在的权限，请刷新后重试',
    'One of the permissions does not exist, reload',
    'Uma das permissões não existe, recarregue',
    '包含不存在的權限，請重新整理後再試',
  ),
  noIds: text(
    '请选择数据范围包含的对象',
    'Choose what the data scope contains',
    'Escolha o que o escopo de dados contém',
    '請選擇資料範圍包含的對象',
  ),
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
  noHours: text(
    '至少一天须有登录时段',
    'At least one day needs sign-in hours',
    'Ao menos um dia precisa de horário',
    '至少一天須有登入時段',
  ),
  typeStays: text(
    '已有人员使用该身份，不能更改类型',
    'People have this identity, so its type stays',
    'Há pessoas com esta identidade; o tipo não muda',
    '已有人員使用此身分，不能更改類型',
  ),
} as const satisfies Record<string, Text>;

/** The rows of identities that are bound to the account's own stations. */
const OWN_ROWS = { station: 'teams', franchisee: 'franchisees' } as const;

/** The scope as it is stored: nothing is named beside `all`, nor where the account's own rows are meant; nothing twice. */
function normalScope(type: IdentityValues['type'], scope: StoredScope): StoredScope {
  if (type !== 'hq') return { kind: OWN_ROWS[type], ids: [] };
  if (scope.kind === 'all') return { kind: 'all', ids: [] };
  return { kind: scope.kind, ids: [...new Set(scope.ids)].sort((a, b) => a - b) };
}

/** Do two scopes name the same rows? Neither names anything twice. */
export function sameScope(one: StoredScope, other: StoredScope): boolean {
  return (
    one.kind === other.kind && one.ids.length === other.ids.length && one.ids.every((id) => other.ids.includes(id))
  );
}

/**
 * What the schema cannot say about an identity's values (40001).
 *
 * @param known which of the ids that the scope names exist
 * @param fixedType the type that must stay, or null
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
    // Times of the same length order as text does.
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

/** Warnings about permissions that two people should share. */
export function dutyWarnings(ruleIds: Iterable<number>, locale: Locale): string[] {
  const held = new Set(ruleIds);
  const name = (rule: number) => ruleById(rule)?.text[locale] ?? String(rule);
  return SEPARATE_DUTIES.filter(([a, b]) => held.has(a) && held.has(b)).map(([a, b]) =>
    SEPARATE[locale].replace('{a}', name(a)).replace('{b}', name(b)),
  );
}

/** What a form sent, as the evaluator reads it. */
export function grantOf(values: Pick<IdentityValues, 'type' | 'ruleIds' | 'dataScope' | 'fieldRules'>): Grant {
  return {
    type: values.type,
    ruleIds: withParents(values.ruleIds),
    scope: normalScope(values.type, values.dataScope),
    fields: [...new Set(values.fieldRules)].sort(),
  };
}
