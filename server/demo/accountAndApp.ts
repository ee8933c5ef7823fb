import { appEndpoints } from '../../contract/app';
import type { ParsedOf } from '../../contract/endpoint';
import { appHandlers } from '../modules/app';
import { type AccountValues, serviceNumberHandlers } from '../modules/serviceNumber';
import { act, type Stage } from './acting';

/**
 * Creates the demo's official account with its menu and replies, and the user app with a published version and a draft. The platforms are
 * simulated. Ids, keys and package names are invented.
 */

const ACCOUNT: Partial<AccountValues> = {
  ...{ appId: 'wx00000000000000e1', originalId: 'gh_demo000000e1', appSecret: 'e'.repeat(32) },
  ...{ token: 'demotoken', encodingAesKey: 'DemoDemoDemoDemoDemoDemoDemoDemoDemoDemo012' },
  jsDomains: ['m.example.com'],
  templates: [
    { scene: 'orderDelivered', templateId: 'F'.repeat(43), fieldMap: 'thing1=orderNo, time2=deliveredAt' },
    { scene: 'staffTodo', templateId: 'G'.repeat(43), fieldMap: 'thing1=title, thing2=content, time3=at' },
  ],
  bindStaff: true,
};

const entry = (name: string, path: string) => ({
  ...{ name, type: 'view' as const, url: `https://m.example.com/${path}` },
  ...{ key: '', appId: '', page: '' },
});
const MENU = [
  { ...entry('点外卖', 'order'), children: [] },
  {
    ...entry('我的', ''),
    url: '',
    children: [entry('我的订单', 'orders'), { ...entry('联系客服', ''), type: 'click' as const, url: '', key: '客服' }],
  },
];
const REPLIES = {
  follow: '欢迎关注，点击下方菜单即可下单。',
  keywords: [{ keyword: '客服', match: 'contains', reply: '客服电话 400-000-0000，每天 8:00–22:00。' }],
  fallback: '已收到您的留言，客服会尽快回复。',
};

const SIGNATURE = 'd'.repeat(64);
const PACKAGE = 'com.example.user';
const SAVE = appEndpoints['config.App/saveVersion'];
const VERSION = {
  ...({ version: 0, app: 'userApp', platform: 'android', channel: 'official', minSystem: '8.0' } as const),
  ...({
    packageName: PACKAGE,
    packageSize: 48_234_496,
    signSha256: SIGNATURE,
    force: 'hint',
    grayPercent: 100,
  } as const),
};
const versionOf = (versionName: string, build: number, notes: string): ParsedOf<typeof SAVE> => ({
  ...VERSION,
  versionName,
  build,
  address: `https://cdn.example.com/user-${versionName}.apk`,
  sha256: `${build}`.padStart(64, '0'),
  notes: { 'zh-CN': notes, 'zh-TW': '', 'en-US': '', 'pt-BR': '' },
});

interface By {
  readonly who: number;
  readonly at: Date;
}

async function makeAccount(stage: Stage, by: By): Promise<void> {
  const group = { group: 'serviceNumber' } as const;
  const run = serviceNumberHandlers;
  const { values } = await act(stage, run, 'config.ServiceNumber/get', { ...by, input: group });
  const settings = { ...group, values: { ...values, ...ACCOUNT }, version: 0 };
  await act(stage, run, 'config.ServiceNumber/save', { ...by, input: settings });
  await act(stage, run, 'config.ServiceNumber/test', { ...by, input: { ...group, version: 1 } });
  await act(stage, run, 'config.ServiceNumber/enable', { ...by, input: { ...group, version: 1 } });
  await act(stage, run, 'config.ServiceNumber/publishMenu', { ...by, input: { menu: MENU, version: 0 } });
  const replies = { group: 'serviceReply', values: REPLIES, version: 0 } as const;
  await act(stage, run, 'config.ServiceNumber/saveReply', { ...by, input: replies });
}

/** Invented keys and a test device. The push provider's simulator registers them before a message is sent. */
const PUSH = {
  pushAppKey: '7d431e42dfa6a6d693ac2d04',
  pushMasterSecret: '5e987ac6d2e04d95a9d8f0d1',
  pushTestDevices: ['18071adc030dcba91c0'],
};

async function makeApp(stage: Stage, by: By): Promise<void> {
  const group = { group: 'userApp' } as const;
  const { values } = await act(stage, appHandlers, 'config.App/get', { ...by, input: group });
  const own = { appName: '示例外卖', packageName: PACKAGE, bundleId: PACKAGE, androidSignSha256: SIGNATURE };
  const settings = { ...group, values: { ...values, ...own, ...PUSH }, version: 0 };
  await act(stage, appHandlers, 'config.App/save', { ...by, input: settings });
  await act(stage, appHandlers, 'config.App/test', { ...by, input: { ...group, version: 1 } });
  await act(stage, appHandlers, 'config.App/enable', { ...by, input: { ...group, version: 1 } });
  const save = (input: ReturnType<typeof versionOf>) =>
    act(stage, appHandlers, 'config.App/saveVersion', { ...by, input });
  const { id } = await save(versionOf('2.3.0', 230, '新增骑手实时位置。'));
  await act(stage, appHandlers, 'config.App/publishVersion', { ...by, input: { id, version: 1 } });
  await save(versionOf('2.4.0', 240, '下单更快，修复已知问题。'));
}

/** Creates the official account and the user app at `now`, in the name of the owner. */
export async function makeAccountAndApp(stage: Stage, now: Date): Promise<void> {
  const { id: who } = await stage.db
    .selectFrom('account')
    .select('id')
    .where('account_type', '=', 'owner')
    .limit(1)
    .executeTakeFirstOrThrow();
  await makeAccount(stage, { who, at: now });
  await makeApp(stage, { who, at: now });
}
