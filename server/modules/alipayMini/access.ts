import { ALIPAY_MINI } from '../../../contract/alipayMini.settings';
import type { GroupValues } from '../../../contract/settings';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { refuse } from '../../core/http/refusal';
import { createAlipayCode } from '../../core/platforms/alipay/codes';
import { ALIPAY_ORIGINS, type AlipayConfig, type AlipayKeys, createGateway } from '../../core/platforms/alipay/gateway';
import { type AlipayMessages, createAlipayMessages } from '../../core/platforms/alipay/messages';
import { alipayWords } from '../../core/platforms/alipay/words';
import { type PlatformCheck, runCheck } from '../../core/platforms/checks';
import type { CodePlatform } from '../../core/platforms/code';
import {
  type AdapterTools,
  givenAtSimulator,
  openAtSimulator,
  readSecrets,
  type StoredSettings,
} from '../../core/platforms/opened';
import { type OpeningTools, openedPlatform } from '../setting';

export type AlipayMiniValues = GroupValues<typeof ALIPAY_MINI.groups.alipayMini>;

const NO_TEMPLATE = text(
  '未填写模板，不能在此上传版本。请用平台的 minidev 工具上传，再同步状态；或在参数中填写模板。',
  'Without a template no version can be uploaded here. Upload with the platform tool minidev and sync, or enter a template in the parameters.',
  'Sem modelo, nenhuma versão pode ser enviada aqui. Envie pela ferramenta minidev da plataforma e sincronize, ou informe um modelo nos parâmetros.',
  '未填寫範本，不能在此上傳版本。請用平台的 minidev 工具上傳，再同步狀態；或在參數中填寫範本。',
);

/** Services for the mini program's adapter. `wait` waits while the platform builds a version. The default uses a real timer. */
export type AlipayMiniTools = AdapterTools & { readonly wait?: (milliseconds: number) => Promise<void> };

const SECRETS = ['appPrivateKey', 'appAuthToken', 'aesKey'];

/** Builds the gateway configuration. The platform's public key is from the settings, or from the simulator in the simulated environment. */
async function gatewayConfig(
  tools: AdapterTools,
  settings: StoredSettings<AlipayMiniValues>,
  readKeys: typeof openAtSimulator = openAtSimulator,
): Promise<AlipayConfig> {
  const { values } = settings;
  const secrets = await readSecrets(settings, SECRETS);
  const on = {
    platform: 'alipay',
    environment: values.environment,
    page: ALIPAY_MINI.groups.alipayMini.key,
  };
  const opened = await readKeys(tools.platforms, on, { ...values, ...secrets });
  const { appCert, rootCert, keyMode } = values;
  const keys: AlipayKeys =
    keyMode === 'cert'
      ? { mode: 'cert', appCert, rootCert, alipayCert: opened.alipayCert ?? values.alipayCert }
      : { mode: 'publicKey', alipayPublicKey: opened.alipayPublicKey ?? values.alipayPublicKey };
  const isOfIsv = values.accessMode === 'isv';
  return {
    appId: isOfIsv ? values.isvAppId : values.appId,
    appPrivateKey: secrets.appPrivateKey ?? '',
    keys,
    encryptKey: secrets.aesKey ?? null,
    appAuthToken: isOfIsv ? (secrets.appAuthToken ?? '') : null,
  };
}

/**
 * Returns the platform's key, which verifies the platform's callbacks. The function registers nothing at a simulator, because the sender of
 * the callback is not verified yet.
 *
 * @throws Refusal 42331 when a key or certificate cannot be read
 */
export async function alipayMiniKey(tools: AdapterTools, settings: StoredSettings<AlipayMiniValues>) {
  const { environment } = settings.values;
  const access = tools.platforms.access('alipay', environment, ALIPAY_ORIGINS);
  const config = await gatewayConfig(tools, settings, givenAtSimulator);
  return readable(() => createGateway(config, { ...access, clock: tools.clock }).alipayKey);
}

/** Runs `work`, which reads keys, and converts each error to a refusal. @throws Refusal 42331 when a key or certificate cannot be read */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw refuse(42331);
  }
}

/** Opens the platform's API for the mini program's code. @throws Refusal 42331 when a key or certificate cannot be read */
export async function alipayMiniCode(
  tools: AlipayMiniTools,
  settings: StoredSettings<AlipayMiniValues>,
): Promise<CodePlatform> {
  const { environment, appId, bundleId, templateId, templateVersion } = settings.values;
  const config = await gatewayConfig(tools, settings);
  const parts = {
    ...tools.platforms.access('alipay', environment, ALIPAY_ORIGINS),
    clock: tools.clock,
    ...(tools.wait && { wait: tools.wait }),
  };
  const of = { appId, bundleId, templateId, templateVersion: templateVersion || null };
  const code = readable(() => createAlipayCode(config, of, parts));
  const hasTemplate = templateId !== '';
  const calls = Object.entries(code).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  return {
    ...code,
    supports: hasTemplate ? calls : calls.filter((name) => name !== 'upload'),
    limits: hasTemplate ? null : NO_TEMPLATE,
    words: alipayWords,
  };
}

/**
 * Opens the message interface of the mini program without a call to the platform.
 *
 * @returns `null` when the mini program is disabled or its keys cannot be read. A job that sends over several channels can then continue.
 */
export const openedAlipayMini = (tools: OpeningTools): Promise<AlipayMessages | null> =>
  openedPlatform(tools, ALIPAY_MINI.groups.alipayMini, async (opening, settings) => {
    const config = await gatewayConfig(opening, settings);
    const access = opening.platforms.access('alipay', settings.values.environment, ALIPAY_ORIGINS);
    try {
      return createAlipayMessages(config, { ...access, clock: opening.clock });
    } catch {
      return null;
    }
  });

const CHECKS = {
  versions: WORD.readCodeVersions,
  tester: text('读取体验二维码', 'Read the QR code for testers', 'Ler o QR code de teste', '讀取體驗二維碼'),
} as const;

/** Runs "Test connection" without changing data. @throws Refusal 42331 when a key or certificate cannot be read */
export async function tryAlipayMini(
  tools: AdapterTools,
  settings: StoredSettings<AlipayMiniValues>,
): Promise<readonly PlatformCheck[]> {
  const code = await alipayMiniCode(tools, settings);
  const versions = await runCheck(CHECKS.versions, async () => {
    const found = await code.versions();
    return found.map(({ appVersion }) => appVersion).join(', ') || '–';
  });
  // When the first call fails, for example because of refused keys, the second call would fail for the same reason.
  if (!versions.ok) return [versions];
  return [versions, await runCheck(CHECKS.tester, async () => (await code.testerQr()) ?? '–')];
}
