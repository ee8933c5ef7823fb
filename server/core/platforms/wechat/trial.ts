import { type Text, text } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import { UpstreamFailure } from '../outbound';
import { createWechat, type Wechat, type WechatConfig } from './adapter';
import type { WechatParts } from './call';
import { createWechatCode } from './code';
import { type MessageConfig, openMessage, sealMessage, serverCheckQuery } from './messages';

/** Runs "Test connection" of the pages configureApplet and configServiceNumber (DOMAIN §3.10). Each step has its own result. */

export interface Check {
  readonly name: Text;
  readonly ok: boolean;
  /** The error message, or the result of the step, for example the values that it has read. */
  readonly detail: string;
}

const NAMES = {
  token: text('获取接口凭证', 'Fetch the access token', 'Obter o token de acesso', '取得介面憑證'),
  callbackIps: text(
    '读取推送服务器地址',
    'Read the push server addresses',
    'Ler os endereços de envio',
    '讀取推送伺服器位址',
  ),
  codeImage: text('生成小程序码', 'Make a mini-program code', 'Gerar um código do miniprograma', '產生小程式碼'),
  templates: text('核对消息模板', 'Compare the message templates', 'Conferir os modelos de mensagem', '核對訊息範本'),
  messages: WORD.encodingAESKey,
  versions: WORD.readCodeVersions,
  menu: text('读取自定义菜单', 'Read the menu', 'Ler o menu', '讀取自訂選單'),
  ticket: text('获取网页签名票据', 'Fetch the ticket for pages', 'Obter o tíquete das páginas', '取得網頁簽章票據'),
  union: text('绑定微信开放平台', 'Bound to the open platform', 'Vinculado à plataforma aberta', '綁定微信開放平台'),
  server: WORD.verifyServerAddress,
} satisfies Record<string, Text>;

/** Describes an error. For 40164, the platform's message contains our IP address, and the text tells the user to allow it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const address = error instanceof UpstreamFailure && error.code === '40164' && /invalid ip (\S+)/.exec(error.message);
  return address ? `invalid ip ${address[1]}, add it to the allow list` : error.message;
}

/** Runs a step. An error, or the detail `false`, becomes a failed result. */
async function check(name: keyof typeof NAMES, step: () => Promise<string | false>): Promise<Check> {
  try {
    const detail = await step();
    return { name: NAMES[name], ok: detail !== false, detail: detail || '' };
  } catch (error) {
    return { name: NAMES[name], ok: false, detail: wordsOf(error) };
  }
}

type Steps = Partial<Record<keyof typeof NAMES, () => Promise<string | false>>>;

/**
 * Fetches the token, then runs the steps one after another. Without a token it runs none of them, because most would fail for the same
 * reason.
 */
async function runChecks(parts: WechatParts, steps: Steps): Promise<readonly Check[]> {
  const checks = [await check('token', async () => ((await parts.token()) ? 'ok' : false))];
  if (!checks[0]?.ok) return checks;
  for (const [name, step] of Object.entries(steps)) checks.push(await check(name as keyof typeof NAMES, step));
  return checks;
}

const readAddresses = (wechat: Wechat) => async () => (await wechat.callbackIps()).join(', ') || false;

/** Checks that all used templates exist. @throws UpstreamFailure with the ids of missing templates */
async function compareTemplates(known: readonly { id: string }[], used: readonly string[]): Promise<string> {
  const missing = used.filter((id) => known.every((one) => one.id !== id));
  if (missing.length > 0) throw new UpstreamFailure(`unknown: ${missing.join(', ')}`);
  return `${used.length}/${known.length}`;
}

/** Encrypts a text and decrypts it again, except in plain mode. @throws RefusedPush when the key is not usable */
async function tryKey(messages: MessageConfig, random: Buffer): Promise<string> {
  if (messages.mode === 'plain') return 'plain';
  openMessage(sealMessage('test', messages, random), messages);
  return messages.mode;
}

export interface AppletTrial {
  readonly config: WechatConfig;
  readonly messages: MessageConfig;
  /** The ids of the templates that the settings use. */
  readonly templates: readonly string[];
}

/** Tests a mini program. @returns the result of each step; a fault of the platform becomes a failed step */
export function testApplet(trial: AppletTrial, parts: WechatParts): Promise<readonly Check[]> {
  const wechat = createWechat(trial.config, parts);
  const code = createWechatCode(trial.config, parts);
  const image = () => wechat.codeImage('test', { checkPath: false }).then(() => 'ok');
  const compare = async () => compareTemplates(await wechat.subscribeTemplates(), trial.templates);
  const versions = async () => (await code.versions()).map((one) => one.appVersion).join(', ') || '–';
  return runChecks(parts, {
    callbackIps: readAddresses(wechat),
    codeImage: image,
    templates: compare,
    messages: () => tryKey(trial.messages, parts.clock.randomBytes(16)),
    ...(code.supports.has('versions') && { versions }),
  });
}

export interface ServiceNumberTrial extends AppletTrial {
  /** Calls our own callback URL with a query, as the platform does. @returns the text of the answer */
  readonly askServer: (query: Readonly<Record<string, string>>) => Promise<string>;
}

/** Tests an official account. @returns the result of each step; a fault of the platform becomes a failed step */
export function testServiceNumber(trial: ServiceNumberTrial, parts: WechatParts): Promise<readonly Check[]> {
  const wechat = createWechat(trial.config, parts);
  const server = async () => {
    const echostr = parts.clock.randomBytes(8).readBigUInt64BE().toString();
    const timestamp = `${Math.floor(parts.clock.now().getTime() / 1000)}`;
    const nonce = `${parts.clock.randomInt(100_000_000, 999_999_999)}`;
    const answer = await trial.askServer(serverCheckQuery(trial.messages.token, timestamp, nonce, echostr));
    return answer === echostr ? 'ok' : false;
  };
  return runChecks(parts, {
    callbackIps: readAddresses(wechat),
    templates: async () => compareTemplates(await wechat.templates(), trial.templates),
    menu: async () => `${(await wechat.menu())?.length ?? 0}`,
    ticket: async () => `${(await wechat.jsapiTicket()).expiresIn} s`,
    // An account also works without the binding, but its users then have no UnionID. The step therefore does not fail.
    union: async () => ((await wechat.isUnionBound()) ? 'unionid' : '–'),
    messages: () => tryKey(trial.messages, parts.clock.randomBytes(16)),
    server,
  });
}
