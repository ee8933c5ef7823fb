import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { type Text, text } from '../../../../contract/text';
import { DAY_MS } from '../../../../contract/units';
import { WORD } from '../../../../contract/words';
import type { Clock } from '../../clock';
import { yuan } from '../../money/amounts';
import { type PlatformCheck, runCheck } from '../checks';
import { UpstreamFailure } from '../outbound';
import type { AlipayAdapter } from './alipay';
import { readCertificates, rootSn } from './certificates';
import { timeText } from './gateway';
import { readAesKey, readPrivateKey, readPublicKey } from './sign';

/** Checks a configuration without a call to Alipay, and tests the connection with calls to Alipay (DOMAIN §3.10). */

/** The values of the Alipay form as the user typed them. The schema reports missing values. */
export interface AliValues {
  readonly appId?: string | null;
  readonly pid?: string | null;
  readonly keyMode?: 'publicKey' | 'cert' | null;
  /** Base64 of the DER form, or PEM. */
  readonly alipayPublicKey?: string | null;
  /** The three certificates as PEM, unchanged after the download. */
  readonly appCert?: string | null;
  readonly alipayCert?: string | null;
  readonly rootCert?: string | null;
}

/** Secrets in plain text. A `null` secret is unknown and is not checked. */
export interface AliSecrets {
  readonly appPrivateKey?: string | null;
  readonly encryptKey?: string | null;
}

export interface AliFieldError {
  readonly field: keyof AliValues | keyof AliSecrets;
  readonly rule: 'pattern' | 'key' | 'certificate' | 'match' | 'expired';
  readonly message: Text;
}

const MESSAGES = {
  appId: text(
    'AppID 须为 20 开头的 16 位数字',
    'The AppID has 16 digits and begins with 20',
    'O AppID tem 16 dígitos e começa com 20',
    'AppID 須為 20 開頭的 16 位數字',
  ),
  pid: text(
    '商户 PID 须为 2088 开头的 16 位数字',
    'The PID has 16 digits and begins with 2088',
    'O PID tem 16 dígitos e começa com 2088',
    '商戶 PID 須為 2088 開頭的 16 位數字',
  ),
  privateKey: text(
    '不是 RSA 2048 位私钥（PKCS#8 或 PKCS#1）',
    'This is not a 2048-bit RSA private key (PKCS#8 or PKCS#1)',
    'Não é uma chave privada RSA de 2048 bits (PKCS#8 ou PKCS#1)',
    '不是 RSA 2048 位私鑰（PKCS#8 或 PKCS#1）',
  ),
  publicKey: text('不是 RSA 公钥', 'This is not an RSA public key', 'Não é uma chave pública RSA', '不是 RSA 公鑰'),
  ownPublicKey: text(
    '这是应用自己的公钥，请填写支付宝公钥',
    'This is the application’s own public key; enter that of Alipay',
    'Esta é a chave pública do próprio aplicativo; informe a do Alipay',
    '這是應用自己的公鑰，請填寫支付寶公鑰',
  ),
  aesKey: text(
    'AES 密钥须为 16 字节的 Base64（24 个字符）',
    'The AES key is base64 of 16 bytes (24 characters)',
    'A chave AES é base64 de 16 bytes (24 caracteres)',
    'AES 金鑰須為 16 位元組的 Base64（24 個字元）',
  ),
  certificate: text(
    '不是证书（.crt）',
    'This is not a certificate (.crt)',
    'Não é um certificado (.crt)',
    '不是憑證（.crt）',
  ),
  expired: WORD.certificateExpired,
  keyDiffers: text(
    '私钥与应用公钥证书不匹配',
    'The private key does not belong to the application’s certificate',
    'A chave privada não pertence ao certificado do aplicativo',
    '私鑰與應用公鑰憑證不相符',
  ),
  noRoot: text(
    '不是支付宝根证书：没有 RSA 根证书',
    'This is not Alipay’s root certificate: it holds no RSA root',
    'Não é o certificado raiz do Alipay: não há raiz RSA',
    '不是支付寶根憑證：沒有 RSA 根憑證',
  ),
} satisfies Record<string, Text>;

const isRsa = (key: KeyObject, bits: number): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= bits;

/** Reads a key. @returns `null` when the key is unreadable or is not an RSA key of at least 2048 bits */
function keyOrNull(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return isRsa(key, 2_048) ? key : null;
  } catch {
    return null;
  }
}

function certificateOrNull(pem: string): X509Certificate | null {
  try {
    return readCertificates(pem)[0] ?? null;
  } catch {
    return null;
  }
}

type Push = (field: AliFieldError['field'], rule: AliFieldError['rule'], message: Text) => void;

function checkCertificates(values: AliValues, privateKey: KeyObject | null, at: Date, push: Push): void {
  for (const field of ['appCert', 'alipayCert', 'rootCert'] as const) {
    const pem = values[field];
    if (!pem) continue;
    const certificate = certificateOrNull(pem);
    if (!certificate) push(field, 'certificate', MESSAGES.certificate);
    else if (field === 'rootCert') {
      if (rootSn(pem) === '') push(field, 'certificate', MESSAGES.noRoot);
    } else if (Date.parse(certificate.validTo) <= at.getTime()) push(field, 'expired', MESSAGES.expired);
    else if (field === 'appCert' && privateKey && !certificate.checkPrivateKey(privateKey))
      push('appPrivateKey', 'match', MESSAGES.keyDiffers);
  }
}

/**
 * Checks the form's fields alone and against each other (DOMAIN §3.10). The schema checks required fields.
 *
 * @param at the time of the check; the application's and Alipay's certificates must not have expired at this time
 */
export function checkAliConfig(values: AliValues, secrets: AliSecrets, at: Date): readonly AliFieldError[] {
  const errors: AliFieldError[] = [];
  const push: Push = (field, rule, message) => errors.push({ field, rule, message });
  const { appId, pid, alipayPublicKey } = values;
  const { appPrivateKey, encryptKey } = secrets;
  if (appId && !/^20\d{14}$/.test(appId)) push('appId', 'pattern', MESSAGES.appId);
  if (pid && !/^2088\d{12}$/.test(pid)) push('pid', 'pattern', MESSAGES.pid);
  if (encryptKey) {
    try {
      readAesKey(encryptKey);
    } catch {
      push('encryptKey', 'pattern', MESSAGES.aesKey);
    }
  }
  const privateKey = appPrivateKey ? keyOrNull(() => readPrivateKey(appPrivateKey)) : null;
  if (appPrivateKey && !privateKey) push('appPrivateKey', 'key', MESSAGES.privateKey);
  if (values.keyMode === 'cert') checkCertificates(values, privateKey, at, push);
  else if (alipayPublicKey) {
    const publicKey = keyOrNull(() => readPublicKey(alipayPublicKey));
    if (!publicKey) push('alipayPublicKey', 'key', MESSAGES.publicKey);
    else if (privateKey && publicKey.equals(createPublicKey(privateKey)))
      push('alipayPublicKey', 'match', MESSAGES.ownPublicKey);
  }
  return errors;
}

const NAMES = {
  order: text(
    '查询一笔不存在的订单',
    'Query of an order that does not exist',
    'Consulta de um pedido inexistente',
    '查詢一筆不存在的訂單',
  ),
  transfer: text(
    '查询一笔不存在的转账',
    'Query of a transfer that does not exist',
    'Consulta de uma transferência inexistente',
    '查詢一筆不存在的轉帳',
  ),
  statement: text('昨日账单', 'Yesterday’s statement', 'Extrato de ontem', '昨日帳單'),
  account: WORD.accountBalance,
} satisfies Record<string, Text>;

/** Expects the platform to find no record. "Not found" proves that our signature is valid: the platform refuses wrong signatures first. */
async function notFound(answer: Promise<object | null>, code: string): Promise<string> {
  if ((await answer) !== null) throw new UpstreamFailure('found');
  return code;
}

/**
 * Tests the connection without changing any data.
 *
 * @param about.pid the merchant's PID; `null` skips the step that reads the account's balance
 * @returns the result of each step; the transfer step runs only in certificate mode
 */
export async function testAlipay(
  adapter: AlipayAdapter,
  about: { readonly clock: Clock; readonly pid: string | null },
): Promise<readonly PlatformCheck[]> {
  const { clock, pid } = about;
  const no = `TEST${clock.randomBytes(10).toString('hex')}`;
  const yesterday = timeText(new Date(clock.now().getTime() - DAY_MS)).slice(0, 10);
  const checks = [await runCheck(NAMES.order, () => notFound(adapter.queryTrade(no), 'ACQ.TRADE_NOT_EXIST'))];
  if (adapter.canTransfer)
    checks.push(await runCheck(NAMES.transfer, () => notFound(adapter.queryTransfer(no), 'ORDER_NOT_EXIST')));
  checks.push(
    await runCheck(NAMES.statement, async () => {
      const has = await adapter.hasBill('trade', yesterday);
      return has ? yesterday : `${yesterday} isp.bill_not_exist`;
    }),
  );
  if (pid !== null)
    checks.push(await runCheck(NAMES.account, async () => `¥${yuan((await adapter.queryAccount(pid)).availableFen)}`));
  return checks;
}
