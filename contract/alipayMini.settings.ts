import { AES_128_KEY } from './limits';
import { ACCESS_MODE, ACCESS_TITLE, DOMAINS_TITLE, httpsHosts, messageTemplates } from './miniProgram.fields';
import { certificate, choice, environment, secret, settingGroup, settingPage, str } from './settings';
import { text } from './text';
import { WORD } from './words';

const ISV = { field: 'accessMode', is: 'isv' } as const;
const BY_KEY = { field: 'keyMode', is: 'publicKey' } as const;
const BY_CERTIFICATE = { field: 'keyMode', is: 'cert' } as const;

const APPLICATION = text(
  '支付宝开放平台 → 控制台 → 小程序 → 开发设置。',
  'Alipay open platform → Console → Mini program → Development settings.',
  'Plataforma aberta Alipay → Console → Miniprograma → Configurações.',
  '支付寶開放平台 → 控制台 → 小程式 → 開發設定。',
);
const SIGNING = text(
  '开发设置 → 接口加签方式；证书可在同一页下载。',
  'Development settings → Interface signing; certificates are downloaded on the same page.',
  'Configurações → Assinatura da interface; os certificados são baixados na mesma página.',
  '開發設定 → 介面加簽方式；憑證可在同一頁下載。',
);
const ISV_CONSOLE = text(
  '第三方应用授权：商家同意后由平台返回。',
  'Authorisation of a third-party application: given by the platform once the merchant agrees.',
  'Autorização de aplicação de terceiros: dada pela plataforma após o aceite do comerciante.',
  '第三方應用授權：商家同意後由平台傳回。',
);
const TOOL = text(
  '开放平台 → 开发工具密钥；由平台的 minidev 上传代码时使用。',
  'Open platform → Keys of the development tool; used by the platform tool minidev to upload code.',
  'Plataforma aberta → Chaves da ferramenta; usadas pelo minidev da plataforma para enviar código.',
  '開放平台 → 開發工具金鑰；由平台的 minidev 上傳程式碼時使用。',
);

/** The settings of the Alipay mini program (支付宝小程序, DOMAIN §3.10). */
const alipayMini = settingGroup('alipayMini', {
  sections: {
    access: {
      title: ACCESS_TITLE,
      fields: {
        environment: environment({ sandbox: true }),
        accessMode: choice({
          label: ACCESS_MODE,
          options: {
            own: text('自有应用', 'Own application', 'Aplicação própria', '自有應用'),
            isv: text('第三方应用', 'Third-party application', 'Aplicação de terceiros', '第三方應用'),
          },
          initial: 'own',
          radio: true,
        }),
        appId: str({
          label: WORD.miniProgramAppId,
          guide: APPLICATION,
          max: 32,
        }),
        pid: str({
          label: WORD.merchantPid,
          guide: APPLICATION,
          max: 32,
        }),
        isvAppId: str({
          label: text('第三方应用 AppID', 'Third-party AppID', 'AppID de terceiros', '第三方應用 AppID'),
          when: ISV,
          pattern: /^20\d{14}$/,
          max: 16,
        }),
        appAuthToken: secret({
          label: text('应用授权令牌', 'Authorisation token', 'Token de autorização', '應用授權權杖'),
          guide: ISV_CONSOLE,
          when: ISV,
          min: 40,
          max: 40,
        }),
      },
    },
    keys: {
      title: text('接口密钥', 'Interface keys', 'Chaves da interface', '介面金鑰'),
      help: text(
        '第三方应用填写第三方应用的密钥。',
        'For a third-party application, enter the keys of that application.',
        'Com aplicação de terceiros, são as chaves dessa aplicação.',
        '第三方應用填寫第三方應用的金鑰。',
      ),
      fields: {
        appPrivateKey: secret({
          label: WORD.applicationPrivateKey,
          guide: text(
            '由密钥工具生成，PKCS#8 或 PKCS#1，2048 位。',
            'Generated with the key tool: PKCS#8 or PKCS#1, 2048 bits.',
            'Feita com a ferramenta de chaves: PKCS#8 ou PKCS#1, 2048 bits.',
            '由金鑰工具產生，PKCS#8 或 PKCS#1，2048 位。',
          ),
          holds: 'privateKey',
          bits: 2048,
        }),
        keyMode: choice({
          label: text('加签方式', 'Signing', 'Assinatura', '加簽方式'),
          options: {
            publicKey: WORD.publicKey,
            cert: text('证书', 'Certificate', 'Certificado', '憑證'),
          },
          initial: 'publicKey',
          radio: true,
        }),
        alipayPublicKey: str({
          label: WORD.alipayPublicKey,
          guide: SIGNING,
          when: BY_KEY,
          holds: 'publicKey',
        }),
        appCert: certificate({
          label: WORD.applicationCertificate,
          guide: SIGNING,
          when: BY_CERTIFICATE,
        }),
        alipayCert: certificate({
          label: WORD.alipayCertificate,
          guide: SIGNING,
          when: BY_CERTIFICATE,
        }),
        rootCert: certificate({
          label: WORD.alipayRootCertificate,
          guide: SIGNING,
          when: BY_CERTIFICATE,
        }),
        aesKey: secret({
          label: WORD.aesKey,
          guide: text(
            '开发设置 → 接口内容加密方式。',
            'Development settings → Content encryption.',
            'Configurações → Criptografia do conteúdo.',
            '開發設定 → 介面內容加密方式。',
          ),
          pattern: AES_128_KEY,
          max: 24,
        }),
      },
    },
    code: {
      title: text('代码', 'Code', 'Código', '程式碼'),
      fields: {
        templateId: str({
          label: text('模板小程序编号', 'Template mini program', 'Miniprograma modelo', '範本小程式編號'),
          help: text(
            '版本由该模板构建；未填写时只能用平台的工具上传。',
            'Versions are built from this template; without a template, code can only be uploaded with the platform’s tool.',
            'As versões são criadas dele; sem ele, só a ferramenta da plataforma envia código.',
            '版本由該範本建置；未填寫時只能用平台的工具上傳。',
          ),
          pattern: /^\d{16}$/,
          max: 16,
        }),
        templateVersion: str({
          label: WORD.templateVersion,
          help: text(
            '留空为最新版本',
            'Empty means the latest one',
            'Vazio significa a mais recente',
            '留空為最新版本',
          ),
          pattern: /^\d{1,5}\.\d{1,5}\.\d{1,5}$/,
          max: 20,
        }),
        bundleId: str({
          label: text('客户端', 'Client', 'Cliente', '客戶端'),
          required: true,
          pattern: /^[a-z][\w]*(\.[a-z][\w]*)+$/,
          max: 64,
          initial: 'com.alipay.alipaywallet',
        }),
        toolId: str({
          label: text('开发工具编号', 'Development tool ID', 'ID da ferramenta', '開發工具編號'),
          guide: TOOL,
          pattern: /^\d{1,32}$/,
          max: 32,
        }),
        toolPrivateKey: secret({
          label: text('开发工具私钥', 'Development tool key', 'Chave da ferramenta', '開發工具私鑰'),
          guide: TOOL,
          holds: 'privateKey',
        }),
      },
    },
    domains: {
      title: DOMAINS_TITLE,
      fields: {
        safeDomains: httpsHosts(
          text('服务器域名白名单', 'Server domain allow list', 'Domínios permitidos', '伺服器網域白名單'),
          APPLICATION,
        ),
        messageTemplates: messageTemplates(
          text('消息模板', 'Message templates', 'Modelos de mensagem', '訊息範本'),
          text(
            '开放平台 → 小程序 → 消息服务。',
            'Open platform → Mini program → Message service.',
            'Plataforma aberta → Miniprograma → Serviço de mensagens.',
            '開放平台 → 小程式 → 訊息服務。',
          ),
        ),
      },
    },
  },
  test: WORD.testConnection,
  platform: {
    needs: [
      'appId',
      'pid',
      'isvAppId',
      'appAuthToken',
      'appPrivateKey',
      'alipayPublicKey',
      'appCert',
      'alipayCert',
      'rootCert',
    ],
    certificates: [{ certificate: 'appCert', key: 'appPrivateKey' }, { certificate: 'alipayCert' }],
    callbacks: [
      {
        label: text('应用网关', 'Application gateway', 'Gateway da aplicação', '應用網關'),
        path: '/api/callback.AliMini/event',
      },
    ],
  },
});

export const ALIPAY_MINI = settingPage({
  access: 109,
  edit: 10902,
  secrets: 10902,
  module: 'config.alipayMini',
  object: 'alipayMiniSetting',
  groups: { alipayMini },
});
