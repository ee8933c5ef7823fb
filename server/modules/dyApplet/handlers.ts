import { dyAppletEndpoints } from '../../../contract/dyApplet';
import { DY_APPLET } from '../../../contract/dyApplet.settings';
import { text } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/http/context';
import { refusedField } from '../../core/http/validation';
import { checkDyConfig } from '../../core/platforms/douyin/config';
import { type FieldFault, platformCalls, storedPlatform } from '../setting';
import { teamNames } from '../team';
import { type DyAppletValues, tryDyApplet } from './access';

const { dyApplet: GROUP } = DY_APPLET.groups;
const NO_STATION = text(
  '站点 {id} 不存在',
  'Station {id} does not exist',
  'A estação {id} não existe',
  '站點 {id} 不存在',
);

/**
 * Finds invalid and contradictory values. Values that the platform needs may be missing when the settings are saved, but not when the
 * platform is enabled. Stores in `poiMap` require `lifeAccountId`.
 */
async function verify(ctx: ActorContext, _before: object, after: DyAppletValues): Promise<FieldFault[]> {
  const stored = await storedPlatform({ db: ctx.db, secrets: ctx.ports.secrets }, GROUP);
  const isOwn = after.accessMode === 'own';
  const used = GROUP.secrets.filter((name) => (name === 'appSecret') === isOwn);
  const given = await Promise.all(
    GROUP.secrets.map(async (name) => {
      const typed = (after as unknown as Record<string, string | null>)[name] ?? null;
      return [name, used.includes(name) ? (typed ?? (await stored.secret(name))) : null] as const;
    }),
  );
  const { componentAppId, templateId, ...rest } = after;
  const values = { ...rest, ...(!isOwn && { componentAppId, templateId }), ...Object.fromEntries(given) };
  const isOpen = (field: string) => GROUP.platform?.needs.includes(field) ?? false;
  const errors = checkDyConfig(values, ctx.locale).filter(({ field, rule }) => rule !== 'required' || !isOpen(field));
  if (Object.keys(after.poiMap).length > 0 && after.lifeAccountId === '')
    errors.push(refusedField(ctx, 'lifeAccountId', 'required', GROUP.fields.lifeAccountId?.label ?? NO_STATION));
  return [...errors.map((error) => ({ code: 40001 as const, error })), ...(await stationFaults(ctx, after))];
}

async function stationFaults(ctx: ActorContext, { poiMap }: DyAppletValues): Promise<FieldFault[]> {
  const ids = [...new Set(Object.values(poiMap).map(Number))];
  const known = await teamNames(ctx.db, ids);
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({ code: 40001, error: { field: 'poiMap', rule: 'exists', message: ctx.t(NO_STATION, { id }) } }));
}

export const dyAppletHandlers = handlers(
  dyAppletEndpoints,
  platformCalls('config.DyApplet', DY_APPLET, {
    dyApplet: {
      verify,
      async test(ctx, settings) {
        const tools = { db: ctx.db, secrets: ctx.ports.secrets, platforms: ctx.ports.platforms, clock: ctx.clock };
        const checks = await tryDyApplet(tools, settings, ctx.t);
        return checks.map(({ name, ok, detail }) => ({ name: ctx.t(name), ok, detail }));
      },
    },
  }),
);
