import type { Address, Data, Envelope, Input, ReadAddress, WriteAddress } from '@contract/index';
import { type CallOptions, type Ending, request, send } from './request';

/** What a caller may add to a call. */
export interface ApiOptions {
  /** Made when the form opened; the same for every retry of it (DOMAIN §0.3). */
  readonly idempotencyKey?: string;
  /** From the second verification (DOMAIN §0.3, 2V). */
  readonly ticket?: string;
  /** No message for a refusal; the caller shows it in its place. */
  readonly quiet?: boolean;
  /** No message at all: for calls that the person did not ask for. */
  readonly silent?: boolean;
  /** Continues when the page is left. */
  readonly keepalive?: boolean;
  /** Aborts the call: its answer is not needed any more. The promise is then rejected. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, for a call that waits less than the usual 30 s. */
  readonly timeoutMs?: number;
}

/** How a call ended, for callers that show refusals themselves (fields of a form, conflicts, second verification). */
export type HttpResult<A extends Address> =
  | {
      readonly ok: true;
      readonly code: number;
      readonly data: Data<A>;
      readonly msg: string;
      readonly requestId: string;
      /** The call can be taken back under this number; null where it cannot. */
      readonly undoId: number | null;
    }
  | {
      readonly ok: false;
      /** The code of the answer; 401 for an ended session, 0 when the server did not answer with a code. */
      readonly code: number;
      readonly msg: string;
      /** `data` of the refusal: `{ errors }`, `{ current, changedBy, changedAt }`, `{ retryAfter }`, or null. */
      readonly data: unknown;
      readonly requestId: string;
    };

const path = (address: string) => `/api/${address}`;

function callOptions(method: 'GET' | 'POST', input: object, options: ApiOptions): CallOptions {
  const headers: Record<string, string> = {};
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.ticket) headers['X-Verify-Ticket'] = options.ticket;
  return {
    method,
    headers,
    quiet: options.quiet,
    silent: options.silent,
    timeoutMs: options.timeoutMs,
    keepalive: options.keepalive,
    signal: options.signal,
    ...(method === 'GET' ? { query: input } : { body: input }),
  };
}

// The wrapper hands on what the server sent; the contract says what that is. This is the one border where it is believed.
const asOutcome = <A extends Address>(ending: Ending): HttpResult<A> => {
  if (ending.kind === 'done') {
    const { code, data, msg, requestId, undoId = null } = ending.body;
    return { ok: true, code, data: data as Data<A>, msg, requestId, undoId };
  }
  if (ending.kind === 'refused') return { ok: false, ...ending.body };
  return { ok: false, code: ending.kind === 'expired' ? 401 : 0, msg: '', data: null, requestId: ending.requestId };
};

/**
 * Typed calls by endpoint. `get` and `post` answer the whole envelope, or false after the message was shown (SPEC §8).
 * `ask…` hand every refusal to the caller and show nothing but "network error" and "login expired".
 */
export const api = {
  async get<A extends ReadAddress>(
    address: A,
    query: Input<A>,
    options: ApiOptions = {},
  ): Promise<Envelope<Data<A>> | false> {
    return (await request(path(address), callOptions('GET', query as object, options))) as Envelope<Data<A>> | false;
  },
  async post<A extends WriteAddress>(
    address: A,
    body: Input<A>,
    options: ApiOptions = {},
  ): Promise<Envelope<Data<A>> | false> {
    return (await request(path(address), callOptions('POST', body as object, options))) as Envelope<Data<A>> | false;
  },
  async askGet<A extends ReadAddress>(address: A, query: Input<A>, options: ApiOptions = {}): Promise<HttpResult<A>> {
    return asOutcome<A>(await send(path(address), callOptions('GET', query as object, { ...options, quiet: true })));
  },
  async askPost<A extends WriteAddress>(address: A, body: Input<A>, options: ApiOptions = {}): Promise<HttpResult<A>> {
    return asOutcome<A>(await send(path(address), callOptions('POST', body as object, { ...options, quiet: true })));
  },
  /** Stores one file; the answer's `fileId` goes into the form. */
  async upload(
    file: File,
    scene: Input<'common.File/upload'>['scene'] | 'safetyVideo',
    options: ApiOptions = {},
  ): Promise<HttpResult<'common.File/upload'>> {
    const form = new FormData();
    // Videos go another way: the server writes them to disk while they arrive.
    const address = scene === 'safetyVideo' ? 'safety.Site/uploadVideo' : 'common.File/upload';
    if (address === 'common.File/upload') form.append('scene', scene);
    form.append('file', file, file.name);
    return asOutcome<'common.File/upload'>(
      await send(path(address), callOptions('POST', form, { ...options, quiet: true })),
    );
  },
};
