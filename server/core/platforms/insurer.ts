import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseObject } from './checks';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from './outbound';

/**
 * All insurers use one request format. Each request is signed with the secret of the insurance product (HMAC-SHA256). Our numbers of
 * policies and claims are the idempotency keys.
 */

export interface InsurerConfig {
  readonly agreementNo: string;
  readonly secret: string;
}

/** A policy as we send it to the insurer. The premium is in fen. The start and end of the cover are in ISO 8601. */
export interface PolicyRequest {
  readonly no: string;
  readonly planCode: string;
  readonly name: string;
  readonly idCard: string;
  readonly tel: string;
  readonly birth: string;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly premiumFen: number;
}

/** The insurer's answer about a policy. */
export type PolicyOutcome =
  | { readonly kind: 'insured'; readonly insurerNo: string }
  | { readonly kind: 'refused'; readonly text: string }
  /** The insurer received the request and decides later. */
  | { readonly kind: 'waits' }
  /** No usable answer: the insurer may or may not have received the request. */
  | { readonly kind: 'unknown' }
  /** The insurer has no policy with this number. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'surrendered' };

/** A claim as we send it to the insurer. Amounts are in fen. */
export interface ClaimRequest {
  readonly no: string;
  /** 0 is the first submission. 1 is the appeal after the insurer refused the claim. */
  readonly round: number;
  readonly policyNo: string;
  readonly insurerNo: string;
  readonly kind: string;
  readonly happenedAt: string;
  readonly place: string;
  readonly claimedFen: number;
  readonly description: string;
  /** The digests of the claim's files. The insurer's answer lists the digests of the files that it lacks. */
  readonly materials: readonly { readonly material: string; readonly sha256: string }[];
}

export interface ClaimFile {
  readonly material: string;
  readonly sha256: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The insurer's decision about a claim. */
export const claimResult = z.object({
  status: z.enum(['accepted', 'approved', 'refused', 'paid']),
  round: z.int().min(0).max(1),
  caseNo: z.string().min(1).max(40),
  /** In fen: the approved amount until the payment, then the paid amount. `null` when the answer contains no amount. */
  paidFen: z.int().min(1).nullable().default(null),
  message: z.string().default(''),
});
export type ClaimResult = z.output<typeof claimResult>;

/** The insurer does not accept the claim over this interface, so staff must submit it by other means. */
interface Rejected {
  readonly kind: 'rejected';
  readonly text: string;
}

/** The insurer's answer about a claim. */
export type ClaimOutcome =
  | { readonly kind: 'result'; readonly result: ClaimResult }
  /** The insurer received the claim. `missing` contains the digests of the files that the insurer lacks. */
  | { readonly kind: 'waits'; readonly missing: readonly string[] }
  | Rejected
  | { readonly kind: 'unknown' };

export interface Insurer {
  /** Requests cover. A repeated number requests the same policy again, not a second policy. */
  insure(request: PolicyRequest): Promise<PolicyOutcome>;
  ask(no: string): Promise<PolicyOutcome>;
  /** Requests to cancel a policy whose cover has not begun. A repeated number requests no second cancellation. */
  surrender(no: string): Promise<PolicyOutcome>;
  /** Submits a claim. A repeated number and round submits no second claim and returns the claim's current state. */
  claim(request: ClaimRequest): Promise<ClaimOutcome>;
  /**
   * Sends a file of a claim. A repeated digest sends no second file.
   *
   * @returns the insurer's refusal; `null` when the insurer took the file
   * @throws UpstreamFailure, UpstreamTimeout
   */
  sendFile(no: string, file: ClaimFile): Promise<Rejected | null>;
}

/**
 * Signs a call: hexadecimal HMAC-SHA256 over method, path, seconds and body, separated by line feeds. For a file, the caller passes
 * the file's digest as the body.
 */
export const insurerSignature = (
  secret: string,
  call: { readonly method: string; readonly path: string; readonly seconds: string; readonly body: string | Buffer },
): string =>
  createHmac('sha256', secret)
    .update(`${[call.method, call.path, call.seconds].join('\n')}\n`)
    .update(call.body)
    .digest('hex');

/** A placeholder that cannot be reached. Insurers are only simulated until there is an agreement with an insurer. */
export const INSURER_ORIGINS = { production: new URL('https://insurer.invalid') } as const;

const LONGEST_TEXT = 200;

/** Checks whether a status refuses a call finally. After a timeout (408) or too many calls (429), the call may succeed later. */
const isRefusal = (status: number): boolean => status >= 400 && status !== 408 && status !== 429;

function outcomeIn(answer: Readonly<Record<string, unknown>> | null, status: number): PolicyOutcome {
  const words = String(answer?.message ?? `HTTP ${status}`).slice(0, LONGEST_TEXT);
  switch (answer?.status) {
    case 'insured':
      return typeof answer.policyNo === 'string' && answer.policyNo !== ''
        ? { kind: 'insured', insurerNo: answer.policyNo }
        : { kind: 'unknown' };
    case 'processing':
      return { kind: 'waits' };
    case 'surrendered':
      return { kind: 'surrendered' };
    case 'absent':
      return { kind: 'absent' };
    case 'refused':
      return { kind: 'refused', text: words };
    default:
      // The insurer refuses the call itself. After any other unreadable answer, we query the state again.
      return isRefusal(status) ? { kind: 'refused', text: words } : { kind: 'unknown' };
  }
}

const digests = z.array(z.string()).catch([]);

/** Returns the final rejection of a claim or a file. @returns `null` when the HTTP status does not refuse the call */
const rejectionIn = (answer: Readonly<Record<string, unknown>> | null, status: number): Rejected | null =>
  !isRefusal(status)
    ? null
    : { kind: 'rejected', text: String(answer?.message ?? `HTTP ${status}`).slice(0, LONGEST_TEXT) };

function claimOutcomeIn(answer: Readonly<Record<string, unknown>> | null, status: number): ClaimOutcome {
  if (answer?.status === 'processing') return { kind: 'waits', missing: digests.parse(answer.missing) };
  const { data: result } = claimResult.safeParse(answer);
  if (result) return { kind: 'result', result: { ...result, message: result.message.slice(0, LONGEST_TEXT) } };
  return rejectionIn(answer, status) ?? { kind: 'unknown' };
}

/** Creates the client of an insurer. @param now returns the time for the signature */
export function createInsurer(
  { agreementNo, secret }: InsurerConfig,
  { origin, fetch, now }: { readonly origin: URL; readonly fetch: Fetch; readonly now: () => Date },
): Insurer {
  const headersOf = (method: string, path: string, body: string) => {
    const seconds = String(Math.floor(now().getTime() / 1_000));
    return {
      'x-agreement': agreementNo,
      'x-timestamp': seconds,
      'x-signature': insurerSignature(secret, { method, path, seconds, body }),
    };
  };
  async function call<Outcome>(
    read: (answer: Readonly<Record<string, unknown>> | null, status: number) => Outcome,
    method: 'GET' | 'POST',
    path: string,
    content?: object,
  ): Promise<Outcome | { kind: 'unknown' }> {
    const body = content === undefined ? '' : JSON.stringify(content);
    const headers = { 'content-type': 'application/json', ...headersOf(method, path, body) };
    try {
      const answer = await askUpstream(fetch, origin, { method, path, headers, ...(content && { body }) });
      return read(parseObject(answer.text), answer.status);
    } catch (error) {
      if (error instanceof UpstreamTimeout || error instanceof UpstreamFailure) return { kind: 'unknown' };
      throw error;
    }
  }
  return {
    insure: (request) => call(outcomeIn, 'POST', '/v1/policies', request),
    ask: (no) => call(outcomeIn, 'GET', `/v1/policies/${encodeURIComponent(no)}`),
    surrender: (no) => call(outcomeIn, 'POST', `/v1/policies/${encodeURIComponent(no)}/surrender`, {}),
    claim: (request) => call(claimOutcomeIn, 'POST', '/v1/claims', request),
    async sendFile(no, { material, sha256, contentType, bytes }) {
      const path = `/v1/claims/${encodeURIComponent(no)}/files/${material}/${sha256}`;
      const headers = { 'content-type': contentType, ...headersOf('POST', path, sha256) };
      const { text, status } = await askUpstream(fetch, origin, { method: 'POST', path, headers, body: bytes });
      if (status >= 400 && !isRefusal(status)) throw new UpstreamFailure(`HTTP ${status}`);
      return rejectionIn(parseObject(text), status);
    },
  };
}
