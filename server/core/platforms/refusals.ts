import { refuse } from '../http/refusal';
import { UpstreamFailure, UpstreamTimeout } from './outbound';

/** Joins the platform's code, if it sent one, and its message. */
export const codeAndWords = ({ code, message }: UpstreamFailure): string => [code, message].filter(Boolean).join(' ');

/**
 * Converts a platform's failure to a refusal, so that it is not reported as a server fault.
 *
 * @param wordsOf selects the text of the failure that the user sees
 * @throws Refusal 50201 with the platform's message, or 50202 when the outcome is unknown, for example after a timeout. Rethrows any other
 *   error
 */
export function refuseUpstream(error: unknown, wordsOf = ({ message }: UpstreamFailure): string => message): never {
  if (error instanceof UpstreamTimeout) throw refuse(50202);
  if (error instanceof UpstreamFailure) throw refuse(50201, { msg: wordsOf(error) });
  throw error;
}
