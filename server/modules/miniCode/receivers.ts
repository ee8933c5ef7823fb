import { ALIPAY_MINI } from '../../../contract/alipayMini.settings';
import { APPLET } from '../../../contract/applet.settings';
import { DY_APPLET } from '../../../contract/dyApplet.settings';
import { CODE_PLATFORMS, type MiniPlatform } from '../../../contract/miniCode.states';
import { Refusal } from '../../core/http/refusal';
import { readNotification } from '../../core/platforms/alipay/sign';
import { parseObject } from '../../core/platforms/checks';
import { SignatureRefused } from '../../core/platforms/douyin/sign';
import type { AdapterTools } from '../../core/platforms/opened';
import type { CallbackAnswer, CallbackTools, Receiver } from '../../core/platforms/receiver';
import { RefusedPush, readPush, verifyServer } from '../../core/platforms/wechat/messages';
import { UnreadableMessage } from '../../core/platforms/wechat/xml';
import { alipayMiniKey } from '../alipayMini';
import { appletMessages, keepAppletTicket } from '../applet';
import { keepDyTicket, readDyMessage } from '../dyApplet';
import { storedPlatform } from '../setting';
import { configuredApp, readVersions } from './runner';

/** Callbacks of mini program platforms (DOMAIN §6.8): review results, and tickets that service providers need to get tokens. */

/** `audit`: read the versions from the platform again. `ticket`: store it for the next token request. `other`: ignore. */
type Event = { readonly kind: 'audit' | 'other' } | { readonly kind: 'ticket'; readonly ticket: string };

const plain = (status: number, body: string): CallbackAnswer => ({ status, type: 'text/plain; charset=utf-8', body });
const answer = (isReceived: boolean): CallbackAnswer => (isReceived ? plain(200, 'success') : plain(403, 'fail'));
const REFUSED = { refusal: answer(false) } as const;

const adapterTools = ({ db, clock, ports }: CallbackTools): AdapterTools => ({
  db,
  clock,
  secrets: ports.secrets,
  platforms: ports.platforms,
});

/** Reads the versions from the platform. @throws Error if they cannot be read now; the event is then retried later */
async function readAgain(tools: CallbackTools, platform: MiniPlatform): Promise<undefined> {
  try {
    const app = await configuredApp(tools.ports, platform);
    if (!(await readVersions(tools, app))) throw new Error('the versions could not be read now');
  } catch (error) {
    // Ignore the refusal: the platform is not enabled or a key cannot be read, so no page shows its versions.
    if (!(error instanceof Refusal)) throw error;
  }
}

const storedSettings = ({ db, ports: { secrets } }: CallbackTools) => ({ db, secrets });

const AUDIT_EVENTS: ReadonlySet<unknown> = new Set(['weapp_audit_success', 'weapp_audit_fail', 'weapp_audit_delay']);

const wxMini: Receiver<Event> = {
  address: 'callback.WxMini/event',
  platform: 'wechat',
  title: CODE_PLATFORMS.wx.name,
  methods: ['GET', 'POST'],
  async read({ method, query, body }, tools) {
    const settings = await storedPlatform(storedSettings(tools), APPLET.groups.applet);
    const messages = await appletMessages(settings);
    const given = Object.fromEntries(new URLSearchParams(query));
    if (method === 'GET') {
      const echo = verifyServer(messages.token, given);
      return echo === null ? REFUSED : { echo: plain(200, echo) };
    }
    try {
      const { fields, sentAt } = readPush(messages, given, body.toString());
      const { Event: name, InfoType: info, FromUserName: from = '', CreateTime: at = '' } = fields;
      const ticket = fields.ComponentVerifyTicket;
      const payload: Event =
        info === 'component_verify_ticket' && typeof ticket === 'string'
          ? { kind: 'ticket', ticket }
          : { kind: AUDIT_EVENTS.has(name) ? 'audit' : 'other' };
      return { eventId: `applet:${name ?? info}:${from}:${at}`, payload, signedAt: sentAt };
    } catch (error) {
      if (error instanceof RefusedPush || error instanceof UnreadableMessage) return REFUSED;
      throw error;
    }
  },
  async handle(tools, event) {
    if (event.kind === 'audit') return readAgain(tools, 'wx');
    if (event.kind !== 'ticket') return;
    const { values } = await storedPlatform(storedSettings(tools), APPLET.groups.applet);
    await keepAppletTicket(adapterTools(tools), values, event.ticket);
  },
  answer,
};

const AUDIT_METHOD = /^alipay\.open\.mini\.version\.audit\./;

const aliMini: Receiver<Event> = {
  address: 'callback.AliMini/event',
  platform: 'alipay',
  title: CODE_PLATFORMS.ali.name,
  methods: ['POST'],
  async read({ body }, tools) {
    const settings = await storedPlatform(storedSettings(tools), ALIPAY_MINI.groups.alipayMini);
    const { appId, isvAppId, accessMode } = settings.values;
    if (appId === '') return REFUSED;
    const params = readNotification(body.toString('utf8'), await alipayMiniKey(adapterTools(tools), settings));
    const receivers = accessMode === 'isv' ? [appId, isvAppId] : [appId];
    if (!params?.notify_id || !receivers.includes(params.app_id ?? '')) return REFUSED;
    const { mini_app_id: mini } = parseObject(params.biz_content ?? '') ?? {};
    const isAudit = AUDIT_METHOD.test(params.msg_method ?? '') && mini === appId;
    return { eventId: `mini:${params.notify_id}`, payload: { kind: isAudit ? 'audit' : 'other' } };
  },
  async handle(tools, { kind }) {
    if (kind === 'audit') await readAgain(tools, 'ali');
    return undefined;
  },
  answer,
};

const dyMini: Receiver<Event> = {
  address: 'callback.DyMini/event',
  platform: 'douyin',
  title: CODE_PLATFORMS.dy.name,
  methods: ['POST'],
  async read({ body }, tools) {
    const settings = await storedPlatform(storedSettings(tools), DY_APPLET.groups.dyApplet);
    try {
      const { fields, at } = await readDyMessage(settings, body.toString());
      const { Event: name, MsgType: type, Ticket: ticket, AppId: appId, Version: version } = fields;
      const isTicket = type === 'Ticket' && typeof ticket === 'string';
      const isAudit = name === 'PACKAGE_AUDIT' && appId === settings.values.appId;
      const payload: Event = isTicket ? { kind: 'ticket', ticket } : { kind: isAudit ? 'audit' : 'other' };
      const mark = isTicket ? ticket : `${appId}:${version}`;
      return { eventId: `mini:${name}:${at.getTime()}:${mark}`, payload, signedAt: at };
    } catch (error) {
      if (error instanceof SignatureRefused) return REFUSED;
      throw error;
    }
  },
  async handle(tools, event) {
    if (event.kind === 'audit') return readAgain(tools, 'dy');
    if (event.kind !== 'ticket') return;
    const { values } = await storedPlatform(storedSettings(tools), DY_APPLET.groups.dyApplet);
    await keepDyTicket(adapterTools(tools), values, event.ticket);
  },
  answer,
};

export const miniCodeReceivers: readonly Receiver[] = [wxMini, aliMini, dyMini] as readonly Receiver[];
