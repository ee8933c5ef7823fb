import { choice, money, record, secret, settingGroup, str } from './settings';
import { type Text, text } from './text';
import { WORD } from './words';

const WITH_PROVIDER = { field: 'provider', is: 'simulator' } as const;
/** Declares a field for the code of a template that the provider has approved. */
const template = (label: Text, required: false | typeof WITH_PROVIDER = WITH_PROVIDER) =>
  str({ label, max: 40, required });

/** The settings of the SMS provider, with the codes of its templates. */
export const sms = settingGroup('sms', {
  simulator: text(
    '短信不会真的发出，可在本地发件箱中查看。',
    'No messages are actually sent; you can read them in the local outbox.',
    'Nenhuma mensagem sai deste computador; veja-as na caixa local.',
    '簡訊不會真的送出，可在本機寄件匣中檢視。',
  ),
  test: text(
    '发送测试短信到 {tel}',
    'Send a test message to {tel}',
    'Enviar SMS de teste para {tel}',
    '傳送測試簡訊到 {tel}',
  ),
  sections: {
    provider: {
      title: text('短信服务', 'Provider', 'Provedor', '簡訊服務'),
      fields: {
        provider: choice({
          label: text('服务商', 'SMS provider', 'Provedor de SMS', '服務商'),
          radio: true,
          options: {
            simulator: text(
              '模拟器（不真实发送）',
              'Simulator (sends nothing)',
              'Simulador (não envia)',
              '模擬器（不真實傳送）',
            ),
            aliyun: text('阿里云', 'Alibaba Cloud', 'Alibaba Cloud', '阿里雲'),
          },
          initial: 'simulator',
        }),
        accessKeyId: str({
          label: text('AccessKey ID', 'AccessKey ID', 'AccessKey ID', 'AccessKey ID'),
          max: 64,
          required: WITH_PROVIDER,
        }),
        accessKeySecret: secret({
          label: text('AccessKey Secret', 'AccessKey secret', 'Segredo da AccessKey', 'AccessKey Secret'),
          required: WITH_PROVIDER,
        }),
        signName: str({
          label: WORD.smsSignature,
          max: 20,
          required: WITH_PROVIDER,
        }),
        unitPriceFen: money({
          label: text('每条单价', 'Price per message', 'Preço por mensagem', '每則單價'),
          min: 0,
          max: 1_000,
          initial: 5,
        }),
      },
    },
    templates: {
      title: text('短信模板', 'Templates', 'Modelos', '簡訊範本'),
      help: text(
        '填写服务商审核通过的模板编号。',
        'Codes of the templates that the provider approved.',
        'Códigos dos modelos aprovados pelo provedor.',
        '填寫服務商審核通過的範本編號。',
      ),
      fields: {
        // An SMS provider needs the first five templates, which contain verification codes. The other templates are optional.
        templates: record({
          login: template(text('登录验证', 'Sign-in', 'Acesso', '登入驗證')),
          second: template(WORD.secondVerification),
          reset: template(WORD.recoverPassword),
          bind: template(text('绑定手机', 'Bind phone', 'Vínculo do telefone', '綁定手機')),
          oldPhone: template(text('验证原手机', 'Verify old phone', 'Telefone anterior', '驗證原手機')),
          payout: template(text('打款确认', 'Payout', 'Pagamento', '打款確認'), false),
          /** The template's only variable is `content`. */
          notice: str({ label: WORD.notices, max: 40, addedLater: true }),
          resetLink: str({
            label: WORD.passwordResetLink,
            help: text(
              '变量：link（链接）、account（账号）。未填写时无法发送重设链接。',
              'Its variables are link and account. Without it no reset link can be sent.',
              'Variáveis: link e account. Sem ele, nenhum link pode ser enviado.',
              '變數：link（連結）、account（帳號）。未填寫時無法傳送重設連結。',
            ),
            max: 40,
            addedLater: true,
          }),
          apply: str({
            label: text('加盟申请验证', 'Franchise application', 'Solicitação de franquia', '加盟申請驗證'),
            max: 40,
            addedLater: true,
          }),
        }),
      },
    },
  },
});
