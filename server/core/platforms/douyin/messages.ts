import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import type { DouyinClient } from './client';
import { isDouyinTokenStale } from './errors';

/** Sends subscription messages of a mini program (订阅消息, second version). */

export interface DouyinMessage {
  /** The user's OpenID in this mini program. */
  readonly to: string;
  /** The template's `msg_id` on the platform. */
  readonly templateId: string;
  /** Values by keyword name of the template. */
  readonly data: Readonly<Record<string, string>>;
  readonly page?: string;
}

export interface DouyinMessages {
  /**
   * Sends a message. The platform has no idempotency key: a second call sends a second message.
   *
   * @throws UpstreamFailure 28014043: the user did not subscribe. 28014041: the subscription is used up. 28014036: the user refuses
   *   messages.
   * @throws UpstreamTimeout when the outcome is unknown
   */
  send(message: DouyinMessage): Promise<void>;
}

/** Returns the token for sending messages. @param stale a token that the platform has refused */
export type DouyinMessageToken = (stale?: string) => Promise<string>;

/** Recognizes a fault inside the platform (28001005) or an answer without a code. The platform may then have sent the message. */
const isUnclear = ({ code }: UpstreamFailure): boolean => code === null || code === '28001005';

export function createDouyinMessages(open: DouyinClient, token: DouyinMessageToken): DouyinMessages {
  async function post(accessToken: string, body: string): Promise<void> {
    const path = '/api/notification/v2/subscription/notify_user/';
    try {
      await open.json({ method: 'POST', path, headers: { 'access-token': accessToken }, body }, true);
    } catch (error) {
      if (error instanceof UpstreamFailure && isUnclear(error)) throw new UpstreamTimeout(error.message);
      throw error;
    }
  }
  return {
    async send({ to, templateId, data, page }) {
      const body = JSON.stringify({ open_id: to, msg_id: templateId, data, ...(page !== undefined && { page }) });
      const present = await token();
      try {
        await post(present, body);
      } catch (error) {
        // A call with a refused token has no effect, so a second call sends no second message.
        if (!(error instanceof UpstreamFailure) || !isDouyinTokenStale(error.code)) throw error;
        await post(await token(present), body);
      }
    },
  };
}
