import {
  ACCESS_MODE,
  ACCESS_TITLE,
  DOMAINS_TITLE,
  FILING,
  FILING_TITLE,
  httpsHosts,
  messageTemplates,
} from './miniProgram.fields';
import { choice, environment, number, secret, settingGroup, settingPage, str, toggle } from './settings';
import { type Text, text } from './text';
import { WORD } from './words';

const OWN = { field: 'accessMode', is: 'own' } as const;
const COMPONENT = { field: 'accessMode', is: 'component' } as const;
const SEALED = { field: 'encryptMode', is: ['compatible', 'safe'] } as const;
const DELIVERED = { field: 'immediateDelivery', is: true } as const;

const CONSOLE = text(
  '小程序后台 → 开发管理 → 开发设置。',
  'Mini-program console → Development → Development settings.',
  'Console do miniprograma → Desenvolvimento → Configurações.',
  '小程式後台 → 開發管理 → 開發設定。',
);
const COMPONENT_CONSOLE = text(
  '微信开放平台 → 管理中心 → 第三方平台 → 开发资料。',
  'WeChat open platform → Management centre → Third-party platform → Development data.',
  'Plataforma aberta WeChat → Central → Plataforma de terceiros → Dados de desenvolvimento.',
  '微信開放平台 → 管理中心 → 第三方平台 → 開發資料。',
);

/** Returns the fields for one carrier of instant delivery: shop number and secret. */
const carrier = (name: Text) => ({
  shop: str({
    label: text(
      `${name['zh-CN']}门店编号`,
      `Shop ID at ${name['en-US']}`,
      `ID da loja na ${name['pt-BR']}`,
      `${name['zh-TW']}門市編號`,
    ),
    when: DELIVERED,
    max: 64,
  }),
  secret: secret({
    label: text(
      `${name['zh-CN']}密钥`,
      `Secret of ${name['en-US']}`,
      `Segredo da ${name['pt-BR']}`,
      `${name['zh-TW']}金鑰`,
    ),
    when: DELIVERED,
    max: 128,
  }),
});
const SF = carrier(text('顺丰同城', 'SF Intra-city', 'SF Intra-city', '順豐同城'));
const DADA = carrier(text('达达', 'Dada', 'Dada', '達達'));
const SHANSONG = carrier(text('闪送', 'Shansong', 'Shansong', '閃送'));
const MEITUAN = carrier(text('美团配送', 'Meituan Delivery', 'Meituan Delivery', '美團配送'));

/** The settings of the WeChat mini program (微信小程序, DOMAIN §3.10). */
const applet = settingGroup('applet', {
  sections: {
    access: {
      title: ACCESS_TITLE,
      fields: {
        environment: environment({ sandbox: false }),
        accessMode: choice({
          label: ACCESS_MODE,
          help: text(
            '密钥直连时，平台不开放上传、审核与发布接口，请在小程序后台操作。',
            'With your own secret, the platform offers no interfaces for upload, review or release; use the mini-program console.',
            'Com o segredo próprio, a plataforma não abre interfaces de envio, revisão e publicação; use o console do miniprograma.',
            '密鑰直連時，平台不開放上傳、審核與發布介面，請在小程式後台操作。',
          ),
          options: {
            own: text('密钥直连', 'Own secret', 'Segredo próprio', '密鑰直連'),
            component: text('第三方平台授权', 'Third-party platform', 'Plataforma de terceiros', '第三方平台授權'),
          },
          initial: 'own',
          radio: true,
        }),
        appId: str({
          label: WORD.miniProgramAppId,
          guide: CONSOLE,
          example: text('wx…', 'wx…', 'wx…', 'wx…'),
          max: 32,
        }),
        appSecret: secret({
          label: text('小程序密钥 AppSecret', 'AppSecret', 'AppSecret', '小程式密鑰 AppSecret'),
          guide: text(
            '开发设置中生成；平台不会再次显示。',
            'Generated in the development settings; the platform does not show it again.',
            'Gerado nas configurações de desenvolvimento; a plataforma não o mostra de novo.',
            '開發設定中產生；平台不會再次顯示。',
          ),
          when: OWN,
          max: 64,
        }),
        originalId: str({
          label: WORD.originalId,
          guide: text(
            '小程序后台 → 设置 → 基本设置。',
            'Mini-program console → Settings → Basic settings.',
            'Console do miniprograma → Configurações → Básico.',
            '小程式後台 → 設定 → 基本設定。',
          ),
          example: text('gh_…', 'gh_…', 'gh_…', 'gh_…'),
          max: 32,
        }),
        componentAppId: str({
          label: text('第三方平台 AppID', 'Platform AppID', 'AppID da plataforma', '第三方平台 AppID'),
          guide: COMPONENT_CONSOLE,
          when: COMPONENT,
          max: 32,
        }),
        componentSecret: secret({
          label: text('第三方平台密钥', 'Platform secret', 'Segredo da plataforma', '第三方平台密鑰'),
          guide: COMPONENT_CONSOLE,
          when: COMPONENT,
          max: 64,
        }),
        authorizerToken: secret({
          label: WORD.authorisationRefreshToken,
          guide: text(
            '小程序管理员授权给第三方平台后，由平台返回（authorizer_refresh_token）。',
            'The platform returns it once the administrator of the mini program has authorised the third-party platform (authorizer_refresh_token).',
            'Dado pela plataforma após a autorização do administrador do miniprograma (authorizer_refresh_token).',
            '小程式管理員授權給第三方平台後，由平台傳回（authorizer_refresh_token）。',
          ),
          when: COMPONENT,
          max: 512,
        }),
        templateId: str({
          label: WORD.codeTemplate,
          guide: text(
            '第三方平台 → 小程序模板库。',
            'Third-party platform → Library of code templates.',
            'Plataforma de terceiros → Biblioteca de modelos.',
            '第三方平台 → 小程式範本庫。',
          ),
          when: COMPONENT,
          pattern: /^\d{1,10}$/,
          max: 10,
        }),
      },
    },
    tool: {
      title: text('代码上传工具', 'Upload tool', 'Ferramenta de envio', '程式碼上傳工具'),
      help: text(
        '密钥直连时由平台的 miniprogram-ci 使用。',
        'Used by the platform tool miniprogram-ci with your own secret.',
        'Usada pela ferramenta miniprogram-ci da plataforma com o segredo próprio.',
        '密鑰直連時由平台的 miniprogram-ci 使用。',
      ),
      fields: {
        uploadKey: secret({
          label: text('代码上传密钥', 'Upload key', 'Chave de envio', '程式碼上傳密鑰'),
          guide: text(
            '开发设置 → 小程序代码上传；丢失后只能重置。',
            'Development settings → Code upload; a lost key can only be reset.',
            'Configurações → Envio de código; uma chave perdida só pode ser redefinida.',
            '開發設定 → 小程式程式碼上傳；遺失後只能重設。',
          ),
          when: OWN,
          holds: 'privateKey',
        }),
        ciRobot: number({
          label: text('上传机器人', 'Upload robot', 'Robô de envio', '上傳機器人'),
          when: OWN,
          min: 1,
          max: 30,
          initial: 1,
        }),
      },
    },
    messages: {
      title: WORD.messagePush,
      help: text(
        '将下方回调地址填入平台；审核结果由此送达。',
        'Enter the callback address below in the console of the platform; review results are sent to this address.',
        'Informe na plataforma o endereço de retorno abaixo; os resultados das revisões chegam por ele.',
        '將下方回呼位址填入平台；審核結果由此送達。',
      ),
      fields: {
        msgToken: secret({
          label: WORD.token,
          guide: text(
            '开发设置 → 消息推送，由您自行设定。',
            'Development settings → Message push; you choose it.',
            'Configurações → Envio de mensagens; você escolhe.',
            '開發設定 → 訊息推送，由您自行設定。',
          ),
          max: 64,
        }),
        encryptMode: choice({
          label: WORD.encryption,
          options: {
            plain: text('明文', 'Plain', 'Texto simples', '明文'),
            compatible: text('兼容', 'Compatible', 'Compatível', '相容'),
            safe: text('安全（推荐）', 'Safe (recommended)', 'Segura (recomendada)', '安全（建議）'),
          },
          initial: 'safe',
        }),
        encodingAesKey: secret({
          label: WORD.messageEncryptionKey,
          when: SEALED,
          max: 64,
        }),
      },
    },
    domains: {
      title: DOMAINS_TITLE,
      fields: {
        serverDomains: httpsHosts(WORD.serverDomains, CONSOLE),
        businessDomains: httpsHosts(WORD.businessDomains, CONSOLE),
        subscribeTemplates: messageTemplates(
          WORD.subscriptionTemplates,
          text(
            '小程序后台 → 订阅消息 → 我的模板。',
            'Mini-program console → Subscription messages → My templates.',
            'Console do miniprograma → Mensagens de assinatura → Meus modelos.',
            '小程式後台 → 訂閱訊息 → 我的範本。',
          ),
        ),
      },
    },
    delivery: {
      title: text('即时配送', 'Instant delivery', 'Entrega imediata', '即時配送'),
      fields: {
        immediateDelivery: toggle({
          label: text('启用即时配送', 'Use instant delivery', 'Usar entrega imediata', '啟用即時配送'),
          initial: false,
        }),
        sfShopId: SF.shop,
        sfSecret: SF.secret,
        dadaShopId: DADA.shop,
        dadaSecret: DADA.secret,
        shansongShopId: SHANSONG.shop,
        shansongSecret: SHANSONG.secret,
        meituanShopId: MEITUAN.shop,
        meituanSecret: MEITUAN.secret,
      },
    },
    filing: { title: FILING_TITLE, fields: FILING },
  },
  test: WORD.testConnection,
  platform: {
    needs: [
      'appId',
      'appSecret',
      'originalId',
      'componentAppId',
      'componentSecret',
      'authorizerToken',
      'templateId',
      'msgToken',
      'encodingAesKey',
    ],
    allowList: true,
    callbacks: [
      {
        label: WORD.messagePushAddress,
        path: '/api/callback.WxMini/event',
      },
    ],
  },
});

export const APPLET = settingPage({
  access: 73,
  edit: 7302,
  secrets: 7302,
  module: 'config.applet',
  object: 'appletSetting',
  groups: { applet },
});
