import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Text, text } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import type { WxTransferReport } from './config';

/** The values of the WeChat Pay form as the user typed them. The schema reports missing values. */
export interface WxPayValues {
  readonly mode?: 'direct' | 'partner' | null;
  /** The service provider's number. In the mode `partner`, the service provider signs. */
  readonly spMchId?: string | null;
  readonly mchId?: string | null;
  readonly appIds?: readonly string[] | null;
  readonly merchantSerialNo?: string | null;
  /** The content of `apiclient_cert.pem` (PEM). */
  readonly merchantCert?: string | null;
  readonly verifyMode?: 'publicKey' | 'platformCert' | null;
  readonly publicKeyId?: string | null;
  readonly publicKey?: string | null;
  readonly transferSceneId?: string | null;
  readonly transferReport?: readonly WxTransferReport[] | null;
  readonly notifyUrl?: string | null;
  readonly refundNotifyUrl?: string | null;
  readonly transferNotifyUrl?: string | null;
}

/** Secrets in plain text. A `null` secret is unknown and is not checked. */
export interface WxPaySecrets {
  readonly apiV3Key?: string | null;
  readonly merchantPrivateKey?: string | null;
}

export interface WxFieldError {
  readonly field: keyof WxPayValues | keyof WxPaySecrets;
  readonly rule: 'pattern' | 'key' | 'certificate' | 'match' | 'expired' | 'scene';
  readonly message: Text;
}

const MESSAGES = {
  mchId: text(
    '商户号须为 8–10 位数字',
    'The merchant number has 8–10 digits',
    'O número do comerciante tem de 8 a 10 dígitos',
    '商戶號須為 8–10 位數字',
  ),
  appIds: text(
    'AppID 须为 wx 加 16 位小写十六进制字符',
    'An AppID must be wx and 16 lower-case hexadecimal digits',
    'Um AppID é wx e 16 dígitos hexadecimais minúsculos',
    'AppID 須為 wx 加 16 位小寫十六進位字元',
  ),
  serialNo: text(
    '证书序列号须为 40 位十六进制字符',
    'The serial number has 40 hexadecimal digits',
    'O número de série tem 40 dígitos hexadecimais',
    '憑證序號須為 40 位十六進位字元',
  ),
  apiV3Key: text(
    'APIv3 密钥须为 32 位字母或数字',
    'The APIv3 key must be 32 letters or digits',
    'A chave APIv3 tem 32 letras e dígitos',
    'APIv3 金鑰須為 32 位字母或數字',
  ),
  privateKey: text(
    '不是 RSA 2048 位私钥（PEM）',
    'This is not a 2048-bit RSA private key (PEM)',
    'Não é uma chave privada RSA de 2048 bits (PEM)',
    '不是 RSA 2048 位私鑰（PEM）',
  ),
  certificate: text(
    '不是证书（PEM）',
    'This is not a certificate (PEM)',
    'Não é um certificado (PEM)',
    '不是憑證（PEM）',
  ),
  serialDiffers: text(
    '与证书的序列号不一致',
    'The serial number does not match the certificate',
    'O certificado tem outro número de série',
    '與憑證的序號不一致',
  ),
  keyDiffers: text(
    '私钥与证书不匹配',
    'The private key does not belong to the certificate',
    'A chave privada não pertence ao certificado',
    '私鑰與憑證不相符',
  ),
  certificateOfOther: text(
    '证书属于另一个商户号',
    'The certificate belongs to another merchant number',
    'O certificado pertence a outro número de comerciante',
    '憑證屬於另一個商戶號',
  ),
  expired: WORD.certificateExpired,
  publicKeyId: text(
    '公钥 ID 须为 PUB_KEY_ID_ 加数字',
    'The public key ID must be PUB_KEY_ID_ and digits',
    'O ID da chave pública é PUB_KEY_ID_ e dígitos',
    '公鑰 ID 須為 PUB_KEY_ID_ 加數字',
  ),
  publicKey: text(
    '不是 RSA 公钥（PEM）',
    'This is not an RSA public key (PEM)',
    'Não é uma chave pública RSA (PEM)',
    '不是 RSA 公鑰（PEM）',
  ),
  ownPublicKey: text(
    '这是商户自己的公钥，请填写微信支付公钥',
    'This is your own public key; enter that of WeChat Pay',
    'Esta é a sua própria chave pública; informe a do WeChat Pay',
    '這是商戶自己的公鑰，請填寫微信支付公鑰',
  ),
  sceneId: text(
    '转账场景编号须为数字',
    'The transfer scene number has digits only',
    'O número do cenário de transferência tem apenas dígitos',
    '轉帳場景編號須為數字',
  ),
  report: text(
    '该转账场景须且仅须报备其规定的信息',
    'Report exactly the fields that this transfer scene asks for',
    'Informe exatamente os campos que este cenário de transferência exige',
    '該轉帳場景須且僅須報備其規定的資訊',
  ),
  notifyUrl: text(
    '回调地址须为 https，且不带参数',
    'The callback address must be https and have no query',
    'O endereço de retorno é https e não tem parâmetros',
    '回呼網址須為 https，且不帶參數',
  ),
} satisfies Record<string, Text>;

/** Types of report that a transfer scene requires (转账场景报备信息), by scene number. Only the platform checks reports of other scenes. */
const SCENE_REPORTS: Readonly<Record<string, readonly string[]>> = {
  '1000': ['活动名称', '奖励说明'],
  '1005': ['岗位类型', '报酬说明'],
};

function readKey(read: () => KeyObject, type: 'private' | 'public'): KeyObject | null {
  try {
    const key = read();
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.type === type && key.asymmetricKeyType === 'rsa' && bits >= 2048 ? key : null;
  } catch {
    return null;
  }
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

const isHttps = (address: string) => /^https:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(address);
const NOTIFY_FIELDS = ['notifyUrl', 'refundNotifyUrl', 'transferNotifyUrl'] as const;

function patternErrors(values: WxPayValues, { apiV3Key }: WxPaySecrets): WxFieldError[] {
  const errors: WxFieldError[] = [];
  const check = (field: WxFieldError['field'], ok: boolean, message: Text) => {
    if (!ok) errors.push({ field, rule: 'pattern', message });
  };
  const { mchId, appIds, merchantSerialNo, publicKeyId, transferSceneId } = values;
  if (mchId) check('mchId', /^\d{8,10}$/.test(mchId), MESSAGES.mchId);
  if (appIds)
    check(
      'appIds',
      appIds.every((appId) => /^wx[0-9a-f]{16}$/.test(appId)),
      MESSAGES.appIds,
    );
  if (merchantSerialNo) check('merchantSerialNo', /^[0-9A-Fa-f]{40}$/.test(merchantSerialNo), MESSAGES.serialNo);
  if (publicKeyId) check('publicKeyId', /^PUB_KEY_ID_\d+$/.test(publicKeyId), MESSAGES.publicKeyId);
  if (transferSceneId) check('transferSceneId', /^\d{1,16}$/.test(transferSceneId), MESSAGES.sceneId);
  if (apiV3Key) check('apiV3Key', /^[0-9A-Za-z]{32}$/.test(apiV3Key), MESSAGES.apiV3Key);
  for (const field of NOTIFY_FIELDS) {
    const address = values[field];
    if (address) check(field, isHttps(address), MESSAGES.notifyUrl);
  }
  return errors;
}

function keyErrors(values: WxPayValues, secrets: WxPaySecrets, at: Date): WxFieldError[] {
  const errors: WxFieldError[] = [];
  const { merchantCert, merchantSerialNo, publicKey } = values;
  const mchId = values.mode === 'partner' ? values.spMchId : values.mchId;
  const { merchantPrivateKey } = secrets;
  const certificate = merchantCert ? readCertificate(merchantCert) : null;
  const key = merchantPrivateKey ? readKey(() => createPrivateKey(merchantPrivateKey), 'private') : null;
  // Node could also read a public key from a certificate or a private key. We accept only the platform's public key file.
  const isPublicPem = publicKey?.includes('BEGIN PUBLIC KEY') ?? false;
  const platformKey = publicKey && isPublicPem ? readKey(() => createPublicKey(publicKey), 'public') : null;

  if (merchantCert && !certificate)
    errors.push({ field: 'merchantCert', rule: 'certificate', message: MESSAGES.certificate });
  if (merchantPrivateKey && !key)
    errors.push({ field: 'merchantPrivateKey', rule: 'key', message: MESSAGES.privateKey });
  if (publicKey && !platformKey) errors.push({ field: 'publicKey', rule: 'key', message: MESSAGES.publicKey });
  if (certificate) {
    // The certificate's common name is the merchant number.
    const owner = /^CN=(\d{8,10})$/m.exec(certificate.subject)?.[1];
    if (owner && mchId && owner !== mchId)
      errors.push({ field: 'merchantCert', rule: 'match', message: MESSAGES.certificateOfOther });
    if (merchantSerialNo && certificate.serialNumber !== merchantSerialNo.toUpperCase()) {
      errors.push({ field: 'merchantSerialNo', rule: 'match', message: MESSAGES.serialDiffers });
    }
    if (new Date(certificate.validTo) <= at)
      errors.push({ field: 'merchantCert', rule: 'expired', message: MESSAGES.expired });
    if (key && !certificate.checkPrivateKey(key)) {
      errors.push({ field: 'merchantPrivateKey', rule: 'match', message: MESSAGES.keyDiffers });
    }
  }
  if (key && platformKey?.equals(createPublicKey(key))) {
    errors.push({ field: 'publicKey', rule: 'match', message: MESSAGES.ownPublicKey });
  }
  return errors;
}

function reportErrors({ transferSceneId, transferReport }: WxPayValues): WxFieldError[] {
  const asked = SCENE_REPORTS[transferSceneId ?? ''];
  if (!asked) return [];
  const given = (transferReport ?? []).filter(({ content }) => content !== '').map(({ type }) => type);
  const isExact = given.length === asked.length && asked.every((type) => given.includes(type));
  return isExact ? [] : [{ field: 'transferReport', rule: 'scene', message: MESSAGES.report }];
}

/** Checks the form's fields alone and against each other (DOMAIN §3.10). The schema checks required fields. */
export function checkWxConfig(values: WxPayValues, secrets: WxPaySecrets, at: Date): readonly WxFieldError[] {
  return [...patternErrors(values, secrets), ...keyErrors(values, secrets, at), ...reportErrors(values)];
}
