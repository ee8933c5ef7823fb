import { refuse } from '../http/refusal';
import { UpstreamFailure, UpstreamTimeout } from './outbound';

/** Joins the platform's own code, if any, and its words. */
export const codeAndWords = ({ code, message }: UpstreamFailure): string => [code, message].filter(Boolean).join(' ');

/**
 * Refuses a call because of a platform's failure, not as a server fault.
 *
 * @param wordsOf selects the text of the failure to show
 * @throws Refusal 50201 with the platform's words · 50202 it did not answer in time; rethrows any other error
 */
export function refuseUpstream(error: unknown, wordsOf = ({ message }: UpstreamFailure): string => message): never {
  if (error instanceof UpstreamTimeout) throw refuse(50202);
  if (error instanceof UpstreamFailure) throw refuse(50201, { msg: wordsOf(error) });
  throw error;
}
