import type { FieldError } from '../../../../contract/endpoint';
import { type Locale, type Text, text } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import { refusedField } from '../../http/validation';
import { type PlatformCheck, runCheck } from '../checks';
import { UpstreamFailure } from '../outbound';
import type { DouyinAdapter } from './adapter';
import type { DouyinConfig } from './client';
import { AES_KEY_SHAPE } from './crypt';
import { rsaBits } from './sign';

/** Values of Douyin's settings (DOMAIN §3.10 configureDyApplet and a tab of paymentConfig). An empty or absent value means "not set". */
export type DyValues = Readonly<Record<string, unknown>>;

const LABELS = {
  appId: WORD.miniProgramAppId,
  appSecret: WORD.appSecret,
  componentAppId: text(
    '第三方小程序应用 AppID',
    'Third-party application AppID',
    'AppID da aplicação de terceiros',
    '第三方小程式應用 AppID',
  ),
  componentSecret: text(
    '第三方小程序应用密钥',
    'Third-party application secret',
    'Segredo da aplicação de terceiros',
    '第三方小程式應用金鑰',
  ),
  authorizerToken: text('授权方令牌', 'Authorizer token', 'Token do autorizador', '授權方權杖'),
  msgToken: text('消息推送 Token', 'Message push token', 'Token de envio de mensagens', '訊息推送 Token'),
  encodingAesKey: WORD.messageEncryptionKey,
  merchantId: WORD.douyinMerchantNumber,
  salt: WORD.paymentSalt,
  token: WORD.paymentCallbackToken,
  keyVersion: WORD.applicationKeyVersion,
  appPrivateKey: WORD.applicationPrivateKey,
  requestDomains: WORD.serverDomains,
  webviewDomains: WORD.businessDomains,
  hostNames: WORD.hostsToReviewFor,
  templateId: WORD.templateId,
  lifeAccountId: WORD.localLifeAccount,
} satisfies Readonly<Record<string, Text>>;
type DyField = keyof typeof LABELS;

const APP_ID = /^tt[0-9a-f]{16}$/;
const DIGITS = /^\d{1,20}$/;
const HTTPS_HOST =
  /^https:\/\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+(?::\d{1,5})?$/;
const HOST_NAMES = ['douyin', 'douyin_lite', 'toutiao', 'tt_lite', 'xigua', 'huoshan'];
const MIN_RSA_BITS = 2048;

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Formats that the platform publishes. */
const PATTERNS: Partial<Record<DyField, RegExp>> = {
  appId: APP_ID,
  componentAppId: APP_ID,
  encodingAesKey: AES_KEY_SHAPE,
  msgToken: /^[\x21-\x7e]{1,32}$/,
  merchantId: DIGITS,
  keyVersion: /^\d{1,4}$/,
  templateId: /^[1-9]\d{0,18}$/,
  lifeAccountId: DIGITS,
};

function neededFields(values: DyValues): readonly DyField[] {
  const own: DyField[] = ['appId', 'appSecret'];
  const component: DyField[] = ['appId', 'componentAppId', 'componentSecret', 'authorizerToken', 'templateId'];
  const together: readonly (readonly DyField[])[] = [
    ['msgToken', 'encodingAesKey'],
    ['merchantId', 'salt', 'token'],
    ['keyVersion', 'appPrivateKey'],
  ];
  const started = together.filter((fields) => fields.some((field) => isSet(values[field])));
  return [...(values.accessMode === 'component' ? component : own), ...started.flat()];
}

/**
 * Finds errors in the Douyin settings.
 *
 * @param values keyed by the field names of DOMAIN §3.10 without `dy.` and `pay.`; for an unchanged secret, pass the stored secret
 */
export function checkDyConfig(values: DyValues, locale: Locale): readonly FieldError[] {
  const refused = (field: DyField, rule: Parameters<typeof refusedField>[2]) =>
    refusedField({ locale }, field, rule, LABELS[field]);
  const errors: FieldError[] = neededFields(values)
    .filter((field) => !isSet(values[field]))
    .map((field) => refused(field, 'required'));
  for (const [field, pattern] of Object.entries(PATTERNS) as [DyField, RegExp][]) {
    if (isSet(values[field]) && !pattern.test(String(values[field]))) errors.push(refused(field, 'pattern'));
  }
  if (isSet(values.appPrivateKey) && (rsaBits(String(values.appPrivateKey)) ?? 0) < MIN_RSA_BITS) {
    errors.push(refused('appPrivateKey', 'pattern'));
  }
  for (const field of ['requestDomains', 'webviewDomains'] as const) {
    const domains = words(values[field]);
    if (domains.some((domain) => !HTTPS_HOST.test(domain))) errors.push(refused(field, 'pattern'));
    if (new Set(domains).size !== domains.length) errors.push(refused(field, 'repeated'));
  }
  if (words(values.hostNames).some((name) => !HOST_NAMES.includes(name))) errors.push(refused('hostNames', 'choice'));
  return errors;
}

/**
 * Warns about an app secret with an unusual format. The platform does not document this format, so a mismatch is only a warning (DOMAIN
 * §3.10).
 */
export function warnDyConfig(values: DyValues, locale: Locale): readonly FieldError[] {
  const { appSecret } = values;
  if (!isSet(appSecret) || /^[0-9a-f]{40}$/.test(String(appSecret))) return [];
  return [refusedField({ locale }, 'appSecret', 'pattern', LABELS.appSecret)];
}

const CHECKS = {
  token: text('获取接口调用凭据', 'Get an access token', 'Obter token de acesso', '取得介面呼叫憑證'),
  salt: text(
    '担保支付签名（查询不存在的订单）',
    'Guaranteed payment signature (query of an unknown order)',
    'Assinatura do pagamento garantido (consulta de pedido inexistente)',
    '擔保支付簽章（查詢不存在的訂單）',
  ),
  key: text(
    '应用私钥签名（查询不存在的订单）',
    'Private key signature (query of an unknown order)',
    'Assinatura com a chave privada (consulta de pedido inexistente)',
    '應用私鑰簽章（查詢不存在的訂單）',
  ),
  code: text('读取小程序版本', 'Read mini-program versions', 'Ler versões do miniprograma', '讀取小程式版本'),
} satisfies Readonly<Record<string, Text>>;

/**
 * Runs "Test connection" of Douyin. It checks the configured services and changes no data at the platform.
 *
 * @param token returns the stored access token; the test forces no new token, because a new token soon invalidates the stored token
 * @param orderNo a number that no order has
 */
export async function testDouyin(
  adapter: DouyinAdapter,
  config: DouyinConfig,
  token: () => Promise<string>,
  orderNo: string,
): Promise<readonly PlatformCheck[]> {
  const checks: PlatformCheck[] = [
    await runCheck(CHECKS.token, async () => {
      await token();
      return config.accessMode === 'component' ? (config.component?.appId ?? '') : config.appId;
    }),
  ];
  if (config.pay) {
    checks.push(
      await runCheck(CHECKS.salt, async () => {
        const order = await adapter.queryOrder(orderNo);
        return order ? order.outOrderNo : '2000';
      }),
    );
  }
  if (config.key) {
    checks.push(
      await runCheck(CHECKS.key, async () => {
        const { code, words: answer } = await adapter.queryTrade(orderNo);
        // The platform refused the token before it checked the signature, so the answer proves nothing about the key.
        if (code.startsWith('28001')) throw new UpstreamFailure(answer, code);
        return `${code} ${answer}`.trim();
      }),
    );
  }
  if (config.accessMode === 'component') {
    checks.push(
      await runCheck(CHECKS.code, async () =>
        (await adapter.code.versions()).map(({ appVersion }) => appVersion).join(', '),
      ),
    );
  }
  return checks;
}
