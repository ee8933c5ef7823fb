import { certificate, choice, environment, list, rows, secret, settingGroup, str } from './settings';
import { text } from './text';
import { WORD } from './words';

/** This file declares the settings of WeChat Pay (微信支付, DOMAIN §3.10 `wx.*`). */
const API_SECURITY = text(
  '微信支付商户平台：账户中心 → API 安全。',
  'WeChat Pay merchant platform: Account centre → API security.',
  'Plataforma de comerciantes do WeChat Pay: Central da conta → Segurança da API.',
  '微信支付商戶平台：帳戶中心 → API 安全。',
);

const account = {
  title: text('商户', 'Merchant', 'Comerciante', '商戶'),
  fields: {
    environment: environment({ sandbox: false }),
    mode: choice({
      label: text('接入模式', 'Mode', 'Modo', '接入模式'),
      guide: text(
        '以与微信支付签订的合同为准。',
        'As in your contract with WeChat Pay.',
        'Conforme o seu contrato com o WeChat Pay.',
        '以與微信支付簽訂的合約為準。',
      ),
      options: {
        direct: text('普通商户', 'Direct merchant', 'Comerciante direto', '一般商戶'),
        partner: text('服务商', 'Service provider', 'Provedor de serviços', '服務商'),
      },
      initial: 'direct',
      radio: true,
    }),
    mchId: str({
      label: WORD.merchantNumber,
      guide: text(
        '微信支付商户平台：账户中心 → 商户信息。',
        'WeChat Pay merchant platform: Account centre → Merchant information.',
        'Plataforma de comerciantes do WeChat Pay: Central da conta → Dados do comerciante.',
        '微信支付商戶平台：帳戶中心 → 商戶資訊。',
      ),
      help: text(
        '服务商模式下填写一个特约商户号，连接测试使用它。',
        'For a service provider: a sub-merchant number, which the connection test uses.',
        'Para um provedor de serviços: um número de subcomerciante, usado no teste de conexão.',
        '服務商模式下填寫一個特約商戶號，連線測試使用它。',
      ),
      pattern: /^\d{8,10}$/,
    }),
    spMchId: str({
      label: text(
        '服务商商户号',
        'Merchant number of the service provider',
        'Número do provedor de serviços',
        '服務商商戶號',
      ),
      help: text(
        '各站点的特约商户号在“商户号”标签中填写。',
        'Enter the sub-merchant numbers of stations under Merchant numbers.',
        'Informe os números de subcomerciante das estações em Números de comerciante.',
        '各站點的特約商戶號在「商戶號」標籤中填寫。',
      ),
      when: { field: 'mode', is: 'partner' },
      pattern: /^\d{8,10}$/,
    }),
    appIds: list({
      label: text('已绑定的 AppID', 'Bound AppIDs', 'AppIDs vinculados', '已綁定的 AppID'),
      help: text('每行一个', 'One per line', 'Um por linha', '每行一個'),
      guide: text(
        '微信支付商户平台：产品中心 → AppID 账号管理。',
        'WeChat Pay merchant platform: Product centre → AppID authorisation management.',
        'Plataforma de comerciantes do WeChat Pay: Central de produtos → Autorização de AppIDs.',
        '微信支付商戶平台：產品中心 → AppID 帳號管理。',
      ),
      max: 20,
      pattern: /^wx[0-9a-f]{16}$/,
    }),
  },
} as const;

const keys = {
  title: text('商户密钥', 'Merchant keys', 'Chaves do comerciante', '商戶金鑰'),
  guide: API_SECURITY,
  fields: {
    apiV3Key: secret({
      label: text('APIv3 密钥', 'APIv3 key', 'Chave APIv3', 'APIv3 金鑰'),
      guide: text(
        '由您自行设置：API 安全 → 设置 APIv3 密钥。',
        'You set it yourself: API security → Set APIv3 key.',
        'Você mesmo a define: Segurança da API → Definir chave APIv3.',
        '由您自行設定：API 安全 → 設定 APIv3 金鑰。',
      ),
      pattern: /^[A-Za-z0-9]{32}$/,
      max: 32,
    }),
    merchantSerialNo: str({
      label: text(
        '商户证书序列号',
        'Serial number of the certificate',
        'Número de série do certificado',
        '商戶憑證序號',
      ),
      help: text(
        '须与商户证书的序列号一致。',
        'The same as in the certificate.',
        'O mesmo que consta no certificado.',
        '須與商戶憑證的序號一致。',
      ),
      pattern: /^[0-9A-Fa-f]{40}$/,
    }),
    merchantCert: certificate({
      label: text('商户 API 证书', 'Merchant certificate', 'Certificado do comerciante', '商戶 API 憑證'),
      help: text('apiclient_cert.pem', 'apiclient_cert.pem', 'apiclient_cert.pem', 'apiclient_cert.pem'),
    }),
    merchantPrivateKey: secret({
      label: text('商户 API 私钥', 'Merchant private key', 'Chave privada do comerciante', '商戶 API 私鑰'),
      help: text(
        'apiclient_key.pem，RSA 2048 位',
        'apiclient_key.pem, 2048-bit RSA',
        'apiclient_key.pem, RSA de 2048 bits',
        'apiclient_key.pem，RSA 2048 位',
      ),
      guide: text(
        '由微信支付证书工具生成。',
        'Generated with the WeChat Pay certificate tool.',
        'Gerada com a ferramenta de certificados do WeChat Pay.',
        '由微信支付憑證工具產生。',
      ),
      holds: 'privateKey',
      bits: 2048,
    }),
  },
} as const;

const verification = {
  title: text('验签方式', 'Verification', 'Verificação', '驗簽方式'),
  guide: API_SECURITY,
  fields: {
    verifyMode: choice({
      label: text('验签方式', 'Verified with', 'Verificar com', '驗簽方式'),
      help: text(
        '2024 年底起开通的商户只能使用微信支付公钥；平台证书每 12 小时自动下载。',
        'Merchants opened since late 2024 can only use the public key. Platform certificates are downloaded every 12 hours.',
        'Comerciantes abertos desde o fim de 2024 só podem usar a chave pública. Os certificados da plataforma são baixados a cada 12 horas.',
        '2024 年底起開通的商戶只能使用微信支付公鑰；平台憑證每 12 小時自動下載。',
      ),
      options: {
        publicKey: WORD.weChatPayPublicKey,
        platformCert: text('平台证书', 'Platform certificates', 'Certificados da plataforma', '平台憑證'),
      },
      initial: 'publicKey',
      radio: true,
    }),
    publicKeyId: str({
      label: text('微信支付公钥 ID', 'Public key ID', 'ID da chave pública', '微信支付公鑰 ID'),
      when: { field: 'verifyMode', is: 'publicKey' },
      pattern: /^PUB_KEY_ID_\d{1,64}$/,
    }),
    publicKey: str({
      label: WORD.weChatPayPublicKey,
      when: { field: 'verifyMode', is: 'publicKey' },
      holds: 'publicKey',
      bits: 2048,
    }),
  },
} as const;

const transfer = {
  title: WORD.merchantTransfer,
  help: text(
    '不使用商家转账时留空。每个商户号使用一个转账场景。',
    'Leave it empty if you do not use merchant transfers. Each merchant number uses one transfer scene.',
    'Deixe vazio se não fizer transferências. Cada número de comerciante tem um cenário de transferência.',
    '不使用商家轉帳時留空。每個商戶號使用一個轉帳場景。',
  ),
  guide: text(
    '微信支付商户平台：产品中心 → 商家转账。',
    'WeChat Pay merchant platform: Product centre → Merchant transfer.',
    'Plataforma de comerciantes do WeChat Pay: Central de produtos → Transferência do comerciante.',
    '微信支付商戶平台：產品中心 → 商家轉帳。',
  ),
  fields: {
    transferSceneId: str({
      label: text('转账场景编号', 'Transfer scene', 'Cenário de transferência', '轉帳場景編號'),
      example: text('1005', '1005', '1005', '1005'),
      pattern: /^\d{1,16}$/,
    }),
    transferReport: rows({
      label: text('转账场景报备信息', 'Scene report', 'Dados do cenário', '轉帳場景報備資訊'),
      max: 5,
      columns: {
        type: str({
          label: text('信息类型', 'Type', 'Tipo', '資訊類型'),
          example: text('岗位类型', '岗位类型', '岗位类型', '岗位类型'),
          required: true,
          max: 15,
        }),
        content: str({ label: text('信息内容', 'Content', 'Conteúdo', '資訊內容'), required: true, max: 32 }),
      },
    }),
  },
} as const;

export const WX_PAY = settingGroup('wx', {
  sections: { account, keys, verification, transfer },
  simulator: text(
    '测试由模拟的微信支付应答。首次测试时，模拟器按所填内容开通该商户号；之后密钥不一致时拒绝。',
    'A simulated WeChat Pay answers the tests. The first test opens the merchant number with the values entered; later tests with other keys are refused.',
    'Um WeChat Pay simulado responde. Ele abre o número do comerciante no primeiro teste com os dados informados; depois recusa outras chaves.',
    '測試由模擬的微信支付回應。首次測試時，模擬器依所填內容開通該商戶號；之後金鑰不一致時拒絕。',
  ),
  platform: {
    needs: [
      'mchId',
      'spMchId',
      'appIds',
      'apiV3Key',
      'merchantSerialNo',
      'merchantCert',
      'merchantPrivateKey',
      'publicKeyId',
      'publicKey',
    ],
    certificates: [{ certificate: 'merchantCert', key: 'merchantPrivateKey' }],
    callbacks: [
      {
        label: text('支付通知地址', 'Payment notices', 'Avisos de pagamento', '付款通知網址'),
        path: '/api/callback.WxPay/notify',
      },
      {
        label: text('退款通知地址', 'Refund notices', 'Avisos de reembolso', '退款通知網址'),
        path: '/api/callback.WxPay/refund',
      },
      {
        label: text('转账通知地址', 'Transfer notices', 'Avisos de transferência', '轉帳通知網址'),
        path: '/api/callback.WxPay/transfer',
      },
    ],
  },
});
