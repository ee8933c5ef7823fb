import type { Kysely } from 'kysely';
import { APP, NO_TEST_DEVICE } from '../../../contract/app.settings';
import type { APPS } from '../../../contract/appVersion.states';
import type { Data } from '../../../contract/index';
import { ENVIRONMENT_TEXT } from '../../../contract/settings';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { reasonOf } from '../../core/platforms/checks';
import { createJpush, JPUSH_ORIGINS, type Jpush } from '../../core/platforms/jpush/adapter';
import { openAtSimulator } from '../../core/platforms/opened';
import type { Ports } from '../../core/platforms/ports';
import { refuseUpstream } from '../../core/platforms/refusals';
import { enabledPlatform, groupConflict, type PlatformSettings, storedPlatform } from '../setting';

/** Sends push messages of the apps (DOMAIN §3.10 configureTheApp): test messages to test devices, and service notices to users. */

const PLATFORM = 'jpush';

const WORDS = {
  title: WORD.pushTest,
  content: text('推送配置可用。', 'The push settings work.', 'As configurações de push funcionam.', '推播設定可用。'),
  sent: text(
    '{by}已接收推送：设备 {n} 台，消息编号 {id}',
    '{by} accepted the push. Devices: {n}. Message number: {id}.',
    '{by}: push aceito. Dispositivos: {n}. Número da mensagem: {id}.',
    '{by}已接收推播：裝置 {n} 台，訊息編號 {id}',
  ),
  provider: text('极光推送', 'JPush', 'JPush', 'JPush'),
} as const;

type AppKey = (typeof APPS)[number];
type AppSettings = PlatformSettings<(typeof APP.groups)[AppKey]['initial']>;
interface Tools {
  readonly db: Kysely<Database>;
  readonly ports: Pick<Ports, 'platforms' | 'secrets'>;
}

/** Opens the push service of an app with the app's settings. @returns `null` when the AppKey or the master secret is missing */
async function pushBy({ ports }: Tools, key: AppKey, { values, secret }: AppSettings): Promise<Jpush | null> {
  const { pushEnvironment: environment, pushAppKey: appKey } = values;
  const masterSecret = await secret('pushMasterSecret');
  if (appKey === '' || masterSecret === null) return null;
  const way = ports.platforms.access(PLATFORM, environment, JPUSH_ORIGINS);
  const jpush = createJpush({ appKey, masterSecret }, way);
  return {
    ...jpush,
    async push(message) {
      const on = { platform: PLATFORM, environment, page: key };
      await openAtSimulator(ports.platforms, on, { appKey, masterSecret, devices: message.devices });
      return jpush.push(message);
    },
  };
}

/** Opens the push service of the users' app. @returns `null` when the app is not enabled or its push service is not configured */
export async function openedUserPush(
  tools: Tools,
): Promise<{ readonly push: Jpush; readonly testDevices: readonly string[] } | null> {
  const on = { db: tools.db, secrets: tools.ports.secrets };
  const settings = await enabledPlatform(on, APP.groups.userApp);
  const push = settings && (await pushBy(tools, 'userApp', settings));
  return push && settings ? { push, testDevices: settings.values.pushTestDevices } : null;
}

/**
 * Converts an error of the push provider to a refusal.
 *
 * @throws Refusal 50201 with the provider's message, 50202 when the provider did not answer in time; rethrows any other error
 */
export const refuseAsProvider = (ctx: Pick<ActorContext, 't'>, error: unknown): never =>
  refuseUpstream(error, (failure) => {
    const why = reasonOf(failure);
    return typeof why === 'string' ? why : ctx.t(why);
  });

interface Asked {
  readonly group: AppKey;
  readonly version: number;
}

/**
 * Sends a push to the test devices of an app.
 *
 * @throws Refusal 40001 (no test device), 40901 (the stored settings have another version), 42330 (AppKey or master secret is missing),
 *   50201 and 50202 as {@link refuseAsProvider}
 */
export async function pushTest(
  ctx: ActorContext,
  { group: key, version }: Asked,
): Promise<Data<'config.App/pushTest'>> {
  const group = APP.groups[key];
  const settings = await storedPlatform({ db: ctx.db, secrets: ctx.ports.secrets }, group);
  if (settings.version !== version) throw await groupConflict(ctx, group);
  const { pushEnvironment: environment, pushAppKey: appKey, pushTestDevices: devices } = settings.values;
  const push = await pushBy(ctx, key, settings);
  if (!push) {
    const hasSecret = (await settings.secret('pushMasterSecret')) !== null;
    const lacking = [appKey === '' && 'pushAppKey', !hasSecret && 'pushMasterSecret'] as const;
    const missing = lacking.flatMap((name) => (name ? [ctx.t(group.fields[name]?.label ?? WORDS.title)] : []));
    throw refuse(42330, { missing: missing.join(', ') }, { missing });
  }
  if (devices.length === 0) {
    throw invalid([{ field: 'pushTestDevices', rule: 'required', message: ctx.t(NO_TEST_DEVICE) }]);
  }
  const { messageId } = await push
    .push({ devices, title: ctx.t(WORDS.title), content: ctx.t(WORDS.content) })
    .catch((error: unknown) => refuseAsProvider(ctx, error));
  ctx.audit({ objectNo: group.key, after: { devices: devices.length, messageId } });
  const by = ctx.t(environment === 'simulator' ? ENVIRONMENT_TEXT.simulator : WORDS.provider);
  return { messageId, devices: devices.length, message: ctx.t(WORDS.sent, { by, n: devices.length, id: messageId }) };
}
