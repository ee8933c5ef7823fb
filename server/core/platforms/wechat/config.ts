import { createPrivateKey } from 'node:crypto';
import type { FieldError } from '../../../../contract/endpoint';
import { MENU_LONGEST, MENU_MOST, MENU_NAME_UNITS, menuNameUnits } from '../../../../contract/serviceNumber.menu';
import { fill, type Locale, type Text, text } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import type { MenuButton } from './adapter';
import { AES_KEY_SHAPE, type EncryptMode } from './messages';

/**
 * Checks the fields of configureApplet and configServiceNumber (DOMAIN §3.10) that the schema's limits for single fields do not cover.
 * A `null` secret means that the stored secret does not change. An empty secret removes it. Neither is checked.
 */

interface SharedValues {
  readonly appId: string;
  readonly appSecret?: string | null;
  readonly originalId?: string;
  readonly encodingAesKey?: string | null;
  readonly encryptMode: EncryptMode;
}

export interface AppletValues extends SharedValues {
  readonly msgToken?: string | null;
  /** The private key in PEM. */
  readonly uploadKey?: string | null;
  readonly ciRobot?: number;
  /** `https://host` with an optional port. */
  readonly serverDomains?: readonly string[];
  /** `https://host` without a port. */
  readonly businessDomains?: readonly string[];
  readonly subscribeTemplates?: readonly TemplateChoice[];
}

export interface TemplateChoice {
  readonly scene: string;
  readonly templateId: string;
}

export interface MenuEntry {
  readonly name: string;
  readonly type?: 'view' | 'click' | 'miniprogram';
  readonly url?: string;
  readonly key?: string;
  readonly appId?: string;
  readonly page?: string;
  readonly children?: readonly MenuEntry[];
}

export interface ServiceNumberValues extends SharedValues {
  readonly token?: string | null;
  /** Host names without `https://`. */
  readonly jsDomains?: readonly string[];
  readonly oauthDomains?: readonly string[];
  readonly businessDomains?: readonly string[];
  /** The name of the platform's file that proves the ownership of a domain. */
  readonly verifyFile?: string;
  readonly templates?: readonly TemplateChoice[];
  readonly menu?: readonly MenuEntry[];
}

const APP_ID = /^wx[0-9a-f]{16}$/;
const SECRET = /^[0-9a-f]{32}$/i;
const ORIGINAL_ID = /^gh_[0-9a-z]{12}$/;
const TOKEN = /^[A-Za-z0-9]{3,32}$/;
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const VERIFY_FILE = /^MP_verify_[A-Za-z0-9]{16}\.txt$/;
const MOST_SERVER_DOMAINS = 200;

const MESSAGES = {
  appId: text('AppID 不正确', 'AppID is not valid', 'O AppID não é válido', 'AppID 不正確'),
  secret: text(
    '须为 32 位十六进制字符',
    'Must be 32 hexadecimal characters',
    'Deve ter 32 caracteres hexadecimais',
    '須為 32 位十六進位字元',
  ),
  originalId: text(
    '须为 gh_ 加 12 位字母或数字',
    'Must be gh_ and 12 letters or digits',
    'Deve ser gh_ e 12 letras ou dígitos',
    '須為 gh_ 加 12 位字母或數字',
  ),
  token: text(
    '须为 3 至 32 位字母或数字',
    'Must be 3 to 32 letters or digits',
    'Deve ter de 3 a 32 letras ou dígitos',
    '須為 3 至 32 位字母或數字',
  ),
  aesKey: text(
    '须为 43 位字母或数字',
    'Must be 43 letters or digits',
    'Deve ter 43 letras ou dígitos',
    '須為 43 位字母或數字',
  ),
  uploadKey: text(
    '无法读取该私钥，请上传平台下载的密钥文件',
    'This private key cannot be read; use the file from the platform',
    'Não foi possível ler a chave privada; use o arquivo da plataforma',
    '無法讀取該私鑰，請上傳平台下載的密鑰檔案',
  ),
  robot: text('请填写 1 至 30', 'Enter 1 to 30', 'Informe de 1 a 30', '請填寫 1 至 30'),
  origin: text(
    '{value} 不是 https 域名，请写成 https://api.example.cn',
    '{value} is not an https domain; write it as https://api.example.cn',
    '{value} não é um domínio https; escreva como https://api.example.cn',
    '{value} 不是 https 網域，請寫成 https://api.example.cn',
  ),
  host: text(
    '{value} 不是域名，请写成 m.example.cn',
    '{value} is not a domain; write it as m.example.cn',
    '{value} não é um domínio; escreva como m.example.cn',
    '{value} 不是網域，請寫成 m.example.cn',
  ),
  most: text('最多 {max} 项', 'At most {max}', 'No máximo {max}', '最多 {max} 項'),
  twice: text('{value} 重复', '{value} appears twice', '{value} aparece duas vezes', '{value} 重複'),
  template: text('请填写模板 ID', 'Enter the template ID', 'Informe o ID do modelo', '請填寫範本 ID'),
  verifyFile: text(
    '文件名须为 MP_verify_ 加 16 位字符和 .txt',
    'The file name must be MP_verify_, 16 characters and .txt',
    'O nome do arquivo é MP_verify_, 16 caracteres e .txt',
    '檔名須為 MP_verify_ 加 16 位字元和 .txt',
  ),
  name: WORD.atMostCharacters,
  url: text(
    '请填写 http 或 https 网址，最多 1024 个字节',
    'Enter an http or https address of at most 1024 bytes',
    'Informe um endereço http ou https com no máximo 1024 bytes',
    '請填寫 http 或 https 網址，最多 1024 個位元組',
  ),
  key: text(
    '请填写菜单 KEY 值，最多 128 个字节',
    'Enter a key of at most 128 bytes',
    'Informe uma chave com no máximo 128 bytes',
    '請填寫選單 KEY 值，最多 128 個位元組',
  ),
  page: text('请填写小程序页面', 'Enter the mini-program page', 'Informe a página do miniprograma', '請填寫小程式頁面'),
  type: text('请选择菜单动作', 'Choose what the button does', 'Escolha a ação do botão', '請選擇選單動作'),
} satisfies Record<string, Text>;
type Rule = keyof typeof MESSAGES;

/** Creates a collector of field errors whose messages are in one language. */
function collector(locale: Locale) {
  const errors: FieldError[] = [];
  const add = (field: string, rule: Rule, params: Readonly<Record<string, string | number>> = {}) => {
    errors.push({ field, rule, message: fill(MESSAGES[rule][locale], params) });
  };
  return {
    errors,
    add,
    /** Reports a non-empty value that does not match the pattern. */
    shape(field: string, value: string | null | undefined, shape: RegExp, rule: Rule) {
      if (value && !shape.test(value)) add(field, rule);
    },
    /** Reports too many entries, the first entry with the wrong format and the first repeated entry. */
    list(field: string, values: readonly string[] = [], most: number, isRight: (value: string) => boolean, rule: Rule) {
      if (values.length > most) add(field, 'most', { max: most });
      const wrong = values.find((value) => !isRight(value));
      if (wrong !== undefined) add(field, rule, { value: wrong });
      const twice = values.find((value, index) => values.indexOf(value) !== index);
      if (twice !== undefined) add(field, 'twice', { value: twice });
    },
  };
}
type Collector = ReturnType<typeof collector>;

const isHost = (value: string): boolean => HOST.test(value);

/** Checks that the value is `https://host`, optionally with a port. It refuses the platform's own host. */
function isOrigin(value: string, mayHavePort: boolean): boolean {
  const [, host = '', port] = /^https:\/\/([^/:?#]+)(:\d{1,5})?$/.exec(value) ?? [];
  return isHost(host) && host !== 'api.weixin.qq.com' && (mayHavePort || port === undefined);
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function checkShared({ shape, add }: Collector, values: SharedValues): void {
  if (!APP_ID.test(values.appId)) add('appId', 'appId');
  shape('appSecret', values.appSecret, SECRET, 'secret');
  shape('originalId', values.originalId, ORIGINAL_ID, 'originalId');
  shape('encodingAesKey', values.encodingAesKey, AES_KEY_SHAPE, 'aesKey');
}

function checkTemplates({ add }: Collector, field: string, templates: readonly TemplateChoice[] = []): void {
  for (const [index, { scene, templateId }] of templates.entries()) {
    if (templateId.trim() === '') add(`${field}.${index}.templateId`, 'template');
    if (templates.findIndex((one) => one.scene === scene) !== index) {
      add(`${field}.${index}.scene`, 'twice', { value: scene });
    }
  }
}

/** Checks the settings of a mini program (configureApplet). @returns the faulty fields; an empty list when all values are valid */
export function checkAppletConfig(values: AppletValues, locale: Locale): readonly FieldError[] {
  const errors = collector(locale);
  checkShared(errors, values);
  errors.shape('msgToken', values.msgToken, TOKEN, 'token');
  if (values.uploadKey && !isPrivateKey(values.uploadKey)) errors.add('uploadKey', 'uploadKey');
  const { ciRobot = 1 } = values;
  if (!Number.isInteger(ciRobot) || ciRobot < 1 || ciRobot > 30) errors.add('ciRobot', 'robot');
  const most = MOST_SERVER_DOMAINS;
  errors.list('serverDomains', values.serverDomains, most, (value) => isOrigin(value, true), 'origin');
  errors.list('businessDomains', values.businessDomains, most, (value) => isOrigin(value, false), 'origin');
  checkTemplates(errors, 'subscribeTemplates', values.subscribeTemplates);
  return errors.errors;
}

const isAddress = (value = ''): boolean =>
  /^https?:\/\/\S+$/.test(value) && Buffer.byteLength(value) <= MENU_LONGEST.url;

function checkAction({ add }: Collector, field: string, entry: MenuEntry): void {
  const { type, key = '', url, appId = '', page } = entry;
  if (type === undefined) add(`${field}.type`, 'type');
  if (type === 'click' && (key === '' || Buffer.byteLength(key) > MENU_LONGEST.key)) add(`${field}.key`, 'key');
  if ((type === 'view' || type === 'miniprogram') && !isAddress(url)) add(`${field}.url`, 'url');
  if (type !== 'miniprogram') return;
  if (!APP_ID.test(appId)) add(`${field}.appId`, 'appId');
  if (!page) add(`${field}.page`, 'page');
}

function checkMenu(errors: Collector, field: string, entries: readonly MenuEntry[], level: 0 | 1): void {
  if (entries.length > MENU_MOST[level]) errors.add(field, 'most', { max: MENU_MOST[level] });
  for (const [index, entry] of entries.entries()) {
    const place = `${field}.${index}`;
    const units = menuNameUnits(entry.name);
    const most = MENU_NAME_UNITS[level];
    if (units === 0 || units > most) errors.add(`${place}.name`, 'name', { chars: most / 2, letters: most });
    const children = level === 0 ? (entry.children ?? []) : [];
    if (children.length > 0) checkMenu(errors, `${place}.children`, children, 1);
    else checkAction(errors, place, entry);
  }
}

/** Checks the settings of an official account (configServiceNumber). @returns the faulty fields, as {@link checkAppletConfig} does */
export function checkServiceNumberConfig(values: ServiceNumberValues, locale: Locale): readonly FieldError[] {
  const errors = collector(locale);
  checkShared(errors, values);
  errors.shape('token', values.token, TOKEN, 'token');
  errors.list('jsDomains', values.jsDomains, 5, isHost, 'host');
  errors.list('oauthDomains', values.oauthDomains, 2, isHost, 'host');
  errors.list('businessDomains', values.businessDomains, 5, isHost, 'host');
  errors.shape('verifyFile', values.verifyFile, VERIFY_FILE, 'verifyFile');
  checkTemplates(errors, 'templates', values.templates);
  checkMenu(errors, 'menu', values.menu ?? [], 0);
  return errors.errors;
}

/** Checks only a menu. The fields of its errors are `menu.0.name`, `menu.0.children.1.url`, … */
export function checkMenuEntries(menu: readonly MenuEntry[], locale: Locale): readonly FieldError[] {
  const errors = collector(locale);
  checkMenu(errors, 'menu', menu, 0);
  return errors.errors;
}

/** Builds the menu for publishing. An entry with children has no action of its own. */
export function menuButtons(menu: readonly MenuEntry[]): MenuButton[] {
  return menu.map(({ name, type, url, key, appId, page, children = [] }): MenuButton => {
    if (children.length > 0) return { name, sub_button: menuButtons(children) };
    return {
      name,
      ...(type && { type }),
      ...(type === 'click' ? { key: key ?? '' } : { url: url ?? '' }),
      ...(type === 'miniprogram' && { appid: appId ?? '', pagepath: page ?? '' }),
    };
  });
}
