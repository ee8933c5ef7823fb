import { TEMPLATE_SCENES } from './serviceNumber.menu';
import { choice, environment, list, rows, secret, settingGroup, settingPage, str, toggle } from './settings';
import { text } from './text';
import { WORD } from './words';

/** Matches a host name with at least two labels, without `https://`. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

const keys = {
  title: text('开发者参数', 'Developer keys', 'Chaves de desenvolvedor', '開發者參數'),
  guide: text(
    '公众平台 → 设置与开发 → 基本配置。请将本系统的出口 IP 加入 IP 白名单。',
    'Account console → Settings and development → Basic configuration. Add the outgoing addresses of this console to the IP allow list.',
    'Console da conta → Configurações e desenvolvimento → Configuração básica. Inclua os IPs de saída deste console na lista de permissões.',
    '公眾平台 → 設定與開發 → 基本設定。請將本系統的出口 IP 加入 IP 白名單。',
  ),
  fields: {
    environment: environment({ sandbox: false }),
    appId: str({
      label: text('AppID', 'AppID', 'AppID', 'AppID'),
      example: text('wx 加 16 位', 'wx and 16 characters', 'wx e 16 caracteres', 'wx 加 16 位'),
      pattern: /^wx[0-9a-f]{16}$/,
    }),
    appSecret: secret({
      label: WORD.appSecret,
      help: text(
        '32 位十六进制字符，平台只显示一次。',
        '32 hexadecimal characters; the platform shows them only once.',
        '32 caracteres hexadecimais; a plataforma mostra só uma vez.',
        '32 位十六進位字元，平台只顯示一次。',
      ),
      pattern: /^[0-9a-f]{32}$/i,
      max: 32,
    }),
    originalId: str({
      label: WORD.originalId,
      guide: text(
        '公众平台 → 账号详情。',
        'Account console → Account details.',
        'Console da conta → Detalhes da conta.',
        '公眾平台 → 帳號詳情。',
      ),
      pattern: /^gh_[0-9a-z]{12}$/,
    }),
  },
} as const;

const messages = {
  title: WORD.messagePush,
  guide: text(
    '公众平台 → 基本配置 → 服务器配置：填写上方的服务器地址，令牌与密钥须与此处相同。',
    'Account console → Basic configuration → Server configuration: enter the server address shown above; token and key must be the same as here.',
    'Console da conta → Configuração básica → Configuração do servidor: informe o endereço mostrado acima; token e chave devem ser iguais aos daqui.',
    '公眾平台 → 基本設定 → 伺服器設定：填寫上方的伺服器位址，權杖與金鑰須與此處相同。',
  ),
  fields: {
    token: secret({
      label: WORD.token,
      help: text(
        '3 至 32 位字母或数字，由您自行设定。',
        '3 to 32 letters or digits of your choice.',
        'De 3 a 32 letras ou dígitos, à sua escolha.',
        '3 至 32 位字母或數字，由您自行設定。',
      ),
      pattern: /^[A-Za-z0-9]{3,32}$/,
      max: 32,
    }),
    encryptMode: choice({
      label: WORD.encryption,
      options: {
        plain: text('明文模式', 'Plain', 'Texto simples', '明文模式'),
        compatible: text('兼容模式', 'Compatible', 'Compatível', '相容模式'),
        safe: text('安全模式（推荐）', 'Safe (recommended)', 'Seguro (recomendado)', '安全模式（推薦）'),
      },
      initial: 'safe',
    }),
    encodingAesKey: secret({
      label: WORD.encodingAESKey,
      help: text('43 位字母或数字。', '43 letters or digits.', '43 letras ou dígitos.', '43 位字母或數字。'),
      pattern: /^[A-Za-z0-9]{43}$/,
      max: 43,
      when: { field: 'encryptMode', is: ['compatible', 'safe'] },
    }),
  },
} as const;

const DOMAIN_GUIDE = text(
  '公众平台 → 公众号设置 → 功能设置。校验文件须能从这些域名的根目录访问。',
  'Account console → Account settings → Function settings. The verification file must be reachable at the root of these domains.',
  'Console da conta → Configurações da conta → Funções. O arquivo de verificação deve estar acessível na raiz desses domínios.',
  '公眾平台 → 公眾號設定 → 功能設定。校驗檔案須能從這些網域的根目錄存取。',
);

const domains = {
  title: text('网页域名', 'Domains of pages', 'Domínios das páginas', '網頁網域'),
  guide: DOMAIN_GUIDE,
  fields: {
    jsDomains: list({
      label: text('JS 接口安全域名', 'JS interface domains', 'Domínios da interface JS', 'JS 介面安全網域'),
      max: 5,
      pattern: HOST,
    }),
    oauthDomain: list({
      label: text('网页授权域名', 'Page authorisation domains', 'Domínios de autorização', '網頁授權網域'),
      max: 2,
      pattern: HOST,
    }),
    businessDomains: list({
      label: WORD.businessDomains,
      max: 5,
      pattern: HOST,
    }),
    verifyFile: str({
      label: text('域名校验文件', 'Verification file', 'Arquivo de verificação', '網域校驗檔案'),
      example: text('MP_verify_….txt', 'MP_verify_….txt', 'MP_verify_….txt', 'MP_verify_….txt'),
      pattern: /^MP_verify_[A-Za-z0-9]{16}\.txt$/,
    }),
  },
} as const;

const notices = {
  title: text('模板消息', 'Template messages', 'Mensagens de modelo', '範本訊息'),
  guide: text(
    '公众平台 → 模板消息或类目模板 → 我的模板。字段按“模板字段=内容”填写，用逗号分隔。',
    'Account console → Template messages or category templates → My templates. Write fields as "template field=content", separated by commas.',
    'Console da conta → Mensagens de modelo ou por categoria → Meus modelos. Escreva os campos como "campo=conteúdo", separados por vírgulas.',
    '公眾平台 → 範本訊息或類目範本 → 我的範本。欄位按「範本欄位=內容」填寫，以逗號分隔。',
  ),
  fields: {
    templates: rows({
      label: WORD.templates,
      max: 20,
      columns: {
        scene: choice({
          label: WORD.scene,
          options: TEMPLATE_SCENES,
          initial: 'orderAccepted',
        }),
        templateId: str({
          label: text('模板 ID', 'Template ID', 'ID do modelo', '範本 ID'),
          required: true,
          pattern: /^[\w-]{10,64}$/,
        }),
        fieldMap: str({
          label: text('字段对应', 'Fields', 'Campos', '欄位對應'),
          example: text('thing1=orderNo', 'thing1=orderNo', 'thing1=orderNo', 'thing1=orderNo'),
          pattern: /^[a-z_]+\d*=[A-Za-z]+(,\s*[a-z_]+\d*=[A-Za-z]+)*$/,
          max: 300,
        }),
      },
    }),
    bindStaff: toggle({
      label: text(
        '员工扫码接收待办',
        'Staff receive to-dos after scanning',
        'Equipe recebe pendências após escanear',
        '員工掃碼接收待辦',
      ),
      help: text(
        '需要“员工待办”模板，内容可用 title、content、at。员工在“个人信息 → 消息通知”中扫码绑定。',
        'Needs a template for staff to-dos with the contents title, content and at. Staff scan their code under Account → Notifications.',
        'Exige um modelo de pendências com os conteúdos title, content e at. A equipe escaneia o código em Conta → Notificações.',
        '需要「員工待辦」範本，內容可用 title、content、at。員工在「個人資訊 → 訊息通知」中掃碼綁定。',
      ),
      initial: false,
    }),
  },
} as const;

/** The settings of the official account (微信服务号, DOMAIN §3.10). */
const account = settingGroup('serviceNumber', {
  sections: { keys, messages, domains, notices },
  simulator: text(
    '当前由模拟器应答，消息不会发送到真实的服务号。',
    'A simulator answers; nothing reaches a real account.',
    'Um simulador responde; nada chega a uma conta real.',
    '目前由模擬器應答，訊息不會傳送到真實的服務號。',
  ),
  test: WORD.testConnection,
  platform: {
    needs: ['appId', 'appSecret', 'originalId', 'token', 'encodingAesKey'],
    allowList: true,
    callbacks: [
      {
        label: text('服务器地址', 'Server address', 'Endereço do servidor', '伺服器位址'),
        path: '/api/callback.ServiceNumber/event',
      },
    ],
  },
});

export const SERVICE_NUMBER = settingPage({
  access: 74,
  edit: 7402,
  secrets: 7402,
  module: 'config.serviceNumber',
  object: 'serviceNumberSetting',
  groups: { serviceNumber: account },
});
