import { CODE_LIMITS, type CodeAction, type MiniPlatform, VERSION_PATTERN } from './miniCode.states';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares the fields of each code action of a mini program (DOMAIN §3.10). Form and server share it. It imports no library. */

/** Values of the upload parameter `scene` for the files in these forms. The scene sets the allowed file types and sizes. */
export type CodeScene = 'miniCodeLogo' | 'miniCodePhoto' | 'miniCodeTest';

interface FieldBase {
  readonly label: Text;
  readonly help?: Text;
  readonly required?: true;
  /** `true` means that the value is stored only encrypted, and never in an unfinished form in the browser. */
  readonly secret?: true;
}
export type CodeField = FieldBase &
  (
    | {
        readonly kind: 'text' | 'textarea';
        readonly min: number;
        readonly max: number;
        /** `true` means that each character beyond Latin-1, such as a Chinese character, counts as two for `min` and `max`. */
        readonly wide?: true;
        readonly pattern?: RegExp;
        /**
         * Key of the message in `CODE_FAULT_TEXT` when the value does not match the pattern. This message then also replaces the message
         * about a wrong length.
         */
        readonly patternText?: 'versionNumber';
      }
    /** A JSON object as text. */
    | { readonly kind: 'json'; readonly maxBytes: number }
    | { readonly kind: 'choice'; readonly values: Readonly<Record<string, Text>> }
    | { readonly kind: 'flag' }
    | { readonly kind: 'day' }
    /**
     * Several words, separated by commas or spaces. `max` is the maximum number of words, and `each` the maximum length of a word in
     * characters.
     */
    | { readonly kind: 'words'; readonly max: number; readonly each: number; readonly pattern?: RegExp }
    /** Several codes of six digits (GB/T 2260). Each is the code of a province, a city or a district. */
    | { readonly kind: 'regions'; readonly max: number }
    | { readonly kind: 'file'; readonly scene: CodeScene }
    | { readonly kind: 'files'; readonly scene: CodeScene; readonly max: number }
    | { readonly kind: 'number'; readonly values: readonly number[] }
  );

const L = {
  appVersion: WORD.versionNo,
  versionDesc: text('版本描述', 'Description', 'Descrição', '版本描述'),
  reason: WORD.reason,
} as const;

const FIELDS = {
  appVersion: {
    kind: 'text',
    label: L.appVersion,
    required: true,
    min: 5,
    max: CODE_LIMITS.appVersion,
    pattern: VERSION_PATTERN,
    patternText: 'versionNumber',
  },
  uploadDesc: { kind: 'textarea', label: L.versionDesc, required: true, min: 2, max: 200 },
  auditDesc: {
    kind: 'textarea',
    label: L.versionDesc,
    help: text(
      '写给审核人员，一个汉字计 2 个字符',
      'For the reviewers; a Chinese character counts as two',
      'Para os analistas; um caractere chinês conta como dois',
      '寫給審核人員，一個漢字計 2 個字元',
    ),
    required: true,
    min: 30,
    max: 500,
    wide: true,
  },
  ext: {
    kind: 'json',
    label: text('扩展配置', 'Extension (JSON)', 'Extensão (JSON)', '擴充設定'),
    help: text(
      '可选，JSON 对象，最大 20 KB',
      'Optional, a JSON object of at most 20 KB',
      'Opcional, um objeto JSON de até 20 KB',
      '選填，JSON 物件，最大 20 KB',
    ),
    maxBytes: 20 * 1024,
  },
  templateVersion: {
    kind: 'text',
    label: WORD.templateVersion,
    help: text(
      '使用模板时填写；留空为最新版本',
      'Only with a template; leave it empty for the latest version',
      'Quando há um modelo; vazio significa a mais recente',
      '使用範本時填寫；留空為最新版本',
    ),
    min: 5,
    max: CODE_LIMITS.appVersion,
    pattern: VERSION_PATTERN,
    patternText: 'versionNumber',
  },
  appName: { kind: 'text', label: text('小程序名称', 'App name', 'Nome do aplicativo', '小程式名稱'), min: 3, max: 40 },
  appSlogan: { kind: 'text', label: text('一句话简介', 'Slogan', 'Slogan', '一句話簡介'), min: 10, max: 32 },
  appDesc: {
    kind: 'textarea',
    label: text('小程序描述', 'About the app', 'Sobre o aplicativo', '小程式描述'),
    min: 20,
    max: 400,
  },
  appLogo: {
    kind: 'file',
    label: text('图标', 'Logo', 'Logotipo', '圖示'),
    help: text('180×180 像素，RGB', '180 × 180 pixels, RGB', '180 × 180 pixels, RGB', '180×180 像素，RGB'),
    scene: 'miniCodeLogo',
  },
  categoryIds: {
    kind: 'words',
    label: text('类目编号', 'Category IDs', 'IDs das categorias', '類目編號'),
    help: text(
      '平台的类目编号，用逗号分隔',
      'The IDs of the platform, separated by commas',
      'Os IDs da plataforma, separados por vírgulas',
      '平台的類目編號，用逗號分隔',
    ),
    max: 4,
    each: 32,
    pattern: /^[A-Za-z0-9_-]+$/,
  },
  servicePhone: {
    kind: 'text',
    label: WORD.servicePhone,
    min: 5,
    max: 30,
    pattern: /^[\d-]+$/,
  },
  serviceEmail: {
    kind: 'text',
    label: text('客服邮箱', 'Service email', 'E-mail de atendimento', '客服信箱'),
    min: 5,
    max: 100,
    pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  },
  screenshots: {
    kind: 'files',
    label: text('截图', 'Screenshots', 'Capturas de tela', '截圖'),
    help: text(
      '最多 5 张，每张最大 4 MB',
      'At most 5, each at most 4 MB',
      'Até 5, cada uma com até 4 MB',
      '最多 5 張，每張最大 4 MB',
    ),
    scene: 'miniCodePhoto',
    max: 5,
  },
  licenceNo: { kind: 'text', label: text('资质证号', 'Licence no.', 'Nº da licença', '資質證號'), min: 1, max: 255 },
  licenceName: {
    kind: 'text',
    label: text('资质名称', 'Licence name', 'Nome da licença', '資質名稱'),
    min: 1,
    max: 50,
  },
  licenceValidDate: {
    kind: 'day',
    label: text('资质有效期至', 'Licence valid until', 'Licença válida até', '資質有效期至'),
  },
  licencePhotos: {
    kind: 'files',
    label: text('资质照片', 'Licence photos', 'Fotos da licença', '資質照片'),
    help: text(
      '类目要求时填写，最大 4 MB',
      'Where the category asks for them, at most 4 MB each',
      'Quando a categoria pede, até 4 MB cada',
      '類目要求時填寫，最大 4 MB',
    ),
    scene: 'miniCodePhoto',
    max: 5,
  },
  testAccount: { kind: 'text', label: text('测试账号', 'Test account', 'Conta de teste', '測試帳號'), min: 1, max: 64 },
  testPassword: {
    kind: 'text',
    label: text('测试密码', 'Test password', 'Senha de teste', '測試密碼'),
    min: 1,
    max: 64,
    secret: true,
  },
  testFile: {
    kind: 'file',
    label: text('测试附件', 'Test file', 'Arquivo de teste', '測試附件'),
    help: text('ZIP，最大 10 MB', 'ZIP, at most 10 MB', 'ZIP, até 10 MB', 'ZIP，最大 10 MB'),
    scene: 'miniCodeTest',
  },
  regionType: {
    kind: 'choice',
    label: WORD.serviceArea,
    required: true,
    values: {
      CHINA: text('中国内地', 'Mainland China', 'China continental', '中國內地'),
      GLOBAL: text('全球', 'Worldwide', 'Mundo todo', '全球'),
      LOCATION: text('指定地区', 'Chosen regions', 'Regiões indicadas', '指定地區'),
    },
  },
  regions: {
    kind: 'regions',
    label: text('服务地区', 'Regions', 'Regiões', '服務地區'),
    help: text(
      '可选择整个省或市，最多 50 个',
      'A whole province or city may be chosen; at most 50',
      'Pode ser um estado ou uma cidade inteira; até 50',
      '可選擇整個省或市，最多 50 個',
    ),
    max: 50,
  },
  autoOnline: {
    kind: 'flag',
    label: WORD.releaseWhenPassed,
  },
  speedUp: {
    kind: 'flag',
    label: text('申请加急审核', 'Ask for a fast review', 'Pedir revisão rápida', '申請加急審核'),
  },
  reason: { kind: 'textarea', label: L.reason, required: true, min: 1, max: 100 },
  offlineReason: { kind: 'textarea', label: L.reason, required: true, min: 2, max: 200 },
  percent: {
    kind: 'number',
    label: WORD.shareOfUsers,
    required: true,
    values: [10, 30, 50],
  },
  confirmVersion: {
    kind: 'text',
    label: text('输入版本号确认', 'Type the version to confirm', 'Digite a versão para confirmar', '輸入版本號確認'),
    required: true,
    min: 5,
    max: CODE_LIMITS.appVersion,
  },
} as const satisfies Record<string, CodeField>;

export type CodeForm = Readonly<Record<string, CodeField>>;

const { appVersion, uploadDesc, auditDesc, ext, templateVersion, ...F } = FIELDS;
/** Fields of a submission for review, for each platform. A platform has only the fields that its interface accepts. */
const AUDIT: Readonly<Record<MiniPlatform, CodeForm>> = {
  wx: { versionDesc: auditDesc, screenshots: F.screenshots, autoOnline: F.autoOnline },
  dy: {
    versionDesc: auditDesc,
    testAccount: F.testAccount,
    testPassword: F.testPassword,
    autoOnline: F.autoOnline,
  },
  ali: {
    versionDesc: auditDesc,
    appName: F.appName,
    appSlogan: F.appSlogan,
    appDesc: F.appDesc,
    appLogo: F.appLogo,
    categoryIds: F.categoryIds,
    servicePhone: F.servicePhone,
    serviceEmail: F.serviceEmail,
    screenshots: F.screenshots,
    licenceName: F.licenceName,
    licenceNo: F.licenceNo,
    licenceValidDate: F.licenceValidDate,
    licencePhotos: F.licencePhotos,
    testAccount: F.testAccount,
    testPassword: F.testPassword,
    testFile: F.testFile,
    regionType: F.regionType,
    regions: F.regions,
    autoOnline: F.autoOnline,
    speedUp: F.speedUp,
  },
};
const NOTHING: CodeForm = {};

/**
 * Returns the fields of an action. The key of a field is also its key in the request's `payload`. Only `appVersion` is outside `payload`.
 */
export function codeForm(platform: MiniPlatform, action: CodeAction): CodeForm {
  switch (action) {
    case 'upload':
      return { appVersion, versionDesc: uploadDesc, ...(platform === 'ali' && { templateVersion }), ext };
    case 'submitAudit':
      return AUDIT[platform];
    case 'withdrawAudit':
      return { reason: F.reason };
    case 'grayRelease':
      return { percent: F.percent };
    case 'release':
      return { confirmVersion: F.confirmVersion };
    case 'offline':
      return { reason: F.offlineReason };
    default:
      return NOTHING;
  }
}
