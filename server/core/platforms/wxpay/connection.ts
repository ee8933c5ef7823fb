import { type Text, text } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import { type PlatformCheck, reasonOf, runCheck } from '../checks';
import { UpstreamFailure } from '../outbound';
import type { WxPay } from './adapter';
import { DOUBTS, isDoubt } from './doubts';
import type { WxStatementState } from './statements';

const NAMES = {
  certificates: text(
    '下载平台证书',
    'Download of platform certificates',
    'Download dos certificados da plataforma',
    '下載平台憑證',
  ),
  order: text('查询订单', 'Order query', 'Consulta de pedido', '查詢訂單'),
  transfer: WORD.merchantTransfer,
  statement: text('交易账单', 'Trade statement', 'Extrato de transações', '交易帳單'),
};
const appIdName = (appId: string): Text =>
  text(`${appId} 的绑定`, `Binding of ${appId}`, `Vínculo de ${appId}`, `${appId} 的綁定`);
const DETAILS = {
  appId: text('已绑定商户号', 'Bound to the merchant number', 'Vinculado ao comerciante', '已綁定商戶號'),
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
};
const STATEMENTS: Readonly<Record<WxStatementState, Text>> = {
  ready: text('昨日账单可下载', 'Yesterday’s statement is ready', 'O extrato de ontem está pronto', '昨日帳單可下載'),
  creating: text(
    '昨日账单生成中',
    'Yesterday’s statement is being generated',
    'O extrato de ontem está sendo gerado',
    '昨日帳單產生中',
  ),
  none: text('昨日没有交易', 'No transactions yesterday', 'Nenhuma transação ontem', '昨日沒有交易'),
};
const ORDER_ABSENT = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'];

/** Explains an error. Each reason not to trust an answer (`DOUBTS`) has its own text. */
const explain = (error: unknown): Text | string =>
  error instanceof UpstreamFailure && isDoubt(error.code) ? DOUBTS[error.code] : reasonOf(error);
const check = (name: Text, work: () => Promise<Text>): Promise<PlatformCheck> => runCheck(name, work, explain);

/** Queries an unused order number. The signed answer "does not exist" proves the credentials of both sides. */
async function askForNoOrder(wxPay: WxPay, outTradeNo: string): Promise<Text> {
  try {
    await wxPay.queryOrder(outTradeNo);
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !ORDER_ABSENT.includes(error.code ?? '')) throw error;
  }
  return DETAILS.order;
}

/**
 * Tests a connection with calls that change no data (DOMAIN §3.10, paymentConfig).
 *
 * @param outTradeNo a number that no order has
 */
export async function testWxPay(
  wxPay: WxPay,
  outTradeNo = 'CONNECTIONTEST0000000000000000',
): Promise<readonly PlatformCheck[]> {
  const checks: PlatformCheck[] = [];
  if (wxPay.config.verification.mode === 'platformCert') {
    checks.push(
      await check(NAMES.certificates, async () => {
        await wxPay.downloadCertificates();
        return DETAILS.certificates;
      }),
    );
  }
  checks.push(await check(NAMES.order, () => askForNoOrder(wxPay, outTradeNo)));
  // After a failed step we skip the checks of AppIDs. With refused credentials, each of them would also fail.
  for (const appId of checks.every(({ ok }) => ok) ? wxPay.config.appIds : []) {
    checks.push(
      await check(appIdName(appId), async () => {
        await wxPay.checkAppId(appId, outTradeNo);
        return DETAILS.appId;
      }),
    );
  }
  // A merchant without a transfer scene cannot transfer money.
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
