import { refuse } from '../http/refusal';
import { UpstreamFailure, UpstreamTimeout } from './outbound';

/** The words of a platform, after its own code where it gave one. */
export const codeAndWords = ({ code, message }: UpstreamFailure): string => [code, message].filter(Boolean).join(' ');

/**
 * Refuses a call because of the platform behind it: never as a failure of our own.
 *
 * @param wordsOf what of the failure is shown
 * @throws Refusal 50201 with the platform's words · 50202 it did not answer in time; any other error as it is
 */
export function refuseUpstream(error: unknown, wordsOf = ({ message }: UpstreamFailure): string => message): never {
  if (error instanceof UpstreamTimeout) throw refuse(50202);
  if (error instanceof UpstreamFailure) throw refuse(50201, { msg: wordsOf(error) });
  throw error;
}
