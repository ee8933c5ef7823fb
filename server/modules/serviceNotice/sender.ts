import type { Kysely } from 'kysely';
import type { NoticeContent } from '../../../contract/serviceNotice';
import type { DeliveryReason, NoticePerson } from '../../../contract/serviceNotice.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { Ports } from '../../core/platforms/ports';
import { codeAndWords } from '../../core/platforms/refusals';
import { inGroups } from '../../core/platforms/sms-pace';

/**
 * The common interface of all channels. Each message has a number. When a message is sent again after a crash, the channel can recognize
 * the number.
 */

export interface Outgoing {
  /** Id of the stored message. */
  readonly id: number;
  /** Number of the message, at most 32 characters. A message that is sent again after a crash keeps its number. */
  readonly no: string;
  /** Number that the channel issued for the message in advance. `null` if there is none yet. */
  readonly reservedNo: string | null;
  readonly personType: NoticePerson;
  readonly personId: number;
  readonly taskId: number;
  readonly taskNo: string;
  /** Phone, OpenID or user id on the platform. Empty for the inboxes of the apps and for push. */
  readonly address: string;
  /** Registration ids of the user's devices. Only the push channel uses them. */
  readonly devices: readonly string[];
  readonly content: NoticeContent;
}

/** The result of sending a message on a channel. */
export type Outcome =
  | { readonly state: 'sent' | 'delivered'; readonly upstreamNo?: string }
  | { readonly state: 'skipped' | 'failed'; readonly reason: DeliveryReason; readonly error?: string };

export interface Sender {
  /** Time in ms during which the channel detects a repeated message number and does not send the message twice. 0 means never. */
  readonly repeatsMs: number;
  /** The channel's rate limit in messages per second. */
  readonly perSecond: number;
  /** Maximum number of messages per call of `send`. */
  readonly batch: number;
  send(messages: readonly Outgoing[]): Promise<readonly Outcome[]>;
}

export interface SenderTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Pick<Ports, 'sms' | 'platforms' | 'secrets'>;
}

/** Maximum stored length of a platform's error text, in characters. */
const ERROR_MAX = 200;

/**
 * Calls a channel and converts its answer to a result.
 *
 * @param skipped reasons by the platform's codes for unreachable users
 * @throws any error except `UpstreamTimeout` and `UpstreamFailure`
 */
export async function outcomeOf(
  skipped: Readonly<Record<string, DeliveryReason>>,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof UpstreamTimeout) return { state: 'failed', reason: 'noAnswer' };
    if (!(error instanceof UpstreamFailure)) throw error;
    const reason = skipped[error.code ?? ''];
    if (reason) return { state: 'skipped', reason };
    return { state: 'failed', reason: 'refused', error: codeAndWords(error).slice(0, ERROR_MAX) };
  }
}

/** Sends each message with its own call. Several calls run at the same time. @param skipped see `outcomeOf` */
export const sendEach = (
  messages: readonly Outgoing[],
  skipped: Readonly<Record<string, DeliveryReason>>,
  send: (message: Outgoing) => Promise<Outcome>,
): Promise<readonly Outcome[]> => inGroups(messages, (message) => outcomeOf(skipped, () => send(message)));

/** Returns the values of a template's fields by key. */
export const fieldValues = ({ fields }: NoticeContent): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));

/** Returns the mini program page to open, without a leading slash. @returns `null` if there is none */
export const miniProgramPage = ({ jumpPath }: NoticeContent): string | null =>
  jumpPath && !jumpPath.startsWith('https://') ? jumpPath.replace(/^\//, '') : null;
