import { UpstreamFailure, UpstreamTimeout } from '../outbound';

/**
 * Confirms a refusal. The documentation warns that an error answer says nothing about an earlier call with the same number. The number
 * is therefore queried before the money counts as not moved.
 *
 * @param absent codes for a number that the platform does not have
 * @param isSame checks whether the platform's record equals the request
 * @returns the platform's record, if an earlier call has created it
 * @throws UpstreamFailure the refusal; UpstreamTimeout when the query has no clear answer
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
