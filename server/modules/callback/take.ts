import { createHash } from 'node:crypto';
import { CALLBACK } from '../../../contract/limits';
import { SECOND_MS } from '../../../contract/units';
import { withTransaction } from '../../core/database/transaction';
import type {
  CallbackAnswer,
  CallbackReading,
  CallbackRequest,
  CallbackTools,
  Receiver,
} from '../../core/platforms/receiver';
import { notify } from '../notice';
import {
  claimEvent,
  type EventKey,
  findAnswer,
  findWaitingEvent,
  insertEvent,
  keepAnswer,
  updateFailed,
  type WaitingEvent,
} from './store';
import { GIVEN_UP } from './texts';

const PLAIN_ID = /^[\x21-\x7e]{1,128}$/;
const LONGEST_ERROR = 300;

/** The answer to the platform and the outcome of a call. `waiting` means that the handler failed and that the job will retry it. */
export interface Taken {
  readonly answer: CallbackAnswer;
  readonly outcome: 'handled' | 'repeated' | 'waiting' | 'refused' | 'echoed';
  /** The error with which the handler failed. */
  readonly error?: unknown;
}

type Event = Extract<CallbackReading<unknown>, { readonly eventId: string }>;

/** Builds the key of an event. An id is replaced by its digest unless it has at most 128 characters, all printable ASCII, and no space. */
const keyOf = ({ platform }: Receiver, { eventId }: Event): EventKey => ({
  platform,
  eventId: PLAIN_ID.test(eventId) ? eventId : createHash('sha256').update(eventId).digest('hex'),
});

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, LONGEST_ERROR);

/**
 * Checks whether the signed time is outside the accepted window. `repeatedMs` extends the window for later repetitions. The result is also
 * `true` for an unreadable time, and `false` for a call without a signed time.
 */
function isTooFar({ signedAt, repeatedMs = 0 }: Event, now: Date): boolean {
  if (signedAt === undefined) return false;
  const age = now.getTime() - signedAt.getTime();
  const window = CALLBACK.windowSeconds * SECOND_MS;
  return !(age >= -window && age <= window + repeatedMs);
}

/**
 * Receives a call of a platform. Checks signature and time, then applies the effect and stores the event in one transaction. If the
 * handler fails, stores only the event and answers "received"; the job then retries the handler. Events of direct receivers are not stored.
 *
 * @param tools.db a connection without a transaction
 * @throws when the event could not be stored or the handler of a direct receiver fails, so that the platform repeats the call
 */
export async function takeCall(receiver: Receiver, request: CallbackRequest, tools: CallbackTools): Promise<Taken> {
  const { db, clock } = tools;
  const reading = await receiver.read(request, tools);
  if ('echo' in reading) return { answer: reading.echo, outcome: 'echoed' };
  if ('refusal' in reading) return { answer: reading.refusal, outcome: 'refused' };
  const now = clock.now();
  if (isTooFar(reading, now)) return { answer: receiver.answer(false), outcome: 'refused' };
  if (receiver.isDirect) {
    return { answer: (await receiver.handle(tools, reading.payload)) ?? receiver.answer(true), outcome: 'handled' };
  }
  const key = keyOf(receiver, reading);
  const { address } = receiver;
  const repeated = async (on: CallbackTools['db']): Promise<Taken> => ({
    answer: (await findAnswer(on, key)) ?? receiver.answer(true),
    outcome: 'repeated',
  });
  try {
    return await withTransaction(
      db,
      async (transaction): Promise<Taken> => {
        if (!(await insertEvent(transaction, key, { address, request, now }))) return repeated(transaction);
        const own = await receiver.handle({ ...tools, db: transaction }, reading.payload);
        if (own) await keepAnswer(transaction, key, own);
        return { answer: own ?? receiver.answer(true), outcome: 'handled' };
      },
      clock,
    );
  } catch (error) {
    // The first transaction was rolled back with event and effect. A concurrent copy of the call may have handled the event since then.
    return withTransaction(
      db,
      async (transaction): Promise<Taken> => {
        const failure = { dueAt: nextTry(0, now) ?? now, error: messageOf(error) };
        if (!(await insertEvent(transaction, key, { address, request, now, failure }))) return repeated(transaction);
        return { answer: receiver.answer(true), outcome: 'waiting', error };
      },
      clock,
    );
  }
}

/** Returns the time of the next retry. `null` means that there are no more retries. @param repetitions number of retries so far */
function nextTry(repetitions: number, now: Date): Date | null {
  const wait = CALLBACK.repeatSeconds[repetitions];
  return wait === undefined ? null : new Date(now.getTime() + wait * SECOND_MS);
}

/** Schedules the next retry. After the last retry, it sends the notice `callbackFailed`, by default to the owner. */
async function noteFailure(
  tools: Pick<CallbackTools, 'db' | 'clock' | 'ids'>,
  receiver: Receiver | undefined,
  event: WaitingEvent,
  error: unknown,
): Promise<void> {
  const { db, clock } = tools;
  const tries = event.tries + 1;
  const dueAt = nextTry(event.tries, clock.now());
  const isNoted = await updateFailed(db, event, { dueAt, error: messageOf(error) });
  if (!isNoted || dueAt !== null) return;
  await notify(tools, {
    event: 'callbackFailed',
    ...GIVEN_UP,
    params: { platform: receiver?.title ?? event.platform, event: event.eventId, address: event.address, n: tries },
    link: '/site/index?tab=health',
    dedupe: `callback:${event.platform}:${event.eventId}`,
  });
}

/**
 * Runs the handler of an event again. The signature is verified again, but the time is not.
 *
 * @throws Error when no receiver has the event's address or the signature is no longer accepted
 */
async function handleAgain(receiver: Receiver | undefined, event: WaitingEvent, tools: CallbackTools): Promise<void> {
  const { db, clock } = tools;
  if (!receiver) throw new Error(`nothing receives ${event.address}`);
  if (!(await claimEvent(db, event, clock.now()))) return;
  const reading = await receiver.read(event.request, tools);
  if (!('eventId' in reading)) throw new Error('its signature is no longer accepted');
  const own = await receiver.handle(tools, reading.payload);
  if (own) await keepAnswer(db, event, own);
}

/** Runs the handlers of all due events, one after another, each in its own transaction. After a failure, the next retry is scheduled. */
export async function repeatEvents(receivers: readonly Receiver[], tools: CallbackTools): Promise<void> {
  const { db, clock } = tools;
  for (;;) {
    const event = await findWaitingEvent(db, clock.now());
    if (!event) return;
    const receiver = receivers.find(({ address }) => address === event.address);
    const within = (work: (inside: CallbackTools) => Promise<void>) =>
      withTransaction(db, (transaction) => work({ ...tools, db: transaction }), clock);
    try {
      await within((inside) => handleAgain(receiver, event, inside));
    } catch (error) {
      await within((inside) => noteFailure(inside, receiver, event, error));
    }
  }
}
