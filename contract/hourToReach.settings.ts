import { CANCEL_REASONS } from './hourToReach.states';
import { choice, environment, number, pairs, secret, settingGroup, settingPage, str, toggle } from './settings';
import { text } from './text';
import { WORD } from './words';

const CONSOLE_GUIDE = text(
  '抖店开放平台 → 控制台 → 应用详情。',
  'Doudian open platform → console → application details.',
  'Plataforma aberta Doudian → console → detalhes da aplicação.',
  '抖店開放平台 → 控制台 → 應用詳情。',
);

/** The settings of hour-to-reach on the short-video platform (抖音小时达, DOMAIN §3.10). Shops and stores have their own tables. */
const hourToReach = settingGroup('hourToReach', {
  sections: {
    application: {
      title: text('应用', 'Application', 'Aplicação', '應用'),
      fields: {
        environment: environment({ sandbox: true }),
        appType: choice({
          label: WORD.applicationType,
          guide: text(
            '注册应用时选择的类型：自用型只服务自己的店铺，工具型在服务市场中供商家订购。',
            'Chosen when the application was registered: “Self-used” serves only your own shops; “Tool” can be ordered by merchants in the service market.',
            'Escolhido ao registrar a aplicação: próprio para suas lojas, ferramenta para lojas que a contratam no mercado de serviços.',
            '註冊應用時選擇的類型：自用型只服務自己的店鋪，工具型在服務市場中供商家訂購。',
          ),
          options: {
            self: text('自用型', 'Self-used', 'Uso próprio', '自用型'),
            tool: text('工具型', 'Tool', 'Ferramenta', '工具型'),
          },
          initial: 'self',
          radio: true,
        }),
        appKey: str({
          label: WORD.applicationKey,
          help: text('通常为 19 位数字。', 'Usually 19 digits.', 'Normalmente 19 dígitos.', '通常為 19 位數字。'),
          guide: CONSOLE_GUIDE,
          pattern: /^\d{1,32}$/,
        }),
        appSecret: secret({
          label: WORD.applicationSecret,
          help: text(
            '通常为 36 位 UUID。',
            'Usually a UUID of 36 characters.',
            'Normalmente um UUID de 36 caracteres.',
            '通常為 36 位 UUID。',
          ),
          guide: CONSOLE_GUIDE,
          max: 128,
        }),
        serviceId: str({
          label: WORD.serviceId,
          guide: text(
            '服务市场 → 服务管理。',
            'Service market → service management.',
            'Mercado de serviços → gestão de serviços.',
            '服務市場 → 服務管理。',
          ),
          pattern: /^\d{1,20}$/,
          when: { field: 'appType', is: 'tool' },
        }),
        pushSecret: secret({
          label: WORD.messagePushSecret,
          help: text(
            '留空时使用应用密钥验签。',
            'Without it, messages are verified with the application secret.',
            'Sem ele, as mensagens são verificadas com o segredo da aplicação.',
            '留空時使用應用金鑰驗簽。',
          ),
          guide: text(
            '开放平台 → 消息推送；将上方的消息地址填写到该页面。',
            'Open platform → message push. Enter the message address shown above on that page.',
            'Plataforma aberta → envio de mensagens. Informe ali o endereço de mensagens mostrado acima.',
            '開放平台 → 訊息推送；將上方的訊息位址填寫到該頁面。',
          ),
          max: 128,
        }),
      },
    },
    delivery: {
      title: text('询价与配送', 'Enquiries and delivery', 'Consultas e entrega', '詢價與配送'),
      fields: {
        enquiryEnabled: toggle({
          label: text('接收询价', 'Answer price enquiries', 'Responder a consultas de preço', '接收詢價'),
          help: text(
            '关闭后，所有询价均以“配置错误”拒绝。',
            'While it is off, every enquiry is refused as a configuration error.',
            'Enquanto desligado, toda consulta é recusada como erro de configuração.',
            '關閉後，所有詢價均以「設定錯誤」拒絕。',
          ),
          initial: true,
        }),
        autoAccept: toggle({
          label: text('自动接单', 'Accept orders automatically', 'Aceitar pedidos automaticamente', '自動接單'),
          help: text(
            '平台下单后立即上报“待骑手接单”。',
            'Reports "waiting for a rider" as soon as the platform places an order.',
            'Informa "aguardando entregador" assim que a plataforma faz um pedido.',
            '平台下單後立即上報「待騎手接單」。',
          ),
          initial: true,
        }),
        acceptTimeoutSec: number({
          label: WORD.acceptTimeOut,
          help: text(
            '超过此时间仍无骑手接单，向平台上报取消。',
            'An order that no rider has accepted within this time is reported to the platform as cancelled.',
            'Um pedido que nenhum entregador aceitou até então é informado como cancelado.',
            '超過此時間仍無騎手接單，向平台上報取消。',
          ),
          min: 30,
          max: 600,
          initial: 120,
          unit: text('秒', 'seconds', 'segundos', '秒'),
          when: { field: 'autoAccept', is: false },
        }),
        distributionCode: str({
          label: WORD.capacityProviderCode,
          help: text(
            '留空为商家自配送。',
            'Empty: the merchant delivers.',
            'Vazio: entrega própria.',
            '留空為商家自配送。',
          ),
          guide: text(
            '运力入驻完成后由平台提供。',
            'The platform gives it once the capacity onboarding is complete.',
            'A plataforma o fornece ao concluir o cadastro de capacidade.',
            '運力入駐完成後由平台提供。',
          ),
          pattern: /^[A-Za-z0-9_-]{1,64}$/,
        }),
        riderPhoneType: choice({
          label: text(
            '上报的骑手号码',
            'Rider phone in reports',
            'Telefone do entregador nos informes',
            '上報的騎手號碼',
          ),
          options: {
            real: text('真实号码', 'Real number', 'Número real', '真實號碼'),
            privacy: text('隐私号码', 'Privacy number', 'Número de privacidade', '隱私號碼'),
          },
          initial: 'real',
        }),
        cancelCodeMap: pairs({
          label: WORD.cancelReasonMap,
          help: text(
            '未填写的原因使用默认编码。',
            'A reason without a code uses the default one.',
            'Um motivo sem código usa o padrão.',
            '未填寫的原因使用預設編碼。',
          ),
          guide: text(
            '开放平台文档“附件 F01 取消原因”。',
            'Open platform documentation, appendix F01 "cancel reasons".',
            'Documentação da plataforma aberta, anexo F01 "motivos de cancelamento".',
            '開放平台文件「附件 F01 取消原因」。',
          ),
          keys: Object.fromEntries(Object.entries(CANCEL_REASONS).map(([key, reason]) => [key, reason.text])),
          keyLabel: text('本系统原因', 'Our reason', 'Nosso motivo', '本系統原因'),
          valueLabel: text('平台编码', 'Code of the platform', 'Código da plataforma', '平台編碼'),
          pattern: /^\d{3}$/,
          itemMax: 3,
        }),
      },
    },
  },
  test: WORD.testConnection,
  platform: {
    needs: ['appKey', 'appSecret', 'serviceId'],
    callbacks: [
      {
        label: text('消息地址', 'Message address', 'Endereço de mensagens', '訊息位址'),
        path: '/api/callback.HourToReach/message',
      },
      {
        label: text('询价地址', 'Enquiry address', 'Endereço de consultas', '詢價位址'),
        path: '/api/callback.HourToReach/enquiry',
      },
    ],
  },
});

export const HOUR = settingPage({
  access: 107,
  edit: 10702,
  secrets: 10702,
  module: 'config.hourToReach',
  object: 'hourToReachSetting',
  groups: { hourToReach },
});
