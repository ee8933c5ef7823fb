import { isReleased } from './code';
import { testerPicture } from './picture';
import { makePush } from './push';
import { ACCOUNT, type Account, type Answer, bodyOf, type Call, now, OK, Refusal } from './world';

/** This module simulates the interfaces of official accounts and mini programs, except those for the mini program's code. */

type Interface = (call: Call, account: Account, byComponent: boolean) => Promise<Answer> | Answer;

const MENU = 'wechat.menu';
const SENT = 'wechat.sent';
const TICKET = 'wechat.ticket';
const TICKET_MS = 7_200_000;
const MOST_BUTTONS = 3;
const MOST_SUB_BUTTONS = 5;
const ONCE_MS = 600_000;

interface Button {
  readonly name?: string;
  readonly type?: string;
  readonly key?: string;
  readonly url?: string;
  readonly appid?: string;
  readonly pagepath?: string;
  readonly sub_button?: readonly Button[];
}

const bytes = (value: string | undefined): number => Buffer.byteLength(value ?? '');

/**
 * Limits of a menu button, for the first and the second level of the menu. Each entry has the error code of each field, and the maximum
 * length of a name in bytes.
 */
const BUTTON_CODES = [
  { name: 40018, type: 40017, key: 40019, url: 40020, domain: 40055, longest: 16 },
  { name: 40025, type: 40024, key: 40026, url: 40027, domain: 40054, longest: 60 },
] as const;

function checkButton(button: Button, level: 0 | 1): void {
  const codes = BUTTON_CODES[level];
  if (!button.name || bytes(button.name) > codes.longest) throw new Refusal(codes.name);
  const subs = button.sub_button ?? [];
  if (subs.length > 0) {
    if (level === 1 || subs.length > MOST_SUB_BUTTONS) throw new Refusal(40023);
    for (const sub of subs) checkButton(sub, 1);
    return;
  }
  const { type, key, url } = button;
  if (type !== 'view' && type !== 'click' && type !== 'miniprogram') throw new Refusal(codes.type);
  if (type === 'click') {
    if (!key || bytes(key) > 128) throw new Refusal(codes.key);
    return;
  }
  if (!url || bytes(url) > 1024) throw new Refusal(codes.url);
  if (!/^https?:\/\//.test(url)) throw new Refusal(codes.domain);
  if (type === 'miniprogram' && (!button.appid || !button.pagepath)) throw new Refusal(codes.type);
}

const createMenu: Interface = async (call, account) => {
  const { button } = bodyOf<{ button: Button[] }>(call);
  if (!Array.isArray(button) || button.length < 1 || button.length > MOST_BUTTONS) throw new Refusal(40016);
  for (const one of button) checkButton(one, 0);
  await call.store.put(MENU, account.appId, { button });
  return OK;
};
const readMenu: Interface = async (call, account) => {
  const menu = await call.store.get<{ button: Button[] }>(MENU, account.appId);
  if (!menu) throw new Refusal(46003);
  return { menu };
};
const deleteMenu: Interface = async (call, account) => {
  await call.store.remove(MENU, account.appId);
  return OK;
};

interface Message {
  readonly touser: string;
  readonly template_id: string;
  readonly data: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly client_msg_id: string;
}

/** Lists the field names of a template, for example `thing1` of `{{thing1.DATA}}`. */
const fieldNames = (content: string): string[] =>
  [...content.matchAll(/\{\{(\w+)\.DATA\}\}/g)].map(([, name = '']) => name);

function checkMessage(account: Account, message: Partial<Message>): Message {
  const { touser = '', template_id = '', data = {}, client_msg_id = '' } = message;
  const template = account.templates.find(({ id }) => id === template_id);
  if (!template) throw new Refusal(40037);
  const missing = fieldNames(template.content).find((name) => !data[name]?.value);
  if (missing) throw new Refusal(47003, `argument invalid! data.${missing}.value is empty`);
  if (!/^o[\w-]{27}$/.test(touser)) throw new Refusal(40003);
  return { touser, template_id, data, client_msg_id };
}

async function keep(call: Call, account: Account, message: Message): Promise<string> {
  const id = `${now(call)}${call.clock.randomInt(100_000, 999_999)}`;
  await call.store.put(SENT, id, { appId: account.appId, at: now(call), ...message });
  return id;
}

const sendTemplate: Interface = async (call, account) => {
  const message = checkMessage(account, bodyOf<Message>(call));
  if (!account.followers.includes(message.touser)) throw new Refusal(43004);
  const sent = await call.store.list<Message & { appId: string; at: number }>(SENT);
  const same = sent.find(
    ({ value }) =>
      message.client_msg_id !== '' &&
      value.appId === account.appId &&
      value.client_msg_id === message.client_msg_id &&
      value.touser === message.touser &&
      now(call) - value.at < ONCE_MS,
  );
  return { ...OK, msgid: same?.key ?? (await keep(call, account, message)) };
};

const sendSubscribe: Interface = async (call, account) => {
  const message = checkMessage(account, bodyOf<Message>(call));
  const place = account.subscriptions.indexOf(message.touser);
  if (place < 0) throw new Refusal(43101);
  await call.store.put(ACCOUNT, account.appId, {
    ...account,
    subscriptions: account.subscriptions.filter((_, index) => index !== place),
  });
  await keep(call, account, message);
  return OK;
};

const ticket: Interface = async (call, account) => {
  if (call.request.query.get('type') !== 'jsapi') throw new Refusal(40097);
  const kept = await call.store.get<{ ticket: string; expiresAt: number }>(TICKET, account.appId);
  const isValid = kept !== null && kept.expiresAt > now(call);
  const present = isValid
    ? kept
    : { ticket: call.clock.randomBytes(64).toString('base64url'), expiresAt: now(call) + TICKET_MS };
  if (!isValid) await call.store.put(TICKET, account.appId, present);
  return { ...OK, ticket: present.ticket, expires_in: Math.floor((present.expiresAt - now(call)) / 1000) };
};

/** Time from the creation of a QR code to the push about a new follower. The simulator creates the follower: no person scans the code. */
const SCANNED_AFTER_MS = 4_000;

interface CodeBody {
  readonly expire_seconds?: number;
  readonly action_name?: string;
  readonly action_info?: { readonly scene?: { readonly scene_str?: string } };
}

const followCode: Interface = async (call, account) => {
  const { action_name, action_info, expire_seconds = 60 } = bodyOf<CodeBody>(call);
  const scene = action_info?.scene?.scene_str ?? '';
  if (action_name !== 'QR_STR_SCENE' || scene === '' || scene.length > 64) throw new Refusal(40053);
  const openId = `o${call.clock.randomBytes(21).toString('base64url').slice(0, 27)}`;
  await call.store.put(ACCOUNT, account.appId, { ...account, followers: [...account.followers, openId] });
  const fields = { FromUserName: openId, MsgType: 'event', Event: 'subscribe', EventKey: `qrscene_${scene}` };
  const push = await makePush(call, account, fields, now(call) + SCANNED_AFTER_MS);
  if (push) call.callbacks.push(push);
  const ticket = call.clock.randomBytes(24).toString('base64url');
  return { ticket, expire_seconds, url: `http://weixin.qq.com/q/${ticket}` };
};

const openAccount: Interface = (_call, account, byComponent) => {
  if (!byComponent) throw new Refusal(48001);
  if (!account.openAppId) throw new Refusal(89002);
  return { ...OK, open_appid: account.openAppId };
};

const followers: Interface = (_call, { followers: openids }) => ({
  total: openids.length,
  count: openids.length,
  ...(openids.length > 0 && { data: { openid: openids } }),
  next_openid: openids.at(-1) ?? '',
});

const follower: Interface = (call, account) => {
  const openid = call.request.query.get('openid') ?? '';
  if (!account.followers.includes(openid)) throw new Refusal(40003);
  return { subscribe: 1, openid, ...(account.openAppId && { unionid: `u${openid.slice(1)}` }) };
};

const codeImage: Interface = async (call, account) => {
  const body = bodyOf<{ scene: string; page: string; check_path: boolean }>(call);
  if (!/^[\w!#$&'()*+,/:;=?@.~-]{1,32}$/.test(body.scene ?? '')) throw new Refusal(40129);
  const isChecked = body.check_path ?? true;
  if (body.page?.startsWith('/')) throw new Refusal(41030);
  if (isChecked && !(await isReleased(call, account.appId))) throw new Refusal(41030);
  return testerPicture(`https://open.weixin.qq.com/wxa?appid=${account.appId}&scene=${body.scene}`);
};

const templates: Interface = (_call, account) => ({
  template_list: account.templates.map(({ id, title, content }) => ({ template_id: id, title, content })),
});
const subscribeTemplates: Interface = (_call, account) => ({
  ...OK,
  data: account.templates.map(({ id, title, content }) => ({ priTmplId: id, title, content, type: 2 })),
});

const FOR_ALL: Readonly<Record<string, Interface>> = {
  '/cgi-bin/getcallbackip': () => ({ ip_list: ['106.55.206.146', '106.55.206.211'] }),
};
const FOR_MINI: Readonly<Record<string, Interface>> = {
  '/wxa/getwxacodeunlimit': codeImage,
  '/wxaapi/newtmpl/gettemplate': subscribeTemplates,
  '/cgi-bin/message/subscribe/send': sendSubscribe,
  '/cgi-bin/open/get': openAccount,
};
const FOR_SERVICE: Readonly<Record<string, Interface>> = {
  '/cgi-bin/menu/create': createMenu,
  '/cgi-bin/menu/get': readMenu,
  '/cgi-bin/menu/delete': deleteMenu,
  '/cgi-bin/message/template/send': sendTemplate,
  '/cgi-bin/template/get_all_private_template': templates,
  '/cgi-bin/ticket/getticket': ticket,
  '/cgi-bin/qrcode/create': followCode,
  '/cgi-bin/user/get': followers,
  '/cgi-bin/user/info': follower,
  '/cgi-bin/open/get': openAccount,
};

/**
 * Answers a call about an account.
 *
 * @returns `null` if this module does not handle the path
 * @throws Refusal 48001 (the interface exists only for the other account type), or the refusal of the handler
 */
export async function answerAccount(call: Call, account: Account, byComponent: boolean): Promise<Answer | null> {
  const own = account.kind === 'mini' ? FOR_MINI : FOR_SERVICE;
  const used = own[call.path] ?? FOR_ALL[call.path];
  if (used) return used(call, account, byComponent);
  // The interface exists only for the other account type.
  if (call.path in FOR_MINI || call.path in FOR_SERVICE) throw new Refusal(48001);
  return null;
}
