import { UpstreamFailure, UpstreamTimeout } from '../outbound';

/**
 * Confirms a refusal. The documentation warns that an earlier call with the same number may have succeeded despite an error answer. We
 * therefore query the number before we treat the money as not moved.
 *
 * @param ask.absent the platform's codes for an unknown number
 * @param ask.isSame checks whether the platform's record equals the request
 * @returns the platform's record, if an earlier call with the same request has created it
 * @throws UpstreamFailure the refusal, when the number is unknown or its record differs from the request
 * @throws UpstreamTimeout when the query has no clear answer
 */
export async function confirmRefusal<T>(
  refusal: UpstreamFailure,
  ask: { readonly query: () => Promise<T>; readonly absent: readonly string[]; readonly isSame: (held: T) => boolean },
): Promise<T> {
  let held: T;
  try {
    held = await ask.query();
  } catch (error) {
    if (error instanceof UpstreamFailure && ask.absent.includes(error.code ?? '')) throw refusal;
    throw new UpstreamTimeout(`${refusal.code}: ${refusal.message}`);
  }
  if (ask.isSame(held)) return held;
  throw refusal;
}
