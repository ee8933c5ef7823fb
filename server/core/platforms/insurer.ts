import { createHmac } from 'node:crypto';
import { parseObject } from './checks';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from './outbound';

/** Insurers: one form of request, signed by HMAC-SHA256 with the secret of the product. Our policy number makes a request the same one. */

export interface InsurerConfig {
  readonly agreementNo: string;
  readonly secret: string;
}

/** The insurer's data of a policy. Premiums in fen, days `yyyy-MM-dd`. */
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

/** What an insurer says of a policy. */
export type PolicyOutcome =
  | { readonly kind: 'insured'; readonly insurerNo: string }
  | { readonly kind: 'refused'; readonly text: string }
  /** It has the request, and decides later. */
  | { readonly kind: 'waits' }
  /** No answer: it may have the request or not. */
  | { readonly kind: 'unknown' }
  /** It has never heard of this number. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'surrendered' };

export interface Insurer {
  /** Asks for cover. The same number again is the same policy. */
  insure(request: PolicyRequest): Promise<PolicyOutcome>;
  ask(no: string): Promise<PolicyOutcome>;
  /** Asks to cancel a policy whose cover has not begun. The same number again is the same request. */
  surrender(no: string): Promise<PolicyOutcome>;
}

/** The signature of a call: hex of HMAC-SHA256 over method, path, seconds and body, each on a line. */
export const insurerSignature = (
  secret: string,
  call: { readonly method: string; readonly path: string; readonly seconds: string; readonly body: string },
): string =>
  createHmac('sha256', secret).update([call.method, call.path, call.seconds, call.body].join('\n')).digest('hex');

/** Simulated: a real insurer's gateway is added with its agreement. */
export const INSURER_ORIGINS = { production: new URL('https://insurer.invalid') } as const;

const LONGEST_TEXT = 200;

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
      // A refusal of the call itself is final; anything else that cannot be read is asked about again.
      return status >= 400 ? { kind: 'refused', text: words } : { kind: 'unknown' };
  }
}

/** @param now for the moment that is signed */
export function createInsurer(
  { agreementNo, secret }: InsurerConfig,
  { origin, fetch, now }: { readonly origin: URL; readonly fetch: Fetch; readonly now: () => Date },
): Insurer {
  async function call(method: 'GET' | 'POST', path: string, content?: object): Promise<PolicyOutcome> {
    const body = content === undefined ? '' : JSON.stringify(content);
    const seconds = String(Math.floor(now().getTime() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'x-agreement': agreementNo,
      'x-timestamp': seconds,
      'x-signature': insurerSignature(secret, { method, path, seconds, body }),
    };
    try {
      const answer = await askUpstream(fetch, origin, { method, path, headers, ...(content && { body }) });
      return outcomeIn(parseObject(answer.text), answer.status);
    } catch (error) {
      if (error instanceof UpstreamTimeout || error instanceof UpstreamFailure) return { kind: 'unknown' };
      throw error;
    }
  }
  return {
    insure: (request) => call('POST', '/v1/policies', request),
    ask: (no) => call('GET', `/v1/policies/${encodeURIComponent(no)}`),
    surrender: (no) => call('POST', `/v1/policies/${encodeURIComponent(no)}/surrender`, {}),
  };
}
