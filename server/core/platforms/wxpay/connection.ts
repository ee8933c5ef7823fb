import { type Text, text } from '../../../../contract/text';
import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import type { WxPay } from './adapter';
import { DOUBTS, isDoubt } from './doubts';
import type { WxStatementState } from './statements';

/** One test of a connection. */
export interface WxPayCheck {
  readonly name: Text;
  readonly ok: boolean;
  /** The platform's own words where it refused; otherwise ours. */
  readonly detail: Text;
}

const NAMES = {
  certificates: text(
    '下载平台证书',
    'Download of platform certificates',
    'Download dos certificados da plataforma',
    '下載平台憑證',
  ),
  order: text('查询订单', 'Order query', 'Consulta de pedido', '查詢訂單'),
  transfer: text('商家转账', 'Merchant transfer', 'Transferência do comerciante', '商家轉帳'),
  statement: text('交易账单', 'Trade statement', 'Extrato de transações', '交易帳單'),
};
const DETAILS = {
  certificates: text(
    '平台证书可用',
    'Platform certificates are valid',
    'Os certificados da plataforma são válidos',
    '平台憑證可用',
  ),
  order: text(
    '商户号、证书与签名均正确',
    'Merchant number, certificate and signatures are right',
    'Número do comerciante, certificado e assinaturas estão corretos',
    '商戶號、憑證與簽章均正確',
  ),
  transfer: text(
    '已开通商家转账；转账场景编号在首次转账时由微信支付校验',
    'Transfers are opened; WeChat Pay verifies the scene number with the first transfer',
    'As transferências estão ativas; o WeChat Pay verifica o número do cenário na primeira transferência',
    '已開通商家轉帳；轉帳場景編號在首次轉帳時由微信支付校驗',
  ),
  timeout: text(
    '微信支付未在规定时间内应答',
    'WeChat Pay did not answer in time',
    'O WeChat Pay não respondeu a tempo',
    '微信支付未在規定時間內回應',
  ),
};
const STATEMENTS: Readonly<Record<WxStatementState, Text>> = {
  ready: text('昨日账单可下载', 'Yesterday’s statement is ready', 'O extrato de ontem está pronto', '昨日帳單可下載'),
  creating: text(
    '昨日账单生成中',
    'Yesterday’s statement is being made',
    'O extrato de ontem está sendo gerado',
    '昨日帳單產生中',
  ),
  none: text('昨日没有交易', 'No transactions yesterday', 'Nenhuma transação ontem', '昨日沒有交易'),
};
const verbatim = (words: string): Text => text(words, words, words, words);
const ORDER_ABSENT = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'];

function reasonOf(error: unknown): Text {
  if (error instanceof UpstreamTimeout) return DETAILS.timeout;
  if (!(error instanceof UpstreamFailure)) throw error;
  if (isDoubt(error.code)) return DOUBTS[error.code];
  return verbatim(error.code ? `${error.code}: ${error.message}` : error.message);
}

async function check(name: Text, work: () => Promise<Text>): Promise<WxPayCheck> {
  try {
    return { name, ok: true, detail: await work() };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

/** An order that cannot be: the platform's signed answer that it does not exist proves the credentials of both sides. */
async function askForNoOrder(wxPay: WxPay, outTradeNo: string): Promise<Text> {
  try {
    await wxPay.queryOrder(outTradeNo);
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !ORDER_ABSENT.includes(error.code ?? '')) throw error;
  }
  return DETAILS.order;
}

/**
 * Tests a connection with calls that change nothing (DOMAIN §3.10, paymentConfig).
 *
 * @param outTradeNo a number that no order has
 */
export async function testWxPay(
  wxPay: WxPay,
  outTradeNo = 'CONNECTIONTEST0000000000000000',
): Promise<readonly WxPayCheck[]> {
  const checks: WxPayCheck[] = [];
  if (wxPay.config.verification.mode === 'platformCert') {
    checks.push(
      await check(NAMES.certificates, async () => {
        await wxPay.downloadCertificates();
        return DETAILS.certificates;
      }),
    );
  }
  checks.push(await check(NAMES.order, () => askForNoOrder(wxPay, outTradeNo)));
  // Without a scene number the merchant makes no transfers.
  if (wxPay.config.transferSceneId !== null) {
    checks.push(
      await check(NAMES.transfer, async () => {
        await wxPay.checkTransferProduct();
        return DETAILS.transfer;
      }),
    );
  }
  checks.push(await check(NAMES.statement, async () => STATEMENTS[await wxPay.statementState('trade')]));
  return checks;
}
