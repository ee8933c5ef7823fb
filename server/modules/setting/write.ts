import type { FieldError } from '../../../contract/endpoint';
import { formFields, type SettingGroup, type SettingGroups, type SettingPage } from '../../../contract/settings';
import { groupSchema } from '../../../contract/settings.schema';
import type { Locale, Text } from '../../../contract/text';
import { VALIDATION } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { missingRight } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, type Refusal, refuse } from '../../core/http/refusal';
import { fieldErrors } from '../../core/http/validation';
import { accountNames } from '../account';
import { usableFiles } from '../file';
import { type Ending, type FieldFault, pemFaults } from './certificates';
import { changedFields, missingFields, momentAfter } from './rules';
import { countChange, missingLabels, readState } from './state';
import { currentSetting, insertSetting, readSecret, type SettingVersion, storedSecrets, writeSecret } from './store';

const IN_FORCE = WORD.inForce;

/** Optional functions of one group, in addition to its declaration. */
export interface GroupHooks<V extends object> {
  /** Makes checks that the schema cannot express. Runs after the schema has accepted the values. */
  check?(values: V, context: { readonly callerIp: string; readonly locale: Locale }): readonly FieldError[];
  /** Makes checks that need the database or an outside system, or whose error code is not 40001. */
  verify?(ctx: ActorContext, before: SettingVersion<V>, after: V): Promise<readonly FieldFault[]>;
  /** Runs before any write, for example to require a second person. */
  beforeSave?(ctx: ActorContext, before: SettingVersion<V>, after: V): Promise<void>;
  /**
   * Describes work that the change would disturb, such as "3 payouts in progress". The change is then refused with 42201. Runs when values
   * are saved, a version is restored, a secret is deleted, or the group is disabled (`after` is null).
   */
  inUse?(ctx: ActorContext, before: V, after: V | null): Promise<Text | string | null>;
  /** Runs in the same transaction after the new version is stored. */
  afterSave?(ctx: ActorContext, after: V): Promise<void>;
  /** Runs in the same transaction after the group was enabled or disabled. */
  afterSwitch?(ctx: ActorContext, enabled: boolean): Promise<void>;
  /** Returns expiries of tokens in the page's own tables, for the status strip. Expiries in the group's fields are declared (`ends`). */
  endings?(ctx: ActorContext): Promise<readonly Ending[]>;
  /** Returns information that the page shows above the form. */
  facts?(
    ctx: ActorContext,
    hasSecret: readonly string[],
  ): Promise<{ readonly simulated: boolean; readonly quotaLeft?: number | null }>;
}

/** A group of a page with its module's hooks. */
export interface GroupOf {
  readonly page: SettingPage<SettingGroups>;
  readonly group: SettingGroup;
  readonly hook: GroupHooks<object>;
}

export interface Change {
  /** The version that the caller read. */
  readonly version: number;
  readonly valuesFrom: (before: object) => Promise<object>;
  /** Number of the earlier version whose values this change restores. */
  readonly restoredFrom?: number;
  /** The name of a secret to delete; no other value changes. */
  readonly cleared?: string;
}

export async function nameOf(ctx: ActorContext, accountId: number): Promise<string> {
  if (accountId === 0) return ctx.t(WORD.system);
  return (await accountNames(ctx.db, [accountId])).get(accountId) ?? ctx.t(WORD.system);
}

export async function groupConflict(ctx: ActorContext, group: SettingGroup): Promise<Refusal> {
  const latest = await currentSetting(ctx.db, group);
  return conflict({ ...latest.values, version: latest.version }, await nameOf(ctx, latest.by), latest.at ?? null);
}

/**
 * Returns an error for each picture that the caller may not use. A picture must be the caller's upload for this field, or the field's file
 * in one of the versions in `known`.
 */
async function pictureErrors(
  ctx: ActorContext,
  group: SettingGroup,
  values: object,
  known: readonly object[],
): Promise<FieldError[]> {
  const valueIn = (where: object, name: string) =>
    (where as Record<string, unknown>)[name] as number | null | undefined;
  const checked = Object.entries(group.fields).map(async ([field, { scene, label }]): Promise<FieldError[]> => {
    const id = valueIn(values, field);
    if (!scene || typeof id !== 'number') return [];
    const standing = known.map((where) => valueIn(where, field));
    if ((await usableFiles(ctx, { scene, ids: [id], standing })).has(id)) return [];
    return [{ field, rule: 'exists', message: ctx.t(VALIDATION.pattern, { label: label ? ctx.t(label) : field }) }];
  });
  return (await Promise.all(checked)).flat();
}

/** Parses values with the group's schema. @throws Refusal 40001 (invalid values) */
function parseValues(ctx: ActorContext, group: SettingGroup, given: object): Record<string, unknown> {
  const parsed = groupSchema(group).safeParse(given);
  if (parsed.success) return { ...parsed.data };
  const columns = Object.values(group.fields).flatMap((field) =>
    field.kind === 'rows' ? Object.entries(field.fields ?? {}) : [],
  );
  const labels = new Map(columns.map(([name, field]) => [name, field.label]));
  for (const { name, field } of formFields(group.fields)) labels.set(name, field.label);
  const label = (path: string) => labels.get(path.split('.').findLast((part) => labels.has(part)) ?? '');
  throw invalid(fieldErrors(parsed.error, ctx.locale, (path) => label(path)?.[ctx.locale]));
}

/**
 * Refuses if there are errors. The refusal has the code of the errors if all errors have the same code; otherwise it has the code 40001.
 *
 * @throws Refusal
 */
function refuseFaults(errors: readonly FieldError[], faults: readonly FieldFault[]): void {
  const all = [...errors, ...faults.map(({ error }) => error)];
  if (all.length === 0) return;
  const codes = new Set([...errors.map(() => 40001 as const), ...faults.map(({ code }) => code)]);
  const [code] = codes;
  throw codes.size === 1 && code !== undefined ? refuse(code, {}, { errors: all }, all[0]?.message) : invalid(all);
}

/**
 * Checks that the change disturbs no work, and that an enabled platform stays complete.
 *
 * @throws Refusal 42201 (work in progress), 42330 (a field is missing)
 */
async function checkEnabled(ctx: ActorContext, of: GroupOf, before: object, after: object, secrets: readonly string[]) {
  const { group, hook } = of;
  const use = await hook.inUse?.(ctx, before, after);
  if (use) throw refuse(42201, { state: use });
  if (!group.platform || !(await readState(ctx.db, group, true)).enabled) return;
  const missing = missingLabels(group, after, { hasSecret: secrets, locale: ctx.locale });
  if (missing.length > 0) throw refuse(42330, { missing: missing.join(', ') }, { missing });
}

/**
 * Writes one version of a group. Saving values, restoring a version and deleting a secret use this function.
 *
 * @throws Refusal 40001 (invalid values), 40301 (no permission for secrets), 40901 (changed meanwhile), 42201 (work in progress),
 *   42330 (a field is missing), 42331 (a certificate does not match its key or issuer), 42332 (expired, or expires too soon), and the
 *   refusals of the group's hooks
 */
export async function saveVersion(ctx: ActorContext, of: GroupOf, change: Change) {
  const { page, group, hook } = of;
  const { restoredFrom = null, cleared } = change;
  const [before, hasSecret] = await Promise.all([currentSetting(ctx.db, group), storedSecrets(ctx.db, group)]);
  const given = await change.valuesFrom(before.values);
  const values = parseValues(ctx, group, given);
  // For a platform, an empty text means "keep the stored secret". A separate action deletes it (DOMAIN §3.10).
  if (group.platform) for (const name of group.secrets) values[name] ||= null;
  const changed = new Set(changedFields(before.values, values));
  const secret = async (name: string) =>
    typeof values[name] === 'string'
      ? (values[name] as string)
      : name === cleared
        ? null
        : readSecret(ctx.db, ctx.ports.secrets, group, name);
  const standing = [before.values, ...(restoredFrom === null ? [] : [given])];
  const errors = [
    ...missingFields(group, values, { hasSecret, locale: ctx.locale }),
    ...(hook.check?.(values, { callerIp: ctx.ip, locale: ctx.locale }) ?? []),
    ...(await pictureErrors(ctx, group, values, standing)),
  ];
  const isChanged = (name: string) => changed.has(name);
  const faults = await pemFaults(group, { values, isChanged, secret, now: ctx.clock.now(), locale: ctx.locale });
  refuseFaults(errors, faults);
  if (before.version !== change.version) throw await groupConflict(ctx, group);

  const replaced = group.secrets.filter((name) => typeof values[name] === 'string' || name === cleared);
  if (replaced.length > 0 && !ctx.can(page.secrets)) throw missingRight([page.secrets], ctx.locale);
  refuseFaults([], (await hook.verify?.(ctx, before, values)) ?? []);
  const kept = [...hasSecret, ...replaced].filter((name) => name !== cleared);
  await checkEnabled(ctx, of, before.values, values, kept);
  await hook.beforeSave?.(ctx, before, values);
  const at = momentAfter(before.at, ctx.clock.now());
  const by = ctx.actor.accountId;
  for (const field of replaced) {
    await writeSecret(ctx.db, ctx.ports.secrets, { group, field, value: String(values[field] ?? ''), at, by });
  }
  const plain = { ...values, ...Object.fromEntries(group.secrets.map((name) => [name, null])) };
  const id = ctx.ids.next();
  const version = before.version + 1;
  const inserted = await insertSetting(ctx.db, {
    id,
    group,
    version,
    values: plain,
    changed: [...changedFields(before.values, plain), ...replaced],
    secrets: replaced.length > 0 ? await storedSecrets(ctx.db, group) : hasSecret,
    restoredFrom,
    at,
    by,
  });
  if (!inserted) throw await groupConflict(ctx, group);
  if (group.platform) await countChange(ctx.db, group, { at, by });
  await hook.afterSave?.(ctx, plain);
  ctx.audit({
    objectId: id,
    objectNo: group.key,
    before: before.values,
    // The operation record contains only the name of a replaced secret. The request pipeline writes "changed" for its value.
    after: { ...plain, ...Object.fromEntries(replaced.map((field) => [field, 'replaced'])) },
    ...(restoredFrom !== null && { detail: { restoredFrom } }),
  });
  return { id, no: group.key, state: 'saved', stateText: ctx.t(IN_FORCE), version };
}
