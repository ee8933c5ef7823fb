import type { SettingGroup, SettingGroups, SettingPage } from '../../../contract/settings';
import { completeValues } from '../../../contract/settings';
import { type settingEndpoints, settingForm } from '../../../contract/settings.schema';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext, HandlersOf } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { accountNames } from '../account';
import { platformAnswer, secretAnswers } from './answers';
import { certificateAnswers } from './certificates';
import { currentSetting, readSecret, secretRows, settingHistory, settingVersion } from './store';
import { type Change, type GroupHooks, nameOf, saveVersion } from './write';

const SAVED = text('设置已保存', 'Settings saved', 'Configurações salvas', '設定已儲存');
const RESTORED = text('已恢复第 {n} 版', 'Version {n} restored', 'Versão {n} restaurada', '已還原第 {n} 版');

type Hooks<G extends SettingGroups> = { readonly [K in keyof G]?: GroupHooks<G[K]['initial']> };
interface Asked {
  readonly page: number;
  readonly limit: number;
}
type Calls<G extends SettingGroups> = HandlersOf<ReturnType<typeof settingEndpoints<G>>>;

/** Lists the versions of a group, newest first. The first is the current version. */
async function historyAnswer(ctx: ActorContext, group: SettingGroup, { page, limit }: Asked) {
  const { rows, total } = await settingHistory(ctx.db, group, (page - 1) * limit, limit);
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
      byName: names.get(row.by) ?? ctx.t(WORD.system),
      restoredFrom: row.restored_from,
    })),
    ...{ total, totalCapped: false, page, limit, summary: {} },
    asOf: ctx.clock.now().toISOString(),
  };
}

/** Creates the handlers of a settings page, in the order of `settingEndpoints`. */
export function settingCalls<G extends SettingGroups>(page: SettingPage<G>, hooks: Hooks<G> = {}): Calls<G> {
  const groupOf = (key: keyof G): { group: SettingGroup; hook: GroupHooks<object> } => ({
    group: page.groups[key] as SettingGroup,
    hook: (hooks[key] ?? {}) as GroupHooks<object>,
  });

  const save = (ctx: ActorContext, key: keyof G, change: Change) => {
    const { group, hook } = groupOf(key);
    return saveVersion(ctx, { page, group, hook }, change);
  };

  return {
    get: async (ctx, { group: key }) => {
      const { group, hook } = groupOf(key);
      const [setting, stored] = await Promise.all([currentSetting(ctx.db, group), secretRows(ctx.db, group)]);
      const hasSecret = stored.map(({ field }) => field);
      const facts = await hook.facts?.(ctx, hasSecret);
      const secret = (field: string) => readSecret(ctx.db, ctx.ports.secrets, group, field);
      const values = setting.values as Record<string, unknown>;
      return {
        group: key,
        form: settingForm(group, ctx.locale),
        values,
        hasSecret,
        secrets: await secretAnswers(ctx, group, stored),
        certificates: await certificateAnswers(group, values, { secret, now: ctx.clock.now(), locale: ctx.locale }),
        platform: group.platform && (await platformAnswer(ctx, group, { setting, hasSecret, hook })),
        version: setting.version,
        updatedAt: setting.at?.toISOString() ?? null,
        updatedByName: setting.version === 0 ? '' : await nameOf(ctx, setting.by),
        quotaLeft: facts?.quotaLeft ?? null,
        simulated: facts?.simulated ?? values.environment === 'simulator',
        callerIp: ctx.ip,
        mayEdit: ctx.can(page.edit),
        maySecrets: ctx.can(page.secrets),
      };
    },

    save: async (ctx, { group, values, version }) => ({
      ...(await save(ctx, group, { version, valuesFrom: async () => values })),
      message: ctx.t(SAVED),
    }),

    history: async (ctx, { group: key, page: number, limit }) => {
      const { group } = groupOf(key);
      return historyAnswer(ctx, group, { page: number, limit });
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
      ...(await save(ctx, group, {
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
