import { z } from 'zod';
import { SECOND_MS } from '../../../contract/units';
import { isSameText, parseObject } from './checks';
import { claimResult, insurerSignature } from './insurer';

/** Reads the events that insurers send. Each decision about a policy or a claim is one signed call to us. */

/** The path of our callback URL. The insurer's signature covers it. */
export const INSURER_CALLBACK = '/api/callback.Insure/notify';

/** Maximum length of an insurer's policy number. It is the length of the database column. */
const POLICY_NO = 64;
const about = {
  /** The insurer's id of this event. */
  eventId: z.string().min(1).max(64),
  /** The time when the insurer decided. */
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Our number of the policy or the claim. */
  no: z.string().min(1).max(22),
  message: z.string().default(''),
};
const event = z.discriminatedUnion('status', [
  z.object({ ...about, status: z.literal('insured'), policyNo: z.string().min(1).max(POLICY_NO) }),
  z.object({ ...about, status: z.enum(['refused', 'surrendered', 'surrenderRefused']) }),
]);
const claimEvent = claimResult.extend(about);

export type PolicyEvent = z.output<typeof event>;
export type ClaimEvent = z.output<typeof claimEvent>;
export type InsurerEvent =
  | { readonly about: 'policy'; readonly event: PolicyEvent }
  | { readonly about: 'claim'; readonly event: ClaimEvent };

/** Checks whether a call to {@link INSURER_CALLBACK} is signed with this secret. */
export function isSignedCallback(secret: string, headers: Headers, body: Buffer): boolean {
  const seconds = headers.get('x-timestamp') ?? '';
  const expected = insurerSignature(secret, { method: 'POST', path: INSURER_CALLBACK, seconds, body });
  return isSameText(expected, headers.get('x-signature'));
}

/** Returns the time that the signature covers. */
export const signedMoment = (headers: Headers): Date => new Date(Number(headers.get('x-timestamp')) * SECOND_MS);

/** Parses an event. @returns `null` when the body is not an event */
export function readInsurerEvent(body: Buffer): InsurerEvent | null {
  const { about: kind, ...fields } = parseObject(body.toString('utf8')) ?? {};
  if (kind === 'policy') {
    const { data } = event.safeParse(fields);
    return data ? { about: 'policy', event: data } : null;
  }
  const { data } = kind === 'claim' ? claimEvent.safeParse(fields) : {};
  return data ? { about: 'claim', event: data } : null;
}
