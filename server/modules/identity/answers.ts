import type { DataOf } from '../../../contract/endpoint';
import { FIELD_RULE_TEXT, type FieldRule } from '../../../contract/field-rules';
import type { identityEndpoints } from '../../../contract/identity';
import { BUILTIN_IDENTITIES } from '../../../contract/identity.builtin';
import { IDENTITY_TYPE_TEXT, identityLifecycle } from '../../../contract/identity.states';
import { childrenOf, type RuleId, ruleById } from '../../../contract/permissions';
import { padRegionCode } from '../../../contract/region-codes';
import { RULE } from '../../../contract/rule-ids';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { exceeds } from '../../core/access/granting';
import type { StoredScope, TeamPlace } from '../../core/access/scope';
import type { DataScope } from '../../core/actor';
import type { LoginDay } from '../../core/database/tables/access';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { accountNames, identityName } from '../account';
import { franchisees } from '../reference';
import { regionName } from '../region';
import { dutyWarnings } from './rules';
import { type IdentityRecord, identityById, identityIdsOf, placesOf, teamNames } from './store';

/** Identities in the form that pages show, in the reader's language. */

type Row = DataOf<(typeof identityEndpoints)['rights.Identity/getList']>['list'][number];
type Detail = DataOf<(typeof identityEndpoints)['rights.Identity/getDetail']>;

const WORDS = {
  all: WORD.allData,
  ownTeams: text('账号所属站点', "The account's own stations", 'As próprias estações da conta', '帳號所屬站點'),
  ownFranchise: text(
    '账号名下站点',
    "The franchisee's own stations",
    'As estações do próprio franqueado',
    '帳號名下站點',
  ),
  regions: text(
    '{names} 等 {n} 个区域',
    '{names} and others ({n} regions)',
    '{names} e outras ({n} regiões)',
    '{names} 等 {n} 個區域',
  ),
  teams: text('{n} 个站点', 'Stations: {n}', 'Estações: {n}', '{n} 個站點'),
  franchisees: text('{n} 个加盟商', 'Franchisees: {n}', 'Franqueados: {n}', '{n} 個加盟商'),
  none: WORD.noneMasculine,
  anyTime: WORD.atAnyTime,
  anywhere: WORD.fromAnywhere,
  yes: WORD.yes,
  no: WORD.no,
  system: WORD.system,
} as const satisfies Record<string, Text>;

const NAMED_REGIONS = 3;
/** Weekdays in display order, from Monday (1) to Sunday (0). */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

const separator = (ctx: ActorContext): string => (ctx.locale.startsWith('zh') ? '、' : ', ');

/** Describes a data scope in words. Stations and franchisees appear only as a count, because the reader may not see their names. */
export function scopeText(ctx: ActorContext, scope: StoredScope): string {
  const n = scope.ids.length;
  switch (scope.kind) {
    case 'all':
      return ctx.t(WORDS.all);
    case 'teams':
      return n === 0 ? ctx.t(WORDS.ownTeams) : ctx.t(WORDS.teams, { n });
    case 'franchisees':
      return n === 0 ? ctx.t(WORDS.ownFranchise) : ctx.t(WORDS.franchisees, { n });
    case 'regions': {
      const names = scope.ids
        .slice(0, NAMED_REGIONS)
        .map((code) => regionName(padRegionCode(code)) ?? String(code))
        .join(separator(ctx));
      return n > NAMED_REGIONS ? ctx.t(WORDS.regions, { names, n }) : names;
    }
  }
}

/** Describes the combined data scope of all identities of a person. */
export function effectiveScopeText(ctx: ActorContext, scope: DataScope): string {
  if (scope.kind === 'all') return ctx.t(WORDS.all);
  if (scope.kind === 'regions') return scopeText(ctx, { kind: 'regions', ids: scope.codes.map(Number) });
  if (scope.ids.length === 0) return ctx.t(WORDS.none);
  return scopeText(ctx, scope);
}

/** Formats login hours, for example `Mon–Fri 09:00–18:00; Sat 10:00–14:00`. Consecutive days with the same hours are merged. */
export function hoursText(ctx: ActorContext, hours: readonly LoginDay[] | null): string {
  if (hours === null) return ctx.t(WORDS.anyTime);
  const names = new Intl.DateTimeFormat(ctx.locale, { weekday: 'short', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday (weekday 0). The date `3 + weekday` days after 1 January 1970 is therefore a day with this weekday.
  const day = (weekday: number) => names.format((weekday + 3) * 86_400_000);
  const runs: { first: number; last: number; ranges: string }[] = [];
  let isRunning = false;
  for (const weekday of WEEK) {
    const own = hours.find((one) => one.weekday === weekday)?.ranges ?? [];
    const ranges = own.map(({ from, to }) => `${from}–${to}`).join(', ');
    const last = runs.at(-1);
    if (ranges !== '' && isRunning && last?.ranges === ranges) last.last = weekday;
    else if (ranges !== '') runs.push({ first: weekday, last: weekday, ranges });
    isRunning = ranges !== '';
  }
  return runs
    .map(({ first, last, ranges }) => `${first === last ? day(first) : `${day(first)}–${day(last)}`} ${ranges}`)
    .join('; ');
}

export function addressesText(ctx: ActorContext, addresses: readonly string[]): string {
  return addresses.length === 0 ? ctx.t(WORDS.anywhere) : addresses.join(', ');
}

export function fieldsText(ctx: ActorContext, fields: readonly FieldRule[]): string {
  return fields.length === 0
    ? ctx.t(WORDS.none)
    : fields.map((field) => ctx.t(FIELD_RULE_TEXT[field])).join(separator(ctx));
}

export const yesNo = (ctx: ActorContext, value: boolean): string => ctx.t(value ? WORDS.yes : WORDS.no);

function descriptionOf(record: IdentityRecord, ctx: ActorContext): string {
  const builtin = BUILTIN_IDENTITIES.find(({ key }) => key === record.builtinKey);
  return builtin ? ctx.t(builtin.description) : record.description;
}

export const nameOf = (ctx: ActorContext, record: Pick<IdentityRecord, 'name' | 'builtinKey'>): string =>
  identityName(record, ctx.locale);

/** Facts that determine which identities a user may edit. */
export interface ViewerContext {
  readonly ownIds: ReadonlySet<number>;
  readonly places: readonly TeamPlace[];
}

/** Reads the facts that determine which of these identities the caller may edit. @param records the identities to check */
export async function viewerContext(
  ctx: ActorContext,
  records: readonly Pick<IdentityRecord, 'scope'>[],
): Promise<ViewerContext> {
  const teamIds = records.flatMap(({ scope }) => (scope.kind === 'teams' ? scope.ids : []));
  const isAll = ctx.actor.accountType === 'owner';
  const [ownIds, places] = await Promise.all([
    identityIdsOf(ctx.db, ctx.actor.accountId),
    isAll ? [] : placesOf(ctx.db, [...new Set(teamIds)]),
  ]);
  return { ownIds: new Set(ownIds), places };
}

/** Returns why an identity is locked for the user. `null` means that it is not locked. Permissions are checked separately. */
export function lockOf(ctx: ActorContext, record: IdentityRecord, eyes: ViewerContext): Row['locked'] {
  if (record.builtinKey !== null) return 'builtin';
  if (eyes.ownIds.has(record.id)) return 'own';
  return exceeds(ctx.actor, record, eyes.places) ? 'above' : null;
}

function actionsOf(ctx: ActorContext, record: IdentityRecord, locked: Row['locked'], eyes: ViewerContext): string[] {
  const may = (rule: number, action: string) => (ctx.can(rule) && locked === null ? [action] : []);
  const changes = identityLifecycle.actionsFrom(record.status, ctx.actor.rules, ctx.actor.accountType === 'owner');
  const mayCopy = ctx.can(RULE['rights.identity.create']) && !exceeds(ctx.actor, record, eyes.places);
  return [
    ...may(8102, 'edit'),
    ...(mayCopy ? ['copy'] : []),
    'compare',
    'explain',
    ...(ctx.can(82) ? ['staff'] : []),
    ...(locked === null ? changes.filter((action) => action !== 'remove' || record.staffCount === 0) : []),
  ];
}

export function rowAnswer(ctx: ActorContext, record: IdentityRecord, eyes: ViewerContext): Row {
  const locked = lockOf(ctx, record, eyes);
  return {
    id: record.id,
    version: record.version,
    name: nameOf(ctx, record),
    type: record.type,
    typeText: ctx.t(IDENTITY_TYPE_TEXT[record.type]),
    description: descriptionOf(record, ctx),
    ruleCount: record.ruleIds.filter((rule) => ruleById(rule) !== undefined).length,
    dataScope: { kind: record.scope.kind, ids: [...record.scope.ids] },
    scopeText: scopeText(ctx, record.scope),
    staffCount: record.staffCount ?? 0,
    builtin: record.builtinKey !== null,
    need2v: record.need2v,
    status: record.status,
    statusText: identityLifecycle.stateText(record.status, ctx.locale),
    updatedAt: record.updatedAt.toISOString(),
    locked,
    actions: actionsOf(ctx, record, locked, eyes),
  };
}

/** Finds an identity. @throws Refusal 40401 (unknown id) */
export async function requireIdentity(ctx: ActorContext, id: number): Promise<IdentityRecord> {
  const record = await identityById(ctx.db, id);
  if (!record) throw refuse(40401);
  return record;
}

/** Lists the regions, stations or franchisees of a data scope that the reader may see by name. */
async function scopeItems(ctx: ActorContext, scope: StoredScope): Promise<{ id: number; name: string }[]> {
  switch (scope.kind) {
    case 'all':
      return [];
    case 'regions':
      return scope.ids.map((code) => ({ id: code, name: regionName(padRegionCode(code)) ?? String(code) }));
    case 'teams':
      return teamNames(ctx.db, scope.ids, ctx.actor.scope);
    case 'franchisees': {
      const seen = await franchisees(ctx.db, ctx.actor.scope);
      return seen.filter(({ id }) => scope.ids.includes(id)).map(({ id, name }) => ({ id, name }));
    }
  }
}

export async function detailAnswer(ctx: ActorContext, record: IdentityRecord): Promise<Detail> {
  const [eyes, items, names] = await Promise.all([
    viewerContext(ctx, [record]),
    scopeItems(ctx, record.scope),
    accountNames(ctx.db, [record.createdBy, record.updatedBy]),
  ]);
  const byName = (id: number) => names.get(id) ?? ctx.t(WORDS.system);
  return {
    ...rowAnswer(ctx, record, eyes),
    ruleIds: record.ruleIds.filter((rule) => ruleById(rule) !== undefined),
    fieldRules: [...record.fields],
    loginHours:
      record.hours === null ? null : record.hours.map(({ weekday, ranges }) => ({ weekday, ranges: [...ranges] })),
    ipAllowList: [...record.addresses],
    scopeItems: items,
    scopeHidden: record.scope.ids.length - items.length,
    // Built-in identities get no warnings, because the owner's identity contains all permissions and would always cause them.
    warnings: record.builtinKey === null ? dutyWarnings(record.ruleIds, ctx.locale) : [],
    createdAt: record.createdAt.toISOString(),
    createdByName: byName(record.createdBy),
    updatedByName: byName(record.updatedBy),
  };
}

interface Leaf {
  readonly id: number;
  readonly parentId: number | null;
  readonly kind: 'menu' | 'page' | 'button';
  readonly name: string;
}
type Branch<T> = Leaf & T & { children: (Leaf & T & { children: (Leaf & T & { children: never[] })[] })[] };

/** Builds the permission tree (menu → page → button). @param about returns additional fields for each permission id */
export function ruleTree<T extends object>(ctx: ActorContext, about: (rule: number) => T): Branch<T>[] {
  const leaf = (rule: ReturnType<typeof childrenOf>[number]) => ({
    id: rule.id as number,
    parentId: rule.parent,
    kind: rule.kind,
    name: ctx.t(rule.text),
    ...about(rule.id),
  });
  const below = (id: RuleId) => childrenOf(id);
  return childrenOf(null).map((root) => ({
    ...leaf(root),
    children: below(root.id).map((page) => ({
      ...leaf(page),
      children: below(page.id).map((button) => ({ ...leaf(button), children: [] as never[] })),
    })),
  }));
}

/** Finds the keys of built-in identities whose name or description in the reader's language contains the keyword. */
export function builtinKeysNamed(ctx: ActorContext, keyword: string | undefined): string[] {
  const wanted = keyword?.toLowerCase();
  if (wanted === undefined) return [];
  return BUILTIN_IDENTITIES.filter(({ text: names, description }) =>
    [names, description].some((words) => ctx.t(words).toLowerCase().includes(wanted)),
  ).map(({ key }) => key);
}
