import type { Kysely } from 'kysely';
import type { NoticeContent } from '../../../contract/serviceNotice';
import type { DeliveryReason, NoticePerson } from '../../../contract/serviceNotice.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { Ports } from '../../core/platforms/ports';
import { codeAndWords } from '../../core/platforms/refusals';
import { inGroups } from '../../core/platforms/sms-pace';

/** The common interface of the channels. Each message has a number, so that it can be handed over again after a crash. */

export interface Outgoing {
  /** Id of the stored message. */
  readonly id: number;
  /** At most 32 characters. A message keeps its number each time it is handed over. */
  readonly no: string;
  /** The number that the channel issued for the message in advance; null: none yet. */
  readonly reservedNo: string | null;
  readonly personType: NoticePerson;
  readonly personId: number;
  readonly taskId: number;
  readonly taskNo: string;
  /** Phone, OpenID or user id at the platform; empty for the app. */
  readonly address: string;
  /** Registration ids of the user's devices; empty for all channels except push. */
  readonly devices: readonly string[];
  readonly content: NoticeContent;
}

/** The result of a message at its channel. */
export type Outcome =
  | { readonly state: 'sent' | 'delivered'; readonly upstreamNo?: string }
  | { readonly state: 'skipped' | 'failed'; readonly reason: DeliveryReason; readonly error?: string };

export interface Sender {
  /** Milliseconds during which the channel recognizes a repeated number and sends nothing twice; 0: never. */
  readonly repeatsMs: number;
  /** The channel's rate limit in messages per second. */
  readonly perSecond: number;
  /** Messages per call of `send`. */
  readonly batch: number;
  send(messages: readonly Outgoing[]): Promise<readonly Outcome[]>;
}

export interface SenderTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Pick<Ports, 'sms' | 'platforms' | 'secrets'>;
}

/** Maximum stored characters of a platform's error text. */
const ERROR_MAX = 200;

/**
 * Runs a call to a channel and converts its answer.
 *
 * @param skipped reasons by the platform's codes for an unreachable user
 * @throws any error that is not an answer of the platform
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

/** Hands messages over one by one with limited concurrency. @param skipped see `outcomeOf` */
export const sendEach = (
  messages: readonly Outgoing[],
  skipped: Readonly<Record<string, DeliveryReason>>,
  send: (message: Outgoing) => Promise<Outcome>,
): Promise<readonly Outcome[]> => inGroups(messages, (message) => outcomeOf(skipped, () => send(message)));

/** The values of a template's fields by key. */
export const fieldValues = ({ fields }: NoticeContent): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));

/** A mini program's page, without a leading slash; null: none. */
export const miniProgramPage = ({ jumpPath }: NoticeContent): string | null =>
  jumpPath && !jumpPath.startsWith('https://') ? jumpPath.replace(/^\//, '') : null;
