import { APP, NO_TEST_DEVICE } from '../../../contract/app.settings';
import type { APPS } from '../../../contract/appVersion.states';
import type { Data } from '../../../contract/index';
import { ENVIRONMENT_TEXT } from '../../../contract/settings';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { reasonOf } from '../../core/platforms/checks';
import { createJpush, JPUSH_ORIGINS } from '../../core/platforms/jpush/adapter';
import { openAtSimulator } from '../../core/platforms/opened';
import { refuseUpstream } from '../../core/platforms/refusals';
import { groupConflict, storedPlatform } from '../setting';

/** Push test of an app (DOMAIN §3.10 configureTheApp): through the push provider, to the stored test devices. */

const PLATFORM = 'jpush';

const WORDS = {
  title: text('测试推送', 'Push test', 'Teste de push', '測試推播'),
  content: text('推送配置可用。', 'The push settings work.', 'As configurações de push funcionam.', '推播設定可用。'),
  sent: text(
    '{by}已接收推送：设备 {n} 台，消息编号 {id}',
    '{by} accepted the push. Devices: {n}. Message number: {id}.',
    '{by}: push aceito. Dispositivos: {n}. Número da mensagem: {id}.',
    '{by}已接收推播：裝置 {n} 台，訊息編號 {id}',
  ),
  provider: text('极光推送', 'JPush', 'JPush', 'JPush'),
} as const;

interface Asked {
  readonly group: (typeof APPS)[number];
  readonly version: number;
}

/**
 * Sends a push to the test devices of an app.
 *
 * @throws Refusal 40001 no test device · 40901 other settings are stored · 42330 AppKey or master secret is missing · 50201 · 50202
 */
export async function pushTest(
  ctx: ActorContext,
  { group: key, version }: Asked,
): Promise<Data<'config.App/pushTest'>> {
  const group = APP.groups[key];
  const settings = await storedPlatform({ db: ctx.db, secrets: ctx.ports.secrets }, group);
  if (settings.version !== version) throw await groupConflict(ctx, group);
  const { pushEnvironment: environment, pushAppKey: appKey, pushTestDevices: devices } = settings.values;
  const masterSecret = await settings.secret('pushMasterSecret');
  if (appKey === '' || masterSecret === null) {
    const lacking = [appKey === '' && 'pushAppKey', masterSecret === null && 'pushMasterSecret'] as const;
    const missing = lacking.flatMap((name) => (name ? [ctx.t(group.fields[name]?.label ?? WORDS.title)] : []));
    throw refuse(42330, { missing: missing.join(', ') }, { missing });
  }
  if (devices.length === 0) {
    throw invalid([{ field: 'pushTestDevices', rule: 'required', message: ctx.t(NO_TEST_DEVICE) }]);
  }
  await openAtSimulator(
    ctx.ports.platforms,
    { platform: PLATFORM, environment, page: group.key },
    { appKey, masterSecret, devices },
  );
  const way = ctx.ports.platforms.access(PLATFORM, environment, JPUSH_ORIGINS);
  const { messageId } = await createJpush({ appKey, masterSecret }, way)
    .push({ devices, title: ctx.t(WORDS.title), content: ctx.t(WORDS.content) })
    .catch((error: unknown) =>
      refuseUpstream(error, (failure) => {
        const why = reasonOf(failure);
        return typeof why === 'string' ? why : ctx.t(why);
      }),
    );
  ctx.audit({ objectNo: group.key, after: { devices: devices.length, messageId } });
  const by = ctx.t(environment === 'simulator' ? ENVIRONMENT_TEXT.simulator : WORDS.provider);
  return { messageId, devices: devices.length, message: ctx.t(WORDS.sent, { by, n: devices.length, id: messageId }) };
}
