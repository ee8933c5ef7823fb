import type { FieldError } from '../../../contract/endpoint';
import {
  completeValues,
  formFields,
  type SettingGroup,
  type SettingGroups,
  type SettingPage,
} from '../../../contract/settings';
import { groupSchema, type settingEndpoints, settingForm } from '../../../contract/settings.schema';
import { type Locale, SYSTEM_NAME, text } from '../../../contract/text';
import { VALIDATION } from '../../../contract/validation';
import { missingRight } from '../../core/access/access';
import type { ActorContext, HandlersOf } from '../../core/http/context';
import { conflict, invalid, type Refusal, refuse } from '../../core/http/refusal';
import { fieldErrors } from '../../core/http/validation';
import { accountNames } from '../account';
import { usableFiles } from '../file';
import { changedFields, missingFields, momentAfter } from './rules';
import {
  currentSetting,
  insertSetting,
  type SettingVersion,
  settingHistory,
  settingVersion,
  storedSecrets,
  writeSecret,
} from './store';

const SAVED = text('设置已保存', 'Settings saved', 'Configurações salvas', '設定已儲存');
const RESTORED = text('已恢复第 {n} 版', 'Version {n} restored', 'Versão {n} restaurada', '已還原第 {n} 版');
const IN_FORCE = text('已生效', 'In force', 'Em vigor', '已生效');

/** What one group needs beyond its declaration; all of it is optional. */
export interface GroupHooks<V extends object> {
  /** What a schema cannot say. Runs after it. */
  check?(values: V, context: { readonly callerIp: string; readonly locale: Locale }): readonly FieldError[];
  /** Runs before anything is written: asks for a second person, for instance. */
  beforeSave?(ctx: ActorContext, before: SettingVersion<V>, after: V): Promise<void>;
  /** What the page says above the form. */
  facts?(
    ctx: ActorContext,
    hasSecret: readonly string[],
  ): Promise<{ readonly simulated: boolean; readonly quotaLeft?: number | null }>;
}
type Hooks<G extends SettingGroups> = { readonly [K in keyof G]?: GroupHooks<G[K]['initial']> };
type Calls<G extends SettingGroups> = HandlersOf<ReturnType<typeof settingEndpoints<G>>>;

async function nameOf(ctx: ActorContext, accountId: number): Promise<string> {
  if (accountId === 0) return ctx.t(SYSTEM_NAME);
  return (await accountNames(ctx.db, [accountId])).get(accountId) ?? ctx.t(SYSTEM_NAME);
}

async function groupConflict(ctx: ActorContext, group: SettingGroup): Promise<Refusal> {
  const latest = await currentSetting(ctx.db, group);
  return conflict({ ...latest.values, version: latest.version }, await nameOf(ctx, latest.by), latest.at ?? null);
}

/** Pictures are files that the caller uploaded for this place, or files that are or were on this group. */
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

/** The handlers of a page of configuration, in the order of `settingEndpoints`. */
export function settingCalls<G extends SettingGroups>(page: SettingPage<G>, hooks: Hooks<G> = {}): Calls<G> {
  const groupOf = (key: keyof G): { group: SettingGroup; hook: GroupHooks<object> } => ({
    group: page.groups[key] as SettingGroup,
    hook: (hooks[key] ?? {}) as GroupHooks<object>,
  });

  /** Writes one version: everything that saving and restoring share. */
  async function write(
    ctx: ActorContext,
    key: keyof G,
    change: {
      readonly version: number;
      readonly valuesFrom: () => Promise<object>;
      readonly restoredFrom: number | null;
    },
  ) {
    const { group, hook } = groupOf(key);
    const [before, hasSecret] = await Promise.all([currentSetting(ctx.db, group), storedSecrets(ctx.db, group)]);
    const given = await change.valuesFrom();
    const parsed = groupSchema(group).safeParse(given);
    if (!parsed.success) {
      const labels = new Map(formFields(group.fields).map(({ name, field }) => [name, field.label]));
      const label = (path: string) => labels.get(path.split('.').findLast((part) => labels.has(part)) ?? '');
      throw invalid(fieldErrors(parsed.error, ctx.locale, (path) => label(path)?.[ctx.locale]));
    }
    const values: Record<string, unknown> = { ...parsed.data };
    const errors = [
      ...missingFields(group, values, { hasSecret, locale: ctx.locale }),
      ...(hook.check?.(values, { callerIp: ctx.ip, locale: ctx.locale }) ?? []),
      ...(await pictureErrors(ctx, group, values, [before.values, ...(change.restoredFrom === null ? [] : [given])])),
    ];
    if (errors.length > 0) throw invalid(errors);
    if (before.version !== change.version) throw await groupConflict(ctx, group);

    const replaced = group.secrets.filter((name) => typeof values[name] === 'string');
    if (replaced.length > 0 && !ctx.can(page.secrets)) throw missingRight([page.secrets], ctx.locale);
    await hook.beforeSave?.(ctx, before, values);
    const at = momentAfter(before.at, ctx.clock.now());
    const by = ctx.actor.accountId;
    for (const field of replaced) {
      await writeSecret(ctx.db, ctx.ports.secrets, { group, field, value: String(values[field]), at, by });
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
      restoredFrom: change.restoredFrom,
      at,
      by,
    });
    if (!inserted) throw await groupConflict(ctx, group);
    ctx.audit({
      objectId: id,
      objectNo: group.key,
      before: before.values,
      // A replaced secret is recorded by its name; the pipe writes "changed" for its value.
      after: { ...plain, ...Object.fromEntries(replaced.map((field) => [field, 'replaced'])) },
      ...(change.restoredFrom !== null && { detail: { restoredFrom: change.restoredFrom } }),
    });
    return { id, no: group.key, state: 'saved', stateText: ctx.t(IN_FORCE), version };
  }

  return {
    get: async (ctx, { group: key }) => {
      const { group, hook } = groupOf(key);
      const [setting, hasSecret] = await Promise.all([currentSetting(ctx.db, group), storedSecrets(ctx.db, group)]);
      const { simulated = false, quotaLeft = null } = (await hook.facts?.(ctx, hasSecret)) ?? {};
      return {
        group: key,
        form: settingForm(group, ctx.locale),
        values: setting.values as Record<string, unknown>,
        hasSecret,
        version: setting.version,
        updatedAt: setting.at?.toISOString() ?? null,
        updatedByName: setting.version === 0 ? '' : await nameOf(ctx, setting.by),
        quotaLeft,
        simulated,
        callerIp: ctx.ip,
        mayEdit: ctx.can(page.edit),
        maySecrets: ctx.can(page.secrets),
      };
    },

    save: async (ctx, { group, values, version }) => ({
      ...(await write(ctx, group, { version, valuesFrom: async () => values, restoredFrom: null })),
      message: ctx.t(SAVED),
    }),

    history: async (ctx, { group: key, page: number, limit }) => {
      const { group } = groupOf(key);
      const { rows, total } = await settingHistory(ctx.db, group, (number - 1) * limit, limit);
      const names = await accountNames(
        ctx.db,
        rows.map((row) => row.by),
      );
      return {
        list: rows.map((row) => ({
          id: row.id,
          version: row.version,
          values: completeValues(group, row.content as object) as Record<string, unknown>,
          changed: row.changed as string[],
          at: row.at.toISOString(),
          byName: names.get(row.by) ?? ctx.t(SYSTEM_NAME),
          restoredFrom: row.restored_from,
        })),
        total,
        totalCapped: false,
        page: number,
        limit,
        summary: {},
        asOf: ctx.clock.now().toISOString(),
      };
    },

    version: async (ctx, { group: key, version, at }) => {
      const wanted = at === undefined ? { version: version ?? 0 } : { at: new Date(at) };
      const setting = await settingVersion(ctx.db, groupOf(key).group, wanted);
      if (!setting) throw refuse(40401);
      return {
        group: key,
        version: setting.version,
        values: setting.values as Record<string, unknown>,
        at: setting.at?.toISOString() ?? null,
        byName: setting.version === 0 ? '' : await nameOf(ctx, setting.by),
        hasSecret: setting.secrets === null ? null : [...setting.secrets],
      };
    },

    restore: async (ctx, { group, from, version }) => ({
      ...(await write(ctx, group, {
        version,
        restoredFrom: from,
        valuesFrom: async () => {
          const earlier = await settingVersion(ctx.db, groupOf(group).group, { version: from });
          if (!earlier) throw refuse(40401);
          return earlier.values;
        },
      })),
      message: ctx.t(RESTORED, { n: from }),
    }),
  };
}
