import { DAY_MS } from '../../../contract/units';
import { type OpenSettings, type SimulatorParts, settingText } from '../simulator';
import { addTemplatesOfSettings } from '../subscriptions';
import { keepStores } from './life';
import { pushComponentTicket, registerDouyinApp, type SimulatedDouyinApp } from './world';

/** This module registers mini programs from their settings. */

/** URL for the simulator's messages. Only its path is used. */
const MESSAGE_URL = 'https://console.invalid/api/callback.DyMini/event';
const REFRESH_DAYS = 30;
const ALL_HOSTS = ['douyin', 'douyin_lite', 'toutiao', 'tt_lite', 'xigua', 'huoshan'];

/**
 * Registers the mini program of these settings, with its message templates and stores.
 *
 * @returns the service provider's `ticket` in component mode, else nothing
 */
export function openDyApplet(parts: SimulatorParts, settings: OpenSettings): Promise<Readonly<Record<string, string>>> {
  return parts.store.alone(async (store): Promise<Readonly<Record<string, string>>> => {
    const own = { ...parts, store };
    const appId = settingText(settings, 'appId');
    const componentAppId = settings.accessMode === 'component' ? settingText(settings, 'componentAppId') : '';
    const known = await store.get<SimulatedDouyinApp>('app', appId);
    if (!known || (componentAppId !== '' && known.component === null)) {
      const [token, encodingAesKey] = [settingText(settings, 'msgToken'), settingText(settings, 'encodingAesKey')];
      await registerDouyinApp(store, {
        ...{ appId, pay: null, keys: null, hostNames: ALL_HOSTS, isDevelopmentGranted: true, ...known },
        appSecret: known?.appSecret || settingText(settings, 'appSecret'),
        component:
          componentAppId === '' ? null : { appId: componentAppId, secret: settingText(settings, 'componentSecret') },
        message: known?.message ?? (token && encodingAesKey ? { token, encodingAesKey, url: MESSAGE_URL } : null),
      });
      const expiresAt = parts.clock.now().getTime() + REFRESH_DAYS * DAY_MS;
      const grant = settingText(settings, 'authorizerToken');
      if (grant !== '') await store.put('refresh', grant, { appId, expiresAt });
    }
    await addTemplatesOfSettings(store, appId, settings.subscribeTemplates);
    await keepStores(own, settingText(settings, 'lifeAccountId'), Object.keys((settings.poiMap ?? {}) as object));
    if (componentAppId === '') return {};
    const kept = await store.get<{ ticket: string }>('ticket', componentAppId);
    return { ticket: kept?.ticket ?? (await pushComponentTicket(own, componentAppId)) };
  });
}
