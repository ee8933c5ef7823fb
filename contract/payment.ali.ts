import { AES_128_KEY } from './limits';
import { certificate, choice, environment, secret, settingGroup, str } from './settings';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the settings of Alipay (支付宝, DOMAIN §3.10 `ali.*`). The signature type is RSA2. The environment selects the
 * gateway.
 */
const SIGNING = text(
  '支付宝开放平台：应用 → 开发设置 → 接口加签方式。签名类型为 RSA2。',
  'Alipay open platform: Application → Development settings → Interface signing. The signature type is RSA2.',
  'Plataforma aberta do Alipay: Aplicação → Configurações de desenvolvimento → Assinatura da interface. O tipo de assinatura é RSA2.',
  '支付寶開放平台：應用 → 開發設定 → 介面加簽方式。簽章類型為 RSA2。',
);
const isCert = { field: 'keyMode', is: 'cert' } as const;

export const ALI_PAY = settingGroup('ali', {
  sections: {
    account: {
      title: text('应用与商户', 'Application and merchant', 'Aplicação e comerciante', '應用與商戶'),
      fields: {
        environment: environment({ sandbox: true }),
        appId: str({
          label: text('应用 AppID', 'AppID', 'AppID', '應用 AppID'),
          guide: text(
            '支付宝开放平台 → 控制台 → 应用。',
            'Alipay open platform → Console → Application.',
            'Plataforma aberta do Alipay → Console → Aplicação.',
            '支付寶開放平台 → 主控台 → 應用。',
          ),
          pattern: /^20\d{14}$/,
        }),
        pid: str({
          label: WORD.merchantPid,
          guide: text(
            '支付宝商家平台 → 账号中心。',
            'Alipay merchant platform → Account centre.',
            'Plataforma de comerciantes do Alipay → Central da conta.',
            '支付寶商家平台 → 帳號中心。',
          ),
          pattern: /^2088\d{12}$/,
        }),
      },
    },
    keys: {
      title: text('接口加签', 'Interface signing', 'Assinatura da interface', '介面加簽'),
      guide: SIGNING,
      fields: {
        keyMode: choice({
          label: text('加签模式', 'Signing mode', 'Modo de assinatura', '加簽模式'),
          help: text(
            '转账须使用证书模式。',
            'Transfers need certificates.',
            'Transferências exigem certificados.',
            '轉帳須使用憑證模式。',
          ),
          options: {
            publicKey: WORD.publicKey,
            cert: text('公钥证书', 'Certificates', 'Certificados', '公鑰憑證'),
          },
          initial: 'cert',
          radio: true,
        }),
        appPrivateKey: secret({
          label: WORD.applicationPrivateKey,
          help: text(
            'PKCS#8 或 PKCS#1，2048 位；不会离开服务器。',
            'PKCS#8 or PKCS#1, 2048 bits. It never leaves the server.',
            'PKCS#8 ou PKCS#1, 2048 bits. Nunca sai do servidor.',
            'PKCS#8 或 PKCS#1，2048 位；不會離開伺服器。',
          ),
          guide: text(
            '由支付宝密钥工具生成。',
            'Generated with the Alipay key tool.',
            'Gerada com a ferramenta de chaves do Alipay.',
            '由支付寶金鑰工具產生。',
          ),
          holds: 'privateKey',
          bits: 2048,
        }),
        alipayPublicKey: str({
          label: WORD.alipayPublicKey,
          guide: text(
            '上传应用公钥后显示。',
            'Shown after you upload the public key of the application.',
            'Aparece depois que você envia a chave pública da aplicação.',
            '上傳應用公鑰後顯示。',
          ),
          when: { field: 'keyMode', is: 'publicKey' },
          holds: 'publicKey',
          bits: 2048,
        }),
        appCert: certificate({
          label: WORD.applicationCertificate,
          help: text(
            'appCertPublicKey_….crt',
            'appCertPublicKey_….crt',
            'appCertPublicKey_….crt',
            'appCertPublicKey_….crt',
          ),
          when: isCert,
        }),
        alipayCert: certificate({
          label: WORD.alipayCertificate,
          help: text(
            'alipayCertPublicKey_RSA2.crt',
            'alipayCertPublicKey_RSA2.crt',
            'alipayCertPublicKey_RSA2.crt',
            'alipayCertPublicKey_RSA2.crt',
          ),
          when: isCert,
        }),
        rootCert: certificate({
          label: WORD.alipayRootCertificate,
          help: text('alipayRootCert.crt', 'alipayRootCert.crt', 'alipayRootCert.crt', 'alipayRootCert.crt'),
          when: isCert,
        }),
      },
    },
    content: {
      title: text('内容加密', 'Content encryption', 'Criptografia do conteúdo', '內容加密'),
      help: text(
        '未开通内容加密时留空。',
        'Leave it empty if content encryption is not enabled.',
        'Deixe vazio se o conteúdo não for criptografado.',
        '未開通內容加密時留空。',
      ),
      guide: text(
        '支付宝开放平台：应用 → 开发设置 → 接口内容加密方式。',
        'Alipay open platform: Application → Development settings → Interface content encryption.',
        'Plataforma aberta do Alipay: Aplicação → Configurações de desenvolvimento → Criptografia do conteúdo.',
        '支付寶開放平台：應用 → 開發設定 → 介面內容加密方式。',
      ),
      fields: {
        encryptKey: secret({
          label: WORD.aesKey,
          pattern: AES_128_KEY,
          max: 24,
        }),
      },
    },
  },
  simulator: text(
    '测试由模拟的支付宝应答。首次测试时，模拟器按所填内容登记该应用；之后密钥不一致时拒绝。',
    'A simulated Alipay answers the tests. The first test registers the application with the values entered; later tests with other keys are refused.',
    'Um Alipay simulado responde. Ele registra a aplicação no primeiro teste com os dados informados; depois recusa outras chaves.',
    '測試由模擬的支付寶回應。首次測試時，模擬器依所填內容登記該應用；之後金鑰不一致時拒絕。',
  ),
  platform: {
    needs: ['appId', 'pid', 'appPrivateKey', 'alipayPublicKey', 'appCert', 'alipayCert', 'rootCert'],
    certificates: [{ certificate: 'appCert', key: 'appPrivateKey' }, { certificate: 'alipayCert' }],
    callbacks: [
      {
        label: text('异步通知地址', 'Notices', 'Avisos', '非同步通知網址'),
        path: '/api/callback.AliPay/notify',
      },
    ],
  },
});
