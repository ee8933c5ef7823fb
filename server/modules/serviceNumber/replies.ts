import type { SERVICE_REPLY } from '../../../contract/serviceReply.settings';
import type { GroupValues } from '../../../contract/settings';
import type { MessageFields } from '../../core/platforms/wechat/xml';

/** Selects the account's reply to a message. Pure functions: no database, no clock. */

export type Replies = GroupValues<typeof SERVICE_REPLY.groups.serviceReply>;

const textOf = (value: string | MessageFields | undefined): string => (typeof value === 'string' ? value.trim() : '');
/** Normalizes character width and case. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Finds the reply to a message: by a keyword equal to the whole message, or else by the first `contains` keyword in the message. */
function byKeyword({ keywords }: Replies, message: string): string | null {
  const said = plain(message);
  if (said === '') return null;
  const row =
    keywords.find(({ keyword }) => plain(keyword) === said) ??
    keywords.find(({ keyword, match }) => match === 'contains' && said.includes(plain(keyword)));
  return row?.reply ?? null;
}

/**
 * Selects the reply to a message from the platform.
 *
 * @returns `null` if there is no reply
 */
export function replyTo(replies: Replies, fields: MessageFields): string | null {
  const fallback = replies.fallback || null;
  if (textOf(fields.MsgType) !== 'event') return byKeyword(replies, textOf(fields.Content)) ?? fallback;
  const event = textOf(fields.Event).toLowerCase();
  if (event === 'subscribe') return replies.follow || null;
  // A menu entry of type "answer" sends its key. The key is compared with the keywords of the replies.
  return event === 'click' ? (byKeyword(replies, textOf(fields.EventKey)) ?? fallback) : null;
}
