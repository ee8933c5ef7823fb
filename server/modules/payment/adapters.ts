import type { Kysely } from 'kysely';
import { PAYMENT } from '../../../contract/payment.settings';
import type { GroupValues, SettingGroup } from '../../../contract/settings';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { ALIPAY_BILL_ORIGINS, type AlipayAdapter, createAlipay } from '../../core/platforms/alipay/alipay';
import { ALIPAY_ORIGINS } from '../../core/platforms/alipay/gateway';
import { createDouyin, type DouyinAdapter } from '../../core/platforms/douyin/adapter';
import { DOUYIN_OPEN_ORIGINS, DOUYIN_ORIGINS, type DouyinConfig } from '../../core/platforms/douyin/client';
import { openAtSimulator, readSecrets } from '../../core/platforms/opened';
import type { PlatformEnvironment, Ports, TokenName } from '../../core/platforms/ports';
import { createWxPay, type WxPay } from '../../core/platforms/wxpay/adapter';
import { type PlatformSettings, storedPlatform } from '../setting';
import { keepCertificates, keptCertificates } from './certificates';

/** Opens the adapters of payment platforms with their stored settings. */

export interface PaymentTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Ports;
}
type Groups = typeof PAYMENT.groups;
export type WxValues = GroupValues<Groups['wx']>;
export type AliValues = GroupValues<Groups['ali']>;
export type DyValues = GroupValues<Groups['dy']>;

const WX_ORIGINS = { production: new URL('https://api.mch.weixin.qq.com') };

/** Returns the settings with decrypted secrets. With the simulator, its keys replace the platform's keys (`Simulator.open`). */
async function plainSettings<V extends { readonly environment: PlatformEnvironment }>(
  { ports }: PaymentTools,
  platform: string,
  group: SettingGroup<V>,
  settings: PlatformSettings<V>,
): Promise<V> {
  const plain = { ...settings.values, ...(await readSecrets(settings, group.secrets)) };
  const on = { platform, environment: settings.values.environment, page: group.key };
  return { ...plain, ...(await openAtSimulator(ports.platforms, on, plain)) };
}

/** Returns the merchant number that signs requests. In partner mode it is the service provider's number. */
export const signerOf = (values: WxValues): string => (values.mode === 'partner' ? values.spMchId : values.mchId);

/**
 * Opens WeChat Pay with its settings.
 *
 * @throws Error if a key is missing or cannot be read
 */
export async function openWxPay(tools: PaymentTools, settings: PlatformSettings<WxValues>): Promise<WxPay> {
  const { db, clock, ports } = tools;
  const values = await plainSettings(tools, 'wxpay', PAYMENT.groups.wx, settings);
  const { environment } = values;
  const name = { platform: 'wxpay', environment, account: signerOf(values) };
  const wxPay = createWxPay(
    {
      mchId: name.account,
      subMchId: values.mode === 'partner' ? values.mchId : null,
      serialNo: values.merchantSerialNo.toUpperCase(),
      privateKey: values.merchantPrivateKey ?? '',
      apiV3Key: values.apiV3Key ?? '',
      appIds: values.appIds,
      verification:
        values.verifyMode === 'publicKey'
          ? { mode: 'publicKey', publicKeyId: values.publicKeyId, publicKey: values.publicKey }
          : { mode: 'platformCert', certificates: await keptCertificates(db, name) },
      transferSceneId: values.transferSceneId || null,
      transferReport: values.transferReport,
    },
    { ...ports.platforms.access('wxpay', environment, WX_ORIGINS), clock },
  );
  return {
    ...wxPay,
    async downloadCertificates() {
      const certificates = await wxPay.downloadCertificates();
      await keepCertificates(db, name, certificates, clock.now());
      return certificates;
    },
  };
}

/**
 * Opens Alipay with its settings.
 *
 * @throws Error if a key or certificate is missing or cannot be read
 */
export async function openAlipay(tools: PaymentTools, settings: PlatformSettings<AliValues>): Promise<AlipayAdapter> {
  const values = await plainSettings(tools, 'alipay', PAYMENT.groups.ali, settings);
  const { environment, appCert, alipayCert, rootCert, alipayPublicKey } = values;
  const access = tools.ports.platforms.access('alipay', environment, ALIPAY_ORIGINS);
  return createAlipay(
    {
      appId: values.appId,
      appPrivateKey: values.appPrivateKey ?? '',
      keys:
        values.keyMode === 'cert'
          ? { mode: 'cert', appCert, alipayCert, rootCert }
          : { mode: 'publicKey', alipayPublicKey },
      encryptKey: values.encryptKey || null,
      appAuthToken: null,
    },
    {
      ...access,
      clock: tools.clock,
      billOrigin: environment === 'simulator' ? access.origin : ALIPAY_BILL_ORIGINS[environment],
    },
  );
}

export interface OpenDouyin {
  readonly adapter: DouyinAdapter;
  readonly config: DouyinConfig;
  /** Returns the mini program's token, which all processes share. */
  readonly token: () => Promise<string>;
}

/** Opens Douyin's guaranteed payment with its settings. */
export async function openDouyin(tools: PaymentTools, settings: PlatformSettings<DyValues>): Promise<OpenDouyin> {
  const { clock, ports } = tools;
  const values = await plainSettings(tools, 'douyin', PAYMENT.groups.dy, settings);
  const { environment, appId, keyVersion, appPrivateKey } = values;
  const config: DouyinConfig = {
    appId,
    appSecret: values.appSecret ?? '',
    accessMode: 'own',
    pay: { salt: values.salt ?? '', token: values.token ?? '' },
    key:
      keyVersion && appPrivateKey ? { version: keyVersion, privateKey: appPrivateKey, platformPublicKey: null } : null,
    hostNames: [],
  };
  const name: TokenName = { platform: 'douyin', environment, account: appId, kind: 'access' };
  const access = ports.platforms.access('douyin', environment, DOUYIN_ORIGINS);
  const openOrigin = environment === 'simulator' ? access.origin : DOUYIN_OPEN_ORIGINS[environment];
  const token = (): Promise<string> => ports.platforms.accessToken(name, () => adapter.fetchAppToken());
  const adapter = createDouyin(config, { ...access, openOrigin, clock, token });
  return { adapter, config, token };
}

const stored = ({ db, ports }: PaymentTools) => ({ db, secrets: ports.secrets });
/** Reads the stored settings, whether the platform is enabled or not. */
export const storedWx = (tools: PaymentTools) => storedPlatform(stored(tools), PAYMENT.groups.wx);
export const storedAli = (tools: PaymentTools) => storedPlatform(stored(tools), PAYMENT.groups.ali);
export const storedDy = (tools: PaymentTools) => storedPlatform(stored(tools), PAYMENT.groups.dy);
