import { type OpenSettings, type SimulatorParts, type SimulatorStore, settingText } from '../simulator';
import {
  ACCOUNT,
  type Account,
  COMPONENT,
  type ComponentAccount,
  type PushSetting,
  registerComponent,
  registerMini,
} from './world';

/** This module registers mini programs from their settings. */

/** URL for the simulator's pushes. Only its path is used. */
const PUSH_URL = 'https://console.invalid/api/callback.WxMini/event';
/** Format of the platform's template ids. */
const TEMPLATE_ID = /^[\w-]{43}$/;

function pushOf(settings: OpenSettings): PushSetting | null {
  const mode = settingText(settings, 'encryptMode') as PushSetting['mode'];
  const [token, encodingAesKey] = [settingText(settings, 'msgToken'), settingText(settings, 'encodingAesKey')];
  if (token === '' || (mode !== 'plain' && encodingAesKey === '')) return null;
  return { url: PUSH_URL, token, encodingAesKey: encodingAesKey || null, mode, format: 'xml' };
}

const templatesOf = (settings: OpenSettings): Account['templates'] =>
  Object.entries((settings.subscribeTemplates ?? {}) as Readonly<Record<string, string>>)
    .filter(([, id]) => TEMPLATE_ID.test(id))
    .map(([title, id]) => ({ id, title, content: '{{thing1.DATA}}' }));

/** Finds the component of the settings, or registers it. */
async function openComponent(parts: SimulatorParts, store: SimulatorStore, settings: OpenSettings) {
  const appId = settingText(settings, 'componentAppId');
  const known = await store.get<ComponentAccount>(COMPONENT, appId);
  if (known) return known;
  const ticket = `ticket@@@${parts.clock.randomBytes(24).toString('base64url')}`;
  await registerComponent(store, {
    appId,
    secret: settingText(settings, 'componentSecret'),
    ticket,
    templateIds: [Number(settingText(settings, 'templateId'))],
    push: pushOf(settings),
  });
  return store.get<ComponentAccount>(COMPONENT, appId);
}

/**
 * Registers the mini program of these settings. A known mini program keeps its values, and gets missing values and new templates.
 *
 * @returns the component's `ticket` in component mode, else nothing
 */
export function openApplet(parts: SimulatorParts, settings: OpenSettings): Promise<Readonly<Record<string, string>>> {
  return parts.store.alone(async (store): Promise<Readonly<Record<string, string>>> => {
    const appId = settingText(settings, 'appId');
    const known = await store.get<Account>(ACCOUNT, appId);
    const isOfComponent = settings.accessMode === 'component';
    const component = isOfComponent ? await openComponent(parts, store, settings) : null;
    const grant = component && {
      appId: component.appId,
      refreshToken: settingText(settings, 'authorizerToken'),
      mayManageCode: true,
    };
    const made = templatesOf(settings);
    const templates = [...(known?.templates ?? []), ...made].filter(
      (one, at, all) => all.findIndex(({ id }) => id === one.id) === at,
    );
    await registerMini(store, {
      ...known,
      appId,
      // In component mode the settings do not contain the account's secret, so a known secret is preserved.
      secret: known?.secret || settingText(settings, 'appSecret'),
      originalId: known?.originalId ?? settingText(settings, 'originalId'),
      push: known?.push ?? pushOf(settings),
      component: known?.component ?? grant,
      templates,
    });
    return component ? { ticket: component.ticket } : {};
  });
}
