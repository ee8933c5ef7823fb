import {
  ACCESS_MODE,
  ACCESS_TITLE,
  DOMAINS_TITLE,
  FILING,
  FILING_TITLE,
  httpsHosts,
  messageTemplates,
} from './miniProgram.fields';
import { choice, environment, many, pairs, secret, settingGroup, settingPage, str } from './settings';
import { text } from './text';
import { WORD } from './words';

const OWN = { field: 'accessMode', is: 'own' } as const;
const COMPONENT = { field: 'accessMode', is: 'component' } as const;

const CONSOLE = text(
  '抖音开放平台 → 控制台 → 小程序 → 开发设置。',
  'Douyin open platform → Console → Mini program → Development settings.',
  'Plataforma aberta Douyin → Console → Miniprograma → Configurações.',
  '抖音開放平台 → 控制台 → 小程式 → 開發設定。',
);
const PROVIDER = text(
  '服务商平台 → 第三方小程序应用。',
  'Service-provider console → Third-party application.',
  'Console do provedor → Aplicação de terceiros.',
  '服務商平台 → 第三方小程式應用。',
);

/** The settings of the Douyin mini program (抖音小程序, DOMAIN §3.10). The page of the payment settings has Douyin's payment parameters. */
const dyApplet = settingGroup('dyApplet', {
  sections: {
    access: {
      title: ACCESS_TITLE,
      fields: {
        environment: environment({ sandbox: true }),
        accessMode: choice({
          label: ACCESS_MODE,
          help: text(
            '自有小程序没有代码接口，请用平台的开发者工具上传，并在平台后台发布。',
            'Your own mini program has no code interfaces: upload code with the developer tool and release it in the console of the platform.',
            'Um miniprograma próprio não tem interfaces de código: envie pela ferramenta e publique no console da plataforma.',
            '自有小程式沒有程式碼介面，請用平台的開發者工具上傳，並在平台後台發布。',
          ),
          options: {
            own: text('自有', 'Own', 'Próprio', '自有'),
            component: text('服务商代开发', 'Service provider', 'Provedor de serviço', '服務商代開發'),
          },
          initial: 'own',
          radio: true,
        }),
        appId: str({
          label: WORD.miniProgramAppId,
          guide: CONSOLE,
          example: text('tt…', 'tt…', 'tt…', 'tt…'),
          max: 32,
        }),
        appSecret: secret({
          label: WORD.appSecret,
          guide: CONSOLE,
          when: OWN,
          max: 128,
        }),
        componentAppId: str({
          label: text('第三方应用 AppID', 'Provider AppID', 'AppID do provedor', '第三方應用 AppID'),
          guide: PROVIDER,
          when: COMPONENT,
          max: 32,
        }),
        componentSecret: secret({
          label: text('第三方应用密钥', 'Provider secret', 'Segredo do provedor', '第三方應用金鑰'),
          guide: PROVIDER,
          when: COMPONENT,
          max: 128,
        }),
        authorizerToken: secret({
          label: WORD.authorisationRefreshToken,
          guide: text(
            '商家授予“开发管理”权限后由平台返回（authorizer_refresh_token）。',
            'The platform returns it once the merchant has granted the “Development” permission (authorizer_refresh_token).',
            'Dado pela plataforma quando o comerciante concede o direito de desenvolvimento (authorizer_refresh_token).',
            '商家授予「開發管理」權限後由平台傳回（authorizer_refresh_token）。',
          ),
          when: COMPONENT,
          max: 512,
        }),
        templateId: str({
          label: WORD.codeTemplate,
          guide: PROVIDER,
          when: COMPONENT,
          max: 19,
        }),
      },
    },
    messages: {
      title: WORD.messagePush,
      help: text(
        '服务商代开发时必填；审核结果与令牌票据由此送达。',
        'Required with a service provider: review results and the ticket for tokens are sent to this address.',
        'Necessário com provedor de serviço: por aqui chegam os resultados das revisões e o tíquete dos tokens.',
        '服務商代開發時必填；審核結果與權杖票據由此送達。',
      ),
      fields: {
        msgToken: secret({
          label: WORD.token,
          guide: PROVIDER,
          when: COMPONENT,
          max: 64,
        }),
        encodingAesKey: secret({
          label: WORD.messageEncryptionKey,
          guide: PROVIDER,
          when: COMPONENT,
          max: 64,
        }),
      },
    },
    audit: {
      title: text('审核与门店', 'Review and stores', 'Revisão e lojas', '審核與門市'),
      fields: {
        hostNames: many({
          label: WORD.hostsToReviewFor,
          options: {
            douyin: WORD.douyin,
            douyin_lite: text('抖音极速版', 'Douyin Lite', 'Douyin Lite', '抖音極速版'),
            toutiao: text('今日头条', 'Toutiao', 'Toutiao', '今日頭條'),
            tt_lite: text('今日头条极速版', 'Toutiao Lite', 'Toutiao Lite', '今日頭條極速版'),
            xigua: text('西瓜视频', 'Xigua Video', 'Xigua Video', '西瓜視頻'),
            huoshan: text('抖音火山版', 'Douyin Huoshan', 'Douyin Huoshan', '抖音火山版'),
          },
          initial: ['douyin'],
        }),
        lifeAccountId: str({
          label: WORD.localLifeAccount,
          guide: text(
            '抖音来客 → 账号信息。',
            'Douyin Laike → Account information.',
            'Douyin Laike → Informações da conta.',
            '抖音來客 → 帳號資訊。',
          ),
          max: 20,
        }),
        poiMap: pairs({
          label: text('门店与站点', 'Stores and stations', 'Lojas e estações', '門市與站點'),
          keyLabel: text('平台门店编号', 'Store ID at the platform', 'ID da loja na plataforma', '平台門市編號'),
          valueLabel: text('站点编号', 'Station ID', 'ID da estação', '站點編號'),
          keyPattern: /^\d{1,20}$/,
          pattern: /^\d{1,16}$/,
          itemMax: 20,
          max: 100,
        }),
      },
    },
    domains: {
      title: DOMAINS_TITLE,
      fields: {
        requestDomains: httpsHosts(WORD.serverDomains, CONSOLE),
        webviewDomains: httpsHosts(WORD.businessDomains, CONSOLE),
        subscribeTemplates: messageTemplates(WORD.subscriptionTemplates, CONSOLE),
      },
    },
    filing: { title: FILING_TITLE, fields: FILING },
  },
  test: WORD.testConnection,
  platform: {
    needs: [
      'appId',
      'appSecret',
      'componentAppId',
      'componentSecret',
      'authorizerToken',
      'templateId',
      'msgToken',
      'encodingAesKey',
    ],
    callbacks: [
      {
        label: WORD.messagePushAddress,
        path: '/api/callback.DyMini/event',
      },
    ],
  },
});

export const DY_APPLET = settingPage({
  access: 75,
  edit: 7502,
  secrets: 7502,
  module: 'config.dyApplet',
  object: 'dyAppletSetting',
  groups: { dyApplet },
});
