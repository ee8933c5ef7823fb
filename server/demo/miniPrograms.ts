import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type AlipayMiniValues, alipayMiniHandlers } from '../modules/alipayMini';
import { type AppletValues, appletHandlers } from '../modules/applet';
import { type DyAppletValues, dyAppletHandlers } from '../modules/dyApplet';
import { subscribeUser } from '../simulators/subscriptions';
import { act, type Stage } from './acting';
import { DEMO_MESSAGES } from './serviceNotices';

/**
 * Creates the settings of the demo's mini programs, which the owner has tested and enabled. The platforms are simulated. The access mode
 * lets the console manage the code of the mini programs through the platform's API. App ids, keys and tokens are invented.
 */

const AES_KEY = 'DemoDemoDemoDemoDemoDemoDemoDemoDemoDemo012';
const APP_IDS = { alipay: '2021000000000001', douyin: 'tt00000000000000d1' } as const;
const HOSTS = ['https://api.example.com'];
const generate = promisify(generateKeyPair);

const APPLET: Partial<AppletValues> = {
  accessMode: 'component',
  ...{ appId: 'wx00000000000000d1', originalId: 'gh_demo00000001', componentAppId: 'wx00000000000000d2' },
  ...{ componentSecret: 'd'.repeat(32), authorizerToken: 'refreshtoken@@@demo', templateId: '1' },
  ...{ msgToken: 'demotoken', encodingAesKey: AES_KEY, serverDomains: HOSTS },
  subscribeTemplates: { orderAccepted: 'D'.repeat(43), orderDelivered: 'E'.repeat(43) },
  ...{ privacyVersion: '1.0', recordNo: '示例ICP备00000000号-1X' },
};
const DY_APPLET: Partial<DyAppletValues> = {
  accessMode: 'component',
  ...{ appId: APP_IDS.douyin, componentAppId: 'tt00000000000000d2', componentSecret: 'demo-provider' },
  ...{ authorizerToken: 'demo-refresh', templateId: '1', msgToken: 'demotoken', encodingAesKey: AES_KEY },
  ...{ hostNames: ['douyin', 'douyin_lite'], requestDomains: HOSTS, privacyVersion: '1.0' },
  subscribeTemplates: { orderDelayed: DEMO_MESSAGES.douyin },
};

async function alipayValues(): Promise<Partial<AlipayMiniValues>> {
  const [own, platform] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('rsa', { modulusLength: 2048 }),
  ]);
  return {
    ...{ appId: APP_IDS.alipay, pid: '2088000000000001', templateId: '2021000000000009', safeDomains: HOSTS },
    messageTemplates: { orderDelayed: DEMO_MESSAGES.alipay },
    appPrivateKey: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    alipayPublicKey: createPublicKey(platform.privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Saves, tests and enables the settings of all three mini programs at `now`. */
export async function makeMiniPrograms(stage: Stage, now: Date): Promise<void> {
  const owner = await stage.db
    .selectFrom('account')
    .select('id')
    .where('account_type', '=', 'owner')
    .limit(1)
    .executeTakeFirstOrThrow();
  const by = { who: owner.id, at: now };
  const [wx, ali, dy] = [
    { group: 'applet' } as const,
    { group: 'alipayMini' } as const,
    { group: 'dyApplet' } as const,
  ];

  const applet = await act(stage, appletHandlers, 'config.Applet/get', { ...by, input: wx });
  const appletInput = { ...wx, values: { ...applet.values, ...APPLET }, version: 0 };
  await act(stage, appletHandlers, 'config.Applet/save', { ...by, input: appletInput });
  await act(stage, appletHandlers, 'config.Applet/test', { ...by, input: { ...wx, version: 1 } });
  await act(stage, appletHandlers, 'config.Applet/enable', { ...by, input: { ...wx, version: 1 } });

  const mini = await act(stage, alipayMiniHandlers, 'config.AlipayMini/get', { ...by, input: ali });
  const miniInput = { ...ali, values: { ...mini.values, ...(await alipayValues()) }, version: 0 };
  await act(stage, alipayMiniHandlers, 'config.AlipayMini/save', { ...by, input: miniInput });
  await act(stage, alipayMiniHandlers, 'config.AlipayMini/test', { ...by, input: { ...ali, version: 1 } });
  await act(stage, alipayMiniHandlers, 'config.AlipayMini/enable', { ...by, input: { ...ali, version: 1 } });

  const dyMini = await act(stage, dyAppletHandlers, 'config.DyApplet/get', { ...by, input: dy });
  const dyInput = { ...dy, values: { ...dyMini.values, ...DY_APPLET }, version: 0 };
  await act(stage, dyAppletHandlers, 'config.DyApplet/save', { ...by, input: dyInput });
  await act(stage, dyAppletHandlers, 'config.DyApplet/test', { ...by, input: { ...dy, version: 1 } });
  await act(stage, dyAppletHandlers, 'config.DyApplet/enable', { ...by, input: { ...dy, version: 1 } });
  await subscribeUsers(stage);
}

/**
 * Registers message subscriptions at the simulators of Alipay and Douyin, for the users who agreed to these messages in the demo's data.
 */
async function subscribeUsers({ db, ports }: Stage): Promise<void> {
  const agreed = await db
    .selectFrom('user_reach as subscription')
    .innerJoin('user_reach as whole', (join) =>
      join
        .onRef('whole.user_id', '=', 'subscription.user_id')
        .onRef('whole.channel', '=', 'subscription.channel')
        .on('whole.template_id', '=', ''),
    )
    .where('subscription.template_id', 'in', Object.values(DEMO_MESSAGES))
    .select(['subscription.template_id as templateId', 'subscription.left_times as times', 'whole.address'])
    .execute();
  for (const platform of ['alipay', 'douyin'] as const) {
    const store = ports.platforms?.simulatorStore(platform);
    const place = { appId: APP_IDS[platform], templateId: DEMO_MESSAGES[platform] };
    for (const { templateId, address, times } of agreed) {
      if (store && address !== null && templateId === place.templateId)
        await subscribeUser(store, place, address, times);
    }
  }
}
