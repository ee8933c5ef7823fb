import { type Text, text } from '../../../../contract/text';

/** Our own codes for answers, callbacks and statement files that we do not trust. The platform does not use these codes. */
export const DOUBTS = {
  SIGNATURE_MISSING: text(
    '应答没有微信支付的签名',
    'The answer carries no WeChat Pay signature',
    'A resposta não traz a assinatura do WeChat Pay',
    '回應沒有微信支付的簽章',
  ),
  SIGNATURE_WRONG: text(
    '应答签名错误，请检查微信支付公钥或平台证书',
    'The signature of the answer is wrong; check the WeChat Pay public key or platform certificate',
    'A assinatura da resposta está errada; verifique a chave pública ou o certificado da plataforma',
    '回應簽章錯誤，請檢查微信支付公鑰或平台憑證',
  ),
  SERIAL_UNKNOWN: text(
    '应答所用的微信支付公钥或平台证书未配置',
    'The answer is signed with a WeChat Pay key that is not configured',
    'A resposta foi assinada com uma chave do WeChat Pay que não está configurada',
    '回應所用的微信支付公鑰或平台憑證未設定',
  ),
  CLOCK_SKEW: text(
    '服务器时间与微信支付相差超过 5 分钟',
    'The clock of this server differs from WeChat Pay by more than 5 minutes',
    'O relógio deste servidor difere do WeChat Pay em mais de 5 minutos',
    '伺服器時間與微信支付相差超過 5 分鐘',
  ),
  BAD_ANSWER: text(
    '应答内容无法识别',
    'The answer cannot be read',
    'Não foi possível ler a resposta',
    '無法識別回應內容',
  ),
  DECRYPT_FAILED: text(
    '无法解密，请检查 APIv3 密钥',
    'Decryption failed; check the APIv3 key',
    'A descriptografia falhou; verifique a chave APIv3',
    '無法解密，請檢查 APIv3 金鑰',
  ),
  HASH_MISMATCH: text(
    '账单文件校验失败',
    'The statement file does not match its checksum',
    'O arquivo do extrato não corresponde à soma de verificação',
    '帳單檔案校驗失敗',
  ),
} satisfies Record<string, Text>;
export type Doubt = keyof typeof DOUBTS;

export const isDoubt = (code: string | null): code is Doubt => code !== null && Object.hasOwn(DOUBTS, code);
