import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import { SERVICE_REPLY } from '../../../contract/serviceReply.settings';
import { SECOND_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import type { CallbackAnswer, CallbackTools, Receiver } from '../../core/platforms/receiver';
import {
  type MessageConfig,
  type Push,
  type PushQuery,
  RefusedPush,
  readPush,
  sealReply,
  verifyServer,
} from '../../core/platforms/wechat/messages';
import { type MessageFields, UnreadableMessage, writeMessageXml } from '../../core/platforms/wechat/xml';
import { currentSetting, enabledPlatform, storedPlatform } from '../setting';
import { messageConfig, PLATFORM } from './account';
import { followerReply } from './followers';
import { replyTo } from './replies';

/** The callback to which the platform sends messages and events of the official account (微信服务号, DOMAIN §6.8). */

interface Message {
  readonly push: Push;
  readonly config: MessageConfig;
}

const answer = (isReceived: boolean): CallbackAnswer => ({
  status: isReceived ? 200 : 403,
  type: 'text/plain; charset=utf-8',
  body: isReceived ? 'success' : 'refused',
});
const REFUSED = { refusal: answer(false) } as const;

const field = (fields: MessageFields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** Builds the event id. Messages have a number. Events are identified by sender, time, type and key, as the platform recommends. */
function eventIdOf(fields: MessageFields): string {
  const number = field(fields, 'MsgId');
  if (number !== '') return `serviceNumber:${number}`;
  const parts = ['FromUserName', 'CreateTime', 'Event', 'EventKey'].map((name) => field(fields, name));
  return `serviceNumber:${parts.join(':')}`;
}

async function read(
  { method, query, body }: Parameters<Receiver['read']>[0],
  { db, ports }: CallbackTools,
): Promise<Awaited<ReturnType<Receiver<Message>['read']>>> {
  const on = { db, secrets: ports.secrets };
  const group = SERVICE_NUMBER.groups.serviceNumber;
  const given: PushQuery = Object.fromEntries(new URLSearchParams(query));
  if (method === 'GET') {
    // The platform's console verifies our URL before the account is enabled here, so we use the stored settings.
    const { token } = await messageConfig(await storedPlatform(on, group));
    const echo = verifyServer(token, given);
    return echo === null ? REFUSED : { echo: { ...answer(true), body: echo } };
  }
  const settings = await enabledPlatform(on, group);
  if (!settings) return REFUSED;
  const config = await messageConfig(settings);
  try {
    const push = readPush(config, given, body.toString());
    if (field(push.fields, 'ToUserName') !== settings.values.originalId) return REFUSED;
    return { eventId: eventIdOf(push.fields), payload: { push, config }, signedAt: push.sentAt };
  } catch (error) {
    if (error instanceof RefusedPush || error instanceof UnreadableMessage) return REFUSED;
    throw error;
  }
}

/**
 * Handles a message: updates the bindings of staff and returns the reply.
 *
 * In plain mode, the platform does not sign the body. A person who has seen the signed URL of a call can send other bodies to this URL
 * until the time in the URL is older than `CALLBACK.windowSeconds`. Such a body can end the binding of an OpenID, which only stops notices,
 * and read the public replies. It can bind an OpenID only with the secret code that a staff member was just shown. This code alone is
 * enough to bind an OpenID.
 */
async function handle({ db, clock }: CallbackTools, { push, config }: Message): Promise<CallbackAnswer | undefined> {
  const { fields, format } = push;
  const own = await followerReply({ db, clock }, fields, config.appId);
  const reply = own ?? replyTo((await currentSetting(db, SERVICE_REPLY.groups.serviceReply)).values, fields);
  if (reply === null || format !== 'xml') return undefined;
  const at = clock.now();
  const message = writeMessageXml({
    ToUserName: field(fields, 'FromUserName'),
    FromUserName: field(fields, 'ToUserName'),
    CreateTime: Math.floor(at.getTime() / SECOND_MS),
    MsgType: 'text',
    Content: reply,
  });
  const nonce = `${clock.randomInt(100_000_000, 999_999_999)}`;
  const body = sealReply(message, config, format, { at, nonce, random: clock.randomBytes(16) });
  return { status: 200, type: 'application/xml; charset=utf-8', body };
}

export const serviceNumberReceiver: Receiver<Message> = {
  address: 'callback.ServiceNumber/event',
  platform: PLATFORM,
  title: WORD.weChatOfficialAccount,
  methods: ['GET', 'POST'],
  read,
  handle,
  answer,
};
