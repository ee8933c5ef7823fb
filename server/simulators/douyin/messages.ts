import type { SimulatorAnswer, SimulatorParts, SimulatorRequest } from '../simulator';
import { messageTemplateOf, sendToSubscriber } from '../subscriptions';
import { findToken, openAnswer, type SimulatedDouyinApp } from './world';

/** This module simulates subscription messages (订阅消息) of the open platform. */

type Body = Readonly<Record<string, unknown>>;

const UNKNOWN_TOKEN = [28001003, 'access_token无效'] as const;
const BAD_PARAMETER = [28014001, '参数错误'] as const;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks a message and its token. Returns the refusal or the message. An unknown template is refused as a wrong parameter, because the
 * platform publishes no code for it.
 */
async function messageOf(parts: SimulatorParts, request: SimulatorRequest, body: Body) {
  const token = await findToken(parts, request.headers.get('access-token'));
  if (token === 'expired') return openAnswer(28001008, 'access_token过期，请刷新或重新授权');
  // A mini program uses its client token. A service provider uses the token of the merchant.
  if (token === 'unknown' || (token.kind !== 'client' && token.kind !== 'authorizer'))
    return openAnswer(...UNKNOWN_TOKEN);
  const { appId } = token;
  if (!(await parts.store.get<SimulatedDouyinApp>('app', appId))) return openAnswer(...UNKNOWN_TOKEN);
  const [to, templateId, page] = ['open_id', 'msg_id', 'page'].map((name) => String(body[name] ?? ''));
  const { data } = body;
  if (!to || !templateId || !isObject(data)) return openAnswer(...BAD_PARAMETER);
  const template = await messageTemplateOf(parts.store, { appId, templateId });
  if (!template || template.fields?.some((name) => !data[name])) return openAnswer(...BAD_PARAMETER);
  return { appId, templateId, to, page: page ?? '', data };
}

/** Answers `POST /api/notification/v2/subscription/notify_user/`. */
export async function notifyUser(
  parts: SimulatorParts,
  request: SimulatorRequest,
  body: Body,
): Promise<SimulatorAnswer> {
  const message = await messageOf(parts, request, body);
  if ('status' in message) return message;
  switch (await sendToSubscriber(parts, message)) {
    case 'never':
      return openAnswer(28014043, '用户未订阅该模板');
    case 'usedUp':
      return openAnswer(28014041, '消息下发额度已用完');
    default:
      return openAnswer(0, '');
  }
}
