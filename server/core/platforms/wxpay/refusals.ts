import { UpstreamFailure, UpstreamTimeout } from '../outbound';

/**
 * Makes sure of a refusal. The documentation warns that an error answer says nothing about an earlier call with the same number, so the
 * platform is asked what it holds under it before the money counts as not moved.
 *
 * @param absent codes that say that the platform holds nothing
 * @param isSame whether what it holds is what was asked for
 * @returns what the platform holds, where an earlier call has done it
 * @throws UpstreamFailure the refusal; UpstreamTimeout where the platform does not tell
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
