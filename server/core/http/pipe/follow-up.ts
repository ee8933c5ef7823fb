import { type Answer, answerFor, success } from '../envelope';
import { Refusal } from '../refusal';
import type { Execution } from './attempt';
import type { Call, PipeDeps } from './call';
import { shownData, shownRefusalData } from './hidden';

/**
 * Waits for the follow-up (`ctx.followUp`) of a committed call.
 *
 * @returns its answer or refusal; the original answer without a follow-up, when the follow-up returns `null`, or after a fault
 */
export async function followedUp(
  { db, log }: Pick<PipeDeps, 'db' | 'log'>,
  call: Call,
  { answer, followUp }: Pick<Execution, 'answer' | 'followUp'>,
  closing: AbortSignal,
): Promise<Answer> {
  if (followUp === null) return answer;
  const { bound, locale, incoming } = call;
  try {
    const data = await followUp(db, closing);
    return data === null ? answer : success(100, shownData(call, bound.endpoint.data.parse(data)), locale);
  } catch (error) {
    if (error instanceof Refusal) return { ...answerFor(error, locale), data: shownRefusalData(call, error) };
    log.error({ err: error, requestId: incoming.requestId, address: bound.address }, 'what followed a call failed');
    return answer;
  }
}
