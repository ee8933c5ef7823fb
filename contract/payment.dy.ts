import { environment, secret, settingGroup, str } from './settings';
import { text } from './text';
import { WORD } from './words';

/** The settings of Douyin's guaranteed payment (抖音担保支付, DOMAIN §3.10 `dy.*`). */
export const DY_PAY = settingGroup('dy', {
  sections: {
    account: {
      title: text('小程序与商户', 'Mini program and merchant', 'Miniprograma e comerciante', '小程式與商戶'),
      guide: text(
        '抖音开放平台：控制台 → 支付。',
        'Douyin open platform: Console → Payment.',
        'Plataforma aberta do Douyin: Console → Pagamento.',
        '抖音開放平台：主控台 → 支付。',
      ),
      fields: {
        environment: environment({ sandbox: true }),
        appId: str({
          label: WORD.miniProgramAppId,
          pattern: /^tt[0-9a-f]{16}$/,
        }),
        appSecret: secret({
          label: WORD.appSecret,
          guide: text(
            '抖音开放平台：控制台 → 开发配置。',
            'Douyin open platform: Console → Developer settings.',
            'Plataforma aberta do Douyin: Console → Configurações de desenvolvedor.',
            '抖音開放平台：主控台 → 開發設定。',
          ),
          max: 64,
        }),
        merchantId: str({
          label: WORD.douyinMerchantNumber,
          pattern: /^\d{1,20}$/,
        }),
      },
    },
    pay: {
      title: text('担保支付', 'Guaranteed payment', 'Pagamento garantido', '擔保支付'),
      guide: text(
        '抖音开放平台：控制台 → 支付产品 → 支付设置。',
        'Douyin open platform: Console → Payment products → Payment settings.',
        'Plataforma aberta do Douyin: Console → Produtos de pagamento → Configurações.',
        '抖音開放平台：主控台 → 支付產品 → 支付設定。',
      ),
      fields: {
        salt: secret({ label: WORD.paymentSalt, max: 64 }),
        token: secret({
          label: WORD.paymentCallbackToken,
          max: 64,
        }),
      },
    },
    key: {
      title: text('应用密钥', 'Application key', 'Chave da aplicação', '應用金鑰'),
      help: text(
        '两项一起填写；未使用 RSA 签名的接口时留空。',
        'Fill in both, or leave both empty where no interface with RSA signatures is used.',
        'Preencha ambos, ou deixe ambos vazios se não usar interfaces com assinatura RSA.',
        '兩項一起填寫；未使用 RSA 簽章的介面時留空。',
      ),
      guide: text(
        '抖音开放平台：控制台 → 开发配置 → 密钥设置。',
        'Douyin open platform: Console → Developer settings → Keys.',
        'Plataforma aberta do Douyin: Console → Configurações de desenvolvedor → Chaves.',
        '抖音開放平台：主控台 → 開發設定 → 金鑰設定。',
      ),
      fields: {
        keyVersion: str({
          label: WORD.applicationKeyVersion,
          pattern: /^\d{1,4}$/,
        }),
        appPrivateKey: secret({
          label: WORD.applicationPrivateKey,
          required: { field: 'keyVersion', is: '' },
          holds: 'privateKey',
          bits: 2048,
        }),
      },
    },
  },
  simulator: text(
    '测试由模拟的抖音开放平台应答。首次测试时，模拟器按所填内容登记该小程序；之后密钥不一致时拒绝。',
    'A simulated Douyin answers the tests. The first test registers the mini program with the values entered; later tests with other keys are refused.',
    'Um Douyin simulado responde. Ele registra o miniprograma no primeiro teste com os dados informados; depois recusa outras chaves.',
    '測試由模擬的抖音開放平台回應。首次測試時，模擬器依所填內容登記該小程式；之後金鑰不一致時拒絕。',
  ),
  platform: {
    needs: ['appId', 'appSecret', 'merchantId', 'salt', 'token'],
    callbacks: [
      {
        label: text('支付回调地址', 'Payment callbacks', 'Retornos de pagamento', '支付回呼網址'),
        path: '/api/callback.DyPay/notify',
      },
    ],
  },
});
