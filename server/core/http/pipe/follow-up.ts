import { type Answer, answerFor, success } from '../envelope';
import { Refusal } from '../refusal';
import type { Execution } from './attempt';
import type { Call, PipeDeps } from './call';

/** Waits for the follow-up (`ctx.followUp`) of a committed call. @returns its answer; the original one if the follow-up fails */
export async function followedUp(
  { db, log }: Pick<PipeDeps, 'db' | 'log'>,
  { bound, locale, incoming }: Call,
  { answer, followUp }: Pick<Execution, 'answer' | 'followUp'>,
  closing: AbortSignal,
): Promise<Answer> {
  if (followUp === null) return answer;
  try {
    const data = await followUp(db, closing);
    return data === null ? answer : success(100, bound.endpoint.data.parse(data), locale);
  } catch (error) {
    if (error instanceof Refusal) return answerFor(error, locale);
    log.error({ err: error, requestId: incoming.requestId, address: bound.address }, 'what followed a call failed');
    return answer;
  }
}
