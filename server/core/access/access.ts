import { createHash } from 'node:crypto';
import { errorText } from '../../../contract/errors';
import { FIELD_RULE_TEXT, FIELD_RULES, type FieldRule } from '../../../contract/field-rules';
import { moduleOf, RULES, ruleById, ruleName } from '../../../contract/permissions';
import { type Locale, type Text, text } from '../../../contract/text';
import type { DataScope } from '../actor';
import type { AccountType, LoginDay } from '../database/tables/access';
import { addressAllowed } from '../http/clientAddress';
import type { ActorContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { WallTime } from '../money/days';
import { type StoredScope, widestScope } from './scope';

/**
 * Evaluates a user's permissions (DOMAIN §1, §3.11). Requests, the permission X-ray and the preview on the identity page all use these
 * functions. Pure functions: no database, no clock.
 */

/** The permissions of an identity (身份), and the hours and IP addresses for which they are in effect. */
export interface IdentityFacts {
  readonly id: number;
  readonly name: string;
  readonly ruleIds: readonly number[];
  readonly scope: StoredScope;
  readonly fields: readonly FieldRule[];
  /** Hours in which the identity is in effect. `null` means at any time. */
  readonly hours: readonly LoginDay[] | null;
  /** IP addresses and CIDR ranges from which the identity is in effect. An empty list allows any address. */
  readonly addresses: readonly string[];
}

/** Facts about an account that decide its permissions together with its identities. */
export interface Person {
  readonly accountType: AccountType;
  readonly teamIds: readonly number[];
  readonly franchiseeId: number | null;
}

/** The result of merging all identities of a user. */
export interface Access {
  readonly rules: ReadonlySet<number>;
  readonly fields: ReadonlySet<FieldRule>;
  /** The widest data scope of all identities. It applies to data that belongs to no module, such as option lists. */
  readonly scope: DataScope;
  /** Returns the data scope of a permission: the widest scope of the identities that grant any permission of its module. */
  scopeOf(rule: number): DataScope;
  /** Fingerprint of the permissions, the fields and all data scopes. It changes whenever one of them changes. */
  readonly mark: string;
}

const ALL: DataScope = { kind: 'all' };
const NOTHING: DataScope = { kind: 'teams', ids: [] };
const MARK_LETTERS = 16;

function markOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, MARK_LETTERS);
}

const OWNER: Access = {
  rules: new Set(RULES.map((rule) => rule.id)),
  fields: new Set(FIELD_RULES),
  scope: ALL,
  scopeOf: () => ALL,
  mark: markOf(['owner', RULES.length]),
};

/**
 * Merges identities: unites their permissions and fields, and finds the widest data scope of each module. The owner has every
 * permission, independently of the identities. Stored permission ids that no longer exist are ignored.
 */
export function accessOf(person: Person, identities: readonly IdentityFacts[]): Access {
  if (person.accountType === 'owner') return OWNER;
  const rules = new Set<number>();
  const granting = new Map<number, Set<IdentityFacts>>();
  for (const identity of identities) {
    for (const rule of identity.ruleIds) {
      if (ruleById(rule) === undefined) continue;
      rules.add(rule);
      const module = moduleOf(rule);
      const known = granting.get(module);
      if (known) known.add(identity);
      else granting.set(module, new Set([identity]));
    }
  }
  const fields = new Set(identities.flatMap((identity) => identity.fields));
  const scopes = new Map(
    [...granting].map(([module, some]) => [
      module,
      widestScope(
        [...some].map(({ scope }) => scope),
        person,
      ),
    ]),
  );
  const ascending = (a: number, b: number) => a - b;
  const scope = widestScope(
    identities.map((identity) => identity.scope),
    person,
  );
  return {
    rules,
    fields,
    scope,
    scopeOf: (rule) => scopes.get(moduleOf(rule)) ?? NOTHING,
    mark: markOf([
      [...rules].sort(ascending),
      [...fields].sort(),
      plainScope(scope),
      [...scopes].sort(([one], [other]) => one - other).map(([module, granted]) => [module, plainScope(granted)]),
    ]),
  };
}

/** Converts a scope to sorted values, so that equal scopes serialize equally. */
function plainScope(scope: DataScope): unknown {
  if (scope.kind === 'all') return scope.kind;
  return [scope.kind, ...(scope.kind === 'regions' ? scope.codes.map(Number) : scope.ids).toSorted((a, b) => a - b)];
}

/** Why an identity is not in effect: the hours or the IP address. */
export type Closure = 'hours' | 'address';

/** Finds the reason why an identity is not in effect at this time or from this IP address. @returns `null` when it is in effect */
export function closureOf(
  identity: Pick<IdentityFacts, 'hours' | 'addresses'>,
  wall: WallTime,
  ip: string,
): Closure | null {
  if (!addressAllowed(identity.addresses, ip)) return 'address';
  return identity.hours === null || isOpen(identity.hours, wall) ? null : 'hours';
}

function rangesOf(hours: readonly LoginDay[], weekday: number): LoginDay['ranges'] {
  return hours.find((day) => day.weekday === weekday)?.ranges ?? [];
}

function isOpen(hours: readonly LoginDay[], wall: WallTime): boolean {
  const now = `${pad(Math.floor(wall.minutes / 60))}:${pad(wall.minutes % 60)}`;
  return rangesOf(hours, wall.weekday).some(({ from, to }) => from <= now && now < to);
}

const pad = (value: number): string => String(value).padStart(2, '0');

const NOT_TODAY = text('今天不可登录', 'no sign-in today', 'hoje não', '今天不可登入');

/**
 * Computes the refusal for a user when none of their identities is in effect. The refusal names the hours before the IP address,
 * because the user can wait for the hours.
 *
 * @returns 40311 with the hours of today, or 40312 with the IP address; `null` when an identity is in effect or the user has no identity
 */
export function closedRefusal(
  identities: readonly Pick<IdentityFacts, 'hours' | 'addresses'>[],
  wall: WallTime,
  ip: string,
): Refusal | null {
  const closures = identities.map((identity) => closureOf(identity, wall, ip));
  if (closures.length === 0 || closures.includes(null)) return null;
  if (!closures.includes('hours')) return refuse(40312, { detail: ip.replace(/^::ffff:/i, '') });
  const today = identities
    .filter((_, index) => closures[index] === 'hours')
    .flatMap(({ hours }) => rangesOf(hours ?? [], wall.weekday))
    .map(({ from, to }) => `${from}–${to}`);
  const detail: string | Text = today.length === 0 ? NOT_TODAY : [...new Set(today)].sort().join(', ');
  return refuse(40311, { detail });
}

/** Builds the refusal 40301. Its text names the first permission of `rules`, but any one permission of `rules` would be enough. */
export function missingRight(rules: readonly number[], locale: Locale): Refusal {
  const [first] = rules;
  return refuse(40301, {}, { missing: rules }, told(first === undefined ? '' : ruleName(first, locale), locale));
}

/**
 * Checks whether the user may see sums and balances (字段权限 "amount", DOMAIN §9, decision 27). The amount of a single bill, entry or
 * application needs only the permission for its page.
 */
export const seesAmounts = ({ actor }: Pick<ActorContext, 'actor'>): boolean => actor.fields.has('amount');

/** Refuses sorting or filtering by a sum for users who may not see it, since both reveal its value. @throws Refusal 40301 */
export function assertSeesAmounts(ctx: Pick<ActorContext, 'actor' | 'locale'>): void {
  if (!seesAmounts(ctx)) throw missingField('amount', ctx.locale);
}

/** Builds the refusal 40301 that names a field permission (字段权限) that the user lacks. */
export function missingField(field: FieldRule, locale: Locale): Refusal {
  return refuse(40301, {}, { missing: [] }, told(FIELD_RULE_TEXT[field][locale], locale));
}

/**
 * Checks the two permissions for revealing personal data: the page's permission to show masked data, and the field permission.
 *
 * @returns the context with the data scope of this permission, since the endpoint serves several modules
 * @throws Refusal 40301 with the missing permission
 */
export function forReveal(ctx: ActorContext, rule: number, field: FieldRule): ActorContext {
  if (!ctx.can(rule)) throw missingRight([rule], ctx.locale);
  if (!ctx.actor.fields.has(field)) throw missingField(field, ctx.locale);
  return { ...ctx, actor: { ...ctx.actor, scope: ctx.actor.scopeOf(rule) } };
}

function told(name: string, locale: Locale): string {
  return `${errorText(40301, locale)}${locale.startsWith('zh') ? '：' : ': '}${name}`;
}
