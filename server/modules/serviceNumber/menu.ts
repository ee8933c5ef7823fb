import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { SERVICE_MENU } from '../../../contract/serviceMenu.settings';
import type { serviceNumberEndpoints } from '../../../contract/serviceNumber';
import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import type { GroupValues } from '../../../contract/settings';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { createWechat } from '../../core/platforms/wechat/adapter';
import { checkMenuEntries, type MenuEntry, menuButtons } from '../../core/platforms/wechat/config';
import { accountNames } from '../account';
import { currentSetting, enabledPlatform, settingCalls } from '../setting';
import { refuseAsPlatform, wechatParts } from './account';

type Address = keyof typeof serviceNumberEndpoints;
type Input<A extends Address> = ParsedOf<(typeof serviceNumberEndpoints)[A]>;
type Menu = Input<'config.ServiceNumber/publishMenu'>['menu'];
type Rows = GroupValues<typeof SERVICE_MENU.groups.serviceMenu>['entries'];

const WORDS = {
  disabled: text('启用服务号', 'Enable the account', 'Ativar a conta', '啟用服務號'),
  published: text('菜单已发布', 'Menu published', 'Menu publicado', '選單已發布'),
} as const;

const content = settingCalls(SERVICE_MENU);

/** Converts the menu to one list for storage. Each second-level entry follows its parent. */
function rowsOf(menu: Menu): Rows {
  return menu.flatMap(({ children, ...entry }, index) => [
    { ...entry, parent: 0 },
    ...children.map((child) => ({ ...child, parent: index + 1 })),
  ]);
}

function menuOf(rows: Rows): Menu {
  return rows
    .filter(({ parent }) => parent === 0)
    .map(({ parent: _, ...entry }, index) => ({
      ...entry,
      children: rows.filter(({ parent }) => parent === index + 1).map(({ parent: _below, ...child }) => child),
    }));
}

/** Copies the menu into the entry type of the platform's adapter. */
function entriesOf(menu: Menu): MenuEntry[] {
  return menu.map(({ children, ...entry }) => ({ ...entry, children: children.map((child) => ({ ...child })) }));
}

export async function menuAnswer(
  ctx: ActorContext,
): Promise<DataOf<(typeof serviceNumberEndpoints)['config.ServiceNumber/getMenu']>> {
  const { values, version, at, by } = await currentSetting(ctx.db, SERVICE_MENU.groups.serviceMenu);
  const name = version === 0 ? '' : ((await accountNames(ctx.db, [by])).get(by) ?? ctx.t(WORD.system));
  return {
    menu: menuOf(values.entries),
    version,
    publishedAt: at?.toISOString() ?? null,
    publishedByName: name,
    mayEdit: ctx.can(SERVICE_MENU.edit),
  };
}

/**
 * Stores the menu as a new version and publishes it on the platform. If the platform refuses it, nothing is stored.
 *
 * @throws Refusal 40001 (invalid menu), 40901 (changed meanwhile), 42330 (account not enabled), 50201 (the platform refuses),
 *   50202 (the platform does not answer)
 */
export async function publishMenu(ctx: ActorContext, { menu, version }: Input<'config.ServiceNumber/publishMenu'>) {
  const entries = entriesOf(menu);
  const errors = checkMenuEntries(entries, ctx.locale);
  if (errors.length > 0) throw invalid(errors);
  const settings = await enabledPlatform(
    { db: ctx.db, secrets: ctx.ports.secrets },
    SERVICE_NUMBER.groups.serviceNumber,
  );
  if (!settings) throw refuse(42330, { missing: ctx.t(WORDS.disabled) });
  const saved = await content.save(ctx, { group: 'serviceMenu', values: { entries: rowsOf(menu) }, version });
  const { appId } = settings.values;
  const wechat = createWechat({ appId, accessMode: 'own' }, wechatParts(ctx, settings));
  await wechat.createMenu(menuButtons(entries)).catch(refuseAsPlatform);
  return { ...saved, message: ctx.t(WORDS.published) };
}
