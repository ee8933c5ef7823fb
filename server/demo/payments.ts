import { PAYMENT } from '../../contract/payment.settings';
import type { SettingGroup } from '../../contract/settings';
import type { Ids } from '../core/ids';
import type { PlatformCheck } from '../core/platforms/checks';
import { type PaymentTools, storedAli, storedDy, storedWx, tryAli, tryDy, tryWx } from '../modules/payment';
import { insertSetting, storeTest, switchState, writeSecret } from '../modules/setting';
import { makeApp, registerApp } from '../simulators/alipay/setup';
import { databaseStore } from '../simulators/database-store';
import { openDouyinApp } from '../simulators/douyin/world';
import { openMerchant } from '../simulators/wxpay';

/** Creates the demo's payment configuration: accounts at the simulated platforms, and settings that are stored, tested and enabled. */

type Tools = PaymentTools & { readonly ids: Ids };

/** Stores the first version of a settings group with its secrets. */
async function store({ db, clock, ids, ports }: Tools, group: SettingGroup, given: Readonly<Record<string, unknown>>) {
  const at = clock.now();
  const values: Record<string, unknown> = { ...group.initial };
  for (const name of Object.keys(values)) if (given[name] !== undefined) values[name] = given[name];
  const secrets = group.secrets.filter((name) => typeof values[name] === 'string');
  for (const field of secrets) {
    await writeSecret(db, ports.secrets, { group, field, value: String(values[field]), at, by: 0 });
    values[field] = null;
  }
  const changed = Object.keys(given).filter((name) => name in values);
  await insertSetting(db, {
    id: ids.next(),
    group,
    version: 1,
    values,
    changed,
    secrets,
    restoredFrom: null,
    at,
    by: 0,
  });
}

/** Stores the result of a test, and enables the settings group if the test passed. */
async function enable({ db, clock }: Tools, group: SettingGroup, tried: readonly PlatformCheck[]): Promise<void> {
  const at = clock.now();
  const ok = tried.every((check) => check.ok);
  const checks = tried.map(({ name, ok: passed, detail }) => ({
    name: name['zh-CN'],
    ok: passed,
    detail: typeof detail === 'string' ? detail : detail['zh-CN'],
  }));
  await storeTest(db, group, { version: 1, ok, checks, at, by: 0 });
  if (ok) await switchState(db, group, { enabled: true, at, by: 0 });
}

const WX_APP = 'wx0123456789abcdef';
/** Two of the demo's merchant numbers (`MERCHANT_NUMBERS` in money.ts), and the demo's app id at Alipay. */
const NUMBERS = { wx: '1999990001', pid: '2088999900000001', aliApp: '2021999900000001' } as const;

/** Opens accounts at the simulated platforms and configures payment with them. */
export async function configurePayment(tools: Tools): Promise<void> {
  const { db, clock } = tools;
  const { wx, ali, dy, numbers } = PAYMENT.groups;
  const merchant = await openMerchant(databaseStore(db, 'wxpay'), clock, { mchId: NUMBERS.wx, appIds: [WX_APP] });
  await store(tools, wx, {
    ...merchant,
    transferSceneId: '1005',
    transferReport: [
      { type: '岗位类型', content: '骑手' },
      { type: '报酬说明', content: '配送收入' },
    ],
  });
  const made = makeApp(clock, {
    appId: NUMBERS.aliApp,
    pid: NUMBERS.pid,
    mode: 'cert',
    isEncrypted: true,
    balanceFen: 100_000_000,
    payees: {},
    notifyUrl: '/api/callback.AliPay/notify',
    template: null,
  });
  await registerApp(databaseStore(db, 'alipay'), made.app);
  await store(tools, ali, {
    ...{ appId: made.app.appId, pid: made.app.pid, keyMode: 'cert', appPrivateKey: made.appPrivateKey },
    ...made.app.certificates,
    encryptKey: made.app.encryptKey,
  });
  const urls = { notify: '/api/callback.DyPay/notify', message: null };
  await store(tools, dy, await openDouyinApp({ store: databaseStore(db, 'douyin'), clock }, urls));
  await enable(tools, wx, await tryWx(tools, await storedWx(tools)));
  await enable(tools, ali, await tryAli(tools, await storedAli(tools)));
  await enable(tools, dy, await tryDy(tools, await storedDy(tools)));
  const rows = await db
    .selectFrom('merchant_number')
    .select(['channel', 'mch_no as mchNo', 'name', 'role', 'enabled'])
    .orderBy('channel')
    .orderBy('mch_no')
    .execute();
  await store(tools, numbers, { numbers: rows.map((row) => ({ ...row, stations: '' })) });
}
