import type { NoticeContent } from '../../../contract/serviceNotice';
import { HOUR_MS } from '../../../contract/units';
import type { Jpush } from '../../core/platforms/jpush/adapter';
import { openedUserPush } from '../app';
import { reserveNumber } from './delivery-store';
import { type Outcome, type Outgoing, outcomeOf, type Sender, type SenderTools } from './sender';

/**
 * Push to the users' app. One call reaches devices of many users, because all messages of a task have the same text. The provider issues
 * a number (cid) per call, which is stored with the messages before the call. After a crash, a retry with this number sends nothing twice.
 */

/** Number of users per call. With five devices per user, a call stays within the provider's limit of 1,000 devices. */
const USERS_PER_CALL = 200;
/** The provider allows 600 calls per minute. */
const CALLS_PER_SECOND = 10;
/** Time for which the provider detects a repeated call number (cid): one day. We use one hour less for safety. */
const KNOWN_MS = 23 * HOUR_MS;
/** Provider code 1011: the app is no longer installed on any of the devices. */
const SKIPPED = { '1011': 'noDevice' } as const;

/** Returns the data that a push carries for the app: the task number for the app's report, and the page to open. */
const extrasOf = (taskNo: string, { jumpPath }: NoticeContent) => ({
  noticeNo: taskNo,
  ...(jumpPath !== null && { jumpPath }),
});

/** Groups messages into calls. Messages with the same reserved number form one call; those without a number form another. */
function callsOf(messages: readonly Outgoing[]): readonly (readonly Outgoing[])[] {
  const calls = new Map<string | null, Outgoing[]>();
  for (const message of messages) {
    const { reservedNo } = message;
    const call = calls.get(reservedNo);
    if (call) call.push(message);
    else calls.set(reservedNo, [message]);
  }
  return [...calls.values()];
}

async function sendCall(push: Jpush, { db }: SenderTools, messages: readonly Outgoing[]): Promise<Outcome> {
  const [first] = messages;
  if (!first) return { state: 'sent' };
  const { content, taskNo } = first;
  return outcomeOf(SKIPPED, async () => {
    const cid = first.reservedNo ?? (await push.reserve());
    if (first.reservedNo === null) await reserveNumber(db, messages, cid);
    const { messageId } = await push.push({
      devices: messages.flatMap(({ devices }) => devices),
      title: content.title ?? '',
      content: content.body ?? '',
      cid,
      extras: extrasOf(taskNo, content),
    });
    return { state: 'sent', upstreamNo: messageId };
  });
}

export async function pushSender(tools: SenderTools): Promise<Sender | null> {
  const opened = await openedUserPush(tools);
  if (!opened) return null;
  return {
    repeatsMs: KNOWN_MS,
    perSecond: USERS_PER_CALL * CALLS_PER_SECOND,
    batch: USERS_PER_CALL,
    async send(messages) {
      const outcomes = new Map<Outgoing, Outcome>();
      for (const call of callsOf(messages)) {
        const outcome = await sendCall(opened.push, tools, call);
        for (const message of call) outcomes.set(message, outcome);
      }
      return messages.map((message) => outcomes.get(message) ?? { state: 'failed', reason: 'interrupted' });
    },
  };
}
