import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { FIELD_RULE_TEXT, FIELD_RULES } from '../../../contract/field-rules';
import type { identityEndpoints } from '../../../contract/identity';
import { IDENTITY } from '../../../contract/limits';
import { moduleOf, RULES, ruleById, ruleName } from '../../../contract/permissions';
import { type Access, accessOf, closureOf, type IdentityFacts, type Person } from '../../core/access/access';
import { readIdentities } from '../../core/access/identities';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { heldIdentities } from '../account';
import { presentOf } from '../site';
import { addressesText, effectiveScopeText, hoursText, nameOf, requireIdentity, ruleTree, scopeText } from './answers';
import { askedSince, dutyWarnings, grantOf, sameScope } from './rules';
import { editorsOfIdentities, holdersOf, type IdentityRecord, identityById, lastRequest, personById } from './store';

/** Explains why a person has a permission, and previews an edit of an identity. Both use the functions that authorise requests. */

type Explanation = DataOf<(typeof identityEndpoints)['rights.Identity/explain']>;
type Preview = DataOf<(typeof identityEndpoints)['rights.Identity/preview']>;

/** A fictitious account without stations or a franchise. It is used to evaluate the permissions of a single identity. */
const NO_PERSON: Person = { accountType: 'staff', teamIds: [], franchiseeId: null };
const EDIT_IDENTITIES = 8102;
/** Maximum number of editors that are checked for a refused permission. The answer names at most `IDENTITY.grantersShown` of them. */
const MOST_EDITORS = 50;

/**
 * Explains which permissions an identity or a person has, and which identities grant them.
 *
 * @throws Refusal 40001 (not exactly one subject is given), 40302 (a person outside the data scope), 40401 (unknown identity or person)
 */
export async function explain(
  ctx: ActorContext,
  wanted: ParsedOf<(typeof identityEndpoints)['rights.Identity/explain']>,
): Promise<Explanation> {
  const { identityId, accountId } = wanted;
  if ((identityId === undefined) === (accountId === undefined)) {
    throw invalid([{ field: 'identityId', rule: 'required', message: fieldMessage('required', ctx.locale) }]);
  }
  if (identityId !== undefined) {
    const record = await requireIdentity(ctx, identityId);
    return describe(ctx, { kind: 'identity', id: record.id, name: nameOf(ctx, record) }, NO_PERSON, [record.id]);
  }
  const id = accountId ?? 0;
  if (ctx.actor.scope.kind !== 'all' && id !== ctx.actor.accountId) throw refuse(40302);
  const person = await personById(ctx.db, id);
  if (!person) throw refuse(40401);
  const held = await heldIdentities(ctx.db, [id]);
  const ids = held.map((identity) => identity.id);
  return describe(ctx, { kind: 'person', id, name: person.name }, person, ids);
}

async function describe(
  ctx: ActorContext,
  subject: { kind: 'identity' | 'person'; id: number; name: string },
  person: Person,
  ids: readonly number[],
): Promise<Explanation> {
  const { wall } = await presentOf(ctx);
  const facts = await readIdentities(ctx.db, ids);
  const records = (await Promise.all(ids.map((id) => identityById(ctx.db, id)))).flatMap((record) => record ?? []);
  const isPerson = subject.kind === 'person';
  const offOf = (identity: IdentityFacts): 'disabled' | 'hours' | null => {
    if (!isPerson) return null;
    if (records.find(({ id }) => id === identity.id)?.status === 'off') return 'disabled';
    // The person's future IP address is unknown. So only the hours are evaluated, and IP restrictions are reported as a condition.
    return closureOf({ ...identity, addresses: [] }, wall, ctx.ip) === null ? null : 'hours';
  };
  const counting = facts.filter((identity) => offOf(identity) === null);
  const access = accessOf(person, counting);
  const by = (grants: (identity: IdentityFacts) => boolean) => counting.filter(grants).map(({ id }) => id);
  const modules = [...new Set([...access.rules].map(moduleOf))];
  return {
    subject: { ...subject, isOwner: person.accountType === 'owner' },
    identities: records.map((record) => ({
      id: record.id,
      name: nameOf(ctx, record),
      off: offOf(record),
      conditions: [
        ...(record.hours === null ? [] : [hoursText(ctx, record.hours)]),
        ...(record.addresses.length === 0 ? [] : [addressesText(ctx, record.addresses)]),
      ],
    })),
    tree: ruleTree(ctx, (rule) => ({
      held: access.rules.has(rule),
      by: by(({ ruleIds }) => ruleIds.includes(rule)),
    })),
    scopes: RULES.filter((rule) => modules.includes(rule.id)).map((rule) => ({
      moduleId: rule.id,
      name: ctx.t(rule.text),
      text: isPerson ? effectiveScopeText(ctx, access.scopeOf(rule.id)) : scopeTextOf(ctx, records[0]),
    })),
    fields: FIELD_RULES.map((key) => ({
      key,
      name: ctx.t(FIELD_RULE_TEXT[key]),
      held: access.fields.has(key),
      by: by(({ fields }) => fields.includes(key)),
    })),
  };
}

const scopeTextOf = (ctx: ActorContext, record: IdentityRecord | undefined) =>
  record ? scopeText(ctx, record.scope) : '';

/**
 * Previews the effect of saving an identity with these values. Each combination of identities is evaluated before and after the change.
 * People who keep a permission through another identity are therefore not counted.
 *
 * @throws Refusal 40401 (unknown identity)
 */
export async function preview(
  ctx: ActorContext,
  input: ParsedOf<(typeof identityEndpoints)['rights.Identity/preview']>,
): Promise<Preview> {
  const record = await requireIdentity(ctx, input.id);
  const grant = grantOf({ ...input, type: record.type });
  const after: IdentityFacts = { ...record, ruleIds: grant.ruleIds, scope: grant.scope, fields: grant.fields };
  const isOn = record.status === 'on';
  const sets = isOn ? await holdersOf(ctx.db, record.id) : [];
  const others = new Map(
    (await readIdentities(ctx.db, [...new Set(sets.flatMap(({ identityIds }) => identityIds))])).map((one) => [
      one.id,
      one,
    ]),
  );
  const gained = new Map<number, number>();
  const lost = new Map<number, number>();
  const count = (into: Map<number, number>, rules: Iterable<number>, people: number) => {
    for (const rule of rules) into.set(rule, (into.get(rule) ?? 0) + people);
  };
  // Also list changes of the identity itself. Its accounts may have a changed permission through other identities, or no account may have
  // the identity.
  const own = { before: accessOf(NO_PERSON, [record]), after: accessOf(NO_PERSON, [after]) };
  count(gained, minus(own.after, own.before), 0);
  count(lost, minus(own.before, own.after), 0);
  let affected = 0;
  for (const { accountType, identityIds, people } of sets) {
    const person: Person = { ...NO_PERSON, accountType };
    const held = identityIds.flatMap((id) => others.get(id) ?? []);
    const was = accessOf(person, held);
    const is = accessOf(
      person,
      held.map((identity) => (identity.id === record.id ? after : identity)),
    );
    if (was.mark === is.mark) continue;
    affected += people;
    count(gained, minus(is, was), people);
    count(lost, minus(was, is), people);
  }
  const changes = (some: ReadonlyMap<number, number>) =>
    RULES.filter((rule) => some.has(rule.id)).map((rule) => ({
      id: rule.id,
      name: ruleName(rule.id, ctx.locale),
      kind: rule.kind,
      people: some.get(rule.id) ?? 0,
    }));
  const fieldNames = (more: Access, less: Access) =>
    FIELD_RULES.filter((key) => more.fields.has(key) && !less.fields.has(key)).map((key) =>
      ctx.t(FIELD_RULE_TEXT[key]),
    );
  const scopes = { before: scopeText(ctx, record.scope), after: scopeText(ctx, grant.scope) };
  return {
    gained: changes(gained),
    lost: changes(lost),
    fieldsGained: fieldNames(own.after, own.before),
    fieldsLost: fieldNames(own.before, own.after),
    scope: sameScope(record.scope, grant.scope) ? null : scopes,
    people: record.staffCount ?? 0,
    affected,
    warnings: dutyWarnings(grant.ruleIds, ctx.locale),
  };
}

function minus(more: Access, less: Access): number[] {
  return [...more.rules].filter((rule) => !less.rules.has(rule));
}

/** A person who can grant a permission. `holds` checks whether the person has a permission. */
interface Granter {
  readonly id: number;
  readonly name: string;
  holds(rule: number): boolean;
}

/**
 * Finds people who can grant a permission to the caller: they may edit identities and have the permission themselves, because any other
 * grant is refused (42343). The owner is the first. Returns at most `IDENTITY.grantersShown` people.
 */
export async function grantersOf(ctx: ActorContext, rule: number): Promise<Granter[]> {
  const editors = await editorsOfIdentities(ctx.db, EDIT_IDENTITIES, MOST_EDITORS);
  const held = await heldIdentities(
    ctx.db,
    editors.map(({ id }) => id),
  );
  return editors
    .filter(({ id }) => id !== ctx.actor.accountId)
    .map(({ id, name, accountType }) => ({
      id,
      name,
      holds: (wanted: number) =>
        accountType === 'owner' ||
        held.some(({ accountId, status, ruleIds }) => accountId === id && status === 'on' && ruleIds.includes(wanted)),
    }))
    .filter((editor) => editor.holds(rule))
    .slice(0, IDENTITY.grantersShown);
}

/** Explains a refused permission. @throws Refusal 40401 the permission does not exist */
export async function explainRefusal(ctx: ActorContext, rule: number) {
  if (ruleById(rule) === undefined) throw refuse(40401);
  const [granters, askedAt] = await Promise.all([
    grantersOf(ctx, rule),
    lastRequest(ctx.db, { accountId: ctx.actor.accountId, rule, since: askedSince(ctx.clock.now()) }),
  ]);
  return {
    rule,
    name: ruleName(rule, ctx.locale),
    held: ctx.can(rule),
    granters: granters.map(({ name }) => name),
    askedAt: askedAt?.toISOString() ?? null,
  };
}
