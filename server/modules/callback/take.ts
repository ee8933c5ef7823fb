import { createHash } from 'node:crypto';
import { CALLBACK } from '../../../contract/limits';
import { SECOND_MS } from '../../../contract/units';
import { inSavepoint, isRepeatable, withTransaction } from '../../core/database/transaction';
import type {
  CallbackAnswer,
  CallbackReading,
  CallbackRequest,
  CallbackTools,
  Receiver,
} from '../../core/platforms/receiver';
import { notify } from '../notice';
import { type EventKey, findAnswer, insertEvent, takeWaitingEvent, updateEvent, type WaitingEvent } from './store';
import { GIVEN_UP } from './texts';

const PLAIN_ID = /^[\x21-\x7e]{1,128}$/;
const LONGEST_ERROR = 300;

/** What became of a call. */
export interface Taken {
  readonly answer: CallbackAnswer;
  readonly outcome: 'handled' | 'repeated' | 'waiting' | 'refused' | 'echoed';
  /** Why its handler failed. */
  readonly error?: unknown;
}

type Event = Extract<CallbackReading<unknown>, { readonly eventId: string }>;

/** An id that no column holds is kept as its digest. */
const keyOf = ({ platform }: Receiver, { eventId }: Event): EventKey => ({
  platform,
  eventId: PLAIN_ID.test(eventId) ? eventId : createHash('sha256').update(eventId).digest('hex'),
});

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, LONGEST_ERROR);

function isTooFar(signedAt: Date | undefined, now: Date): boolean {
  return (
    signedAt !== undefined && !(Math.abs(signedAt.getTime() - now.getTime()) <= CALLBACK.windowSeconds * SECOND_MS)
  );
}

/**
 * Takes a call of a platform: signature, moment, then the effect together with the note of the event. Where the handler fails, the event
 * is kept and answered as received: it is ours from then on.
 *
 * @param tools.db the plain connection
 * @throws when it could not be kept; the platform has to call again
 */
export async function takeCall(receiver: Receiver, request: CallbackRequest, tools: CallbackTools): Promise<Taken> {
  const { db, clock } = tools;
  const reading = await receiver.read(request, tools);
  if ('echo' in reading) return { answer: reading.echo, outcome: 'echoed' };
  if ('refusal' in reading) return { answer: reading.refusal, outcome: 'refused' };
  const now = clock.now();
  if (isTooFar(reading.signedAt, now)) return { answer: receiver.answer(false), outcome: 'refused' };
  const key = keyOf(receiver, reading);
  const { address } = receiver;
  return withTransaction(
    db,
    async (transaction): Promise<Taken> => {
      const isNew = await insertEvent(transaction, key, { address, request, now });
      if (!isNew) {
        return { answer: (await findAnswer(transaction, key)) ?? receiver.answer(true), outcome: 'repeated' };
      }
      try {
        const own = await inSavepoint(transaction, () =>
          receiver.handle({ ...tools, db: transaction }, reading.payload),
        );
        if (own) await updateEvent(transaction, key, { state: 'handled', tries: 1, now, answer: own });
        return { answer: own ?? receiver.answer(true), outcome: 'handled' };
      } catch (error) {
        // The transaction is repeated as a whole.
        if (isRepeatable(error)) throw error;
        await noteFailure({ ...tools, db: transaction }, receiver, { ...key, address, tries: 0 }, error);
        return { answer: receiver.answer(true), outcome: 'waiting', error };
      }
    },
    clock,
  );
}

/** The next repetition, or the end of them with a notice. */
async function noteFailure(
  tools: Pick<CallbackTools, 'db' | 'clock' | 'ids'>,
  receiver: Receiver | undefined,
  event: Omit<WaitingEvent, 'request'>,
  error: unknown,
): Promise<void> {
  const { db, clock } = tools;
  const tries = event.tries + 1;
  const wait = CALLBACK.repeatSeconds[event.tries];
  if (wait !== undefined) {
    const dueAt = new Date(clock.now().getTime() + wait * SECOND_MS);
    return updateEvent(db, event, { state: 'received', tries, dueAt, error: messageOf(error) });
  }
  await updateEvent(db, event, { state: 'failed', tries, error: messageOf(error) });
  await notify(tools, {
    event: 'callbackFailed',
    ...GIVEN_UP,
    params: { platform: receiver?.title ?? event.platform, event: event.eventId, address: event.address, n: tries },
    link: '/site/index?tab=health',
    dedupe: `callback:${event.platform}:${event.eventId}`,
  });
}

/** Calls the handler of an event again, as {@link takeCall} has called it. */
async function handleAgain(
  receiver: Receiver | undefined,
  event: WaitingEvent,
  tools: CallbackTools,
): Promise<CallbackAnswer | null> {
  if (!receiver) throw new Error(`nothing receives ${event.address}`);
  const reading = await receiver.read(event.request, tools);
  if (!('eventId' in reading)) throw new Error('its signature is no longer accepted');
  return (await receiver.handle(tools, reading.payload)) ?? null;
}

/** Calls the handlers of all events that are due again, one after the other, each in a transaction of its own. */
export async function repeatEvents(receivers: readonly Receiver[], tools: CallbackTools): Promise<void> {
  const { db, clock } = tools;
  for (;;) {
    const wasDue = await withTransaction(
      db,
      async (transaction) => {
        const event = await takeWaitingEvent(transaction, clock.now());
        if (!event) return false;
        const inside = { ...tools, db: transaction };
        const receiver = receivers.find(({ address }) => address === event.address);
        try {
          const answer = await inSavepoint(transaction, () => handleAgain(receiver, event, inside));
          const tries = event.tries + 1;
          await updateEvent(transaction, event, { state: 'handled', tries, now: clock.now(), answer });
        } catch (error) {
          if (isRepeatable(error)) throw error;
          await noteFailure(inside, receiver, event, error);
        }
        return true;
      },
      clock,
    );
    if (!wasDue) return;
  }
}
