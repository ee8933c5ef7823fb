import { type AlipayConfig, type AlipayParts, createGateway } from './gateway';

/** Sends subscription messages of a mini program (小程序订阅消息, `alipay.open.app.mini.templatemessage.send`). */

export interface AlipayMessage {
  /** The user's id (2088…) or OpenID. */
  readonly to: string;
  readonly templateId: string;
  /** The page of the mini program that the message opens. The platform requires it. */
  readonly page: string;
  /** Values for all keywords of the template: `keyword1`, … */
  readonly data: Readonly<Record<string, string>>;
}

export interface AlipayMessages {
  /**
   * Sends a message. The platform has no idempotency key: a second call sends a second message.
   *
   * @throws UpstreamFailure MSG_UNSUBSCRIBED: the user did not subscribe. USER_TEMPLATE_ILLEGAL: no such template. Also
   *   USER_TEMPLATE_LACK_KEYWORD, USER_KEYWORD_LENGTH_ERROR.
   * @throws UpstreamTimeout when the outcome is unknown
   */
  send(message: AlipayMessage): Promise<void>;
}

const USER_ID = /^2088\d{12}$/;

/** Creates the sender of messages. @throws Error when a key or certificate cannot be read */
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
          // The platform expects a string that contains JSON, not an object.
          data: JSON.stringify(Object.fromEntries(keywords)),
        },
        changes: true,
      });
    },
  };
}
