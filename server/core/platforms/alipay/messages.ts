import { type AlipayConfig, type AlipayParts, createGateway } from './gateway';

/** Subscription messages of a mini program (小程序订阅消息, `alipay.open.app.mini.templatemessage.send`). */

export interface AlipayMessage {
  /** User id (2088…) or OpenID of the user. */
  readonly to: string;
  readonly templateId: string;
  /** Page of the mini program that the message opens; required by the platform. */
  readonly page: string;
  /** Values of all the template's keywords: `keyword1`, … */
  readonly data: Readonly<Record<string, string>>;
}

export interface AlipayMessages {
  /**
   * Sends a message. The platform has no idempotency key: a second call sends a second message.
   *
   * @throws UpstreamFailure (MSG_UNSUBSCRIBED the user did not subscribe, USER_TEMPLATE_ILLEGAL no such template,
   *   USER_TEMPLATE_LACK_KEYWORD, USER_KEYWORD_LENGTH_ERROR) · UpstreamTimeout when the outcome is unknown
   */
  send(message: AlipayMessage): Promise<void>;
}

const USER_ID = /^2088\d{12}$/;

/** @throws Error when a key or certificate cannot be read */
export function createAlipayMessages(config: AlipayConfig, parts: AlipayParts): AlipayMessages {
  const gateway = createGateway(config, parts);
  return {
    async send({ to, templateId, page, data }) {
      const keywords = Object.entries(data).map(([name, value]) => [name, { value }] as const);
      await gateway.call({
        method: 'alipay.open.app.mini.templatemessage.send',
        content: {
          [USER_ID.test(to) ? 'to_user_id' : 'to_open_id']: to,
          user_template_id: templateId,
          page,
          // The platform expects JSON as a text, not as an object.
          data: JSON.stringify(Object.fromEntries(keywords)),
        },
        changes: true,
      });
    },
  };
}
