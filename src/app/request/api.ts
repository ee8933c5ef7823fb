import type { Address, Data, Envelope, Input, ReadAddress, WriteAddress } from '@contract/index';
import { type CallOptions, type Ending, request, send } from './request';

/** Options of a call. */
export interface ApiOptions {
  /** Made when the form opens; the same for every retry of the form (DOMAIN §0.3). */
  readonly idempotencyKey?: string;
  /** Ticket of the second verification (DOMAIN §0.3, 2V). */
  readonly ticket?: string;
  /** No message for a refusal; the caller shows the refusal. */
  readonly quiet?: boolean;
  /** No message at all: for calls that the user did not start. */
  readonly silent?: boolean;
  /** The call continues when the page is left. */
  readonly keepalive?: boolean;
  /** Aborts the call because its answer is no longer needed. The promise is then rejected. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout in milliseconds, when it is shorter than the usual 30 s. */
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
      /** Number under which the call can be undone; null: it cannot be undone. */
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

// `send` returns the server's answer untyped, and the contract defines its type. This is the only place that trusts it.
const asOutcome = <A extends Address>(ending: Ending): HttpResult<A> => {
  if (ending.kind === 'done') {
    const { code, data, msg, requestId, undoId = null } = ending.body;
    return { ok: true, code, data: data as Data<A>, msg, requestId, undoId };
  }
  if (ending.kind === 'refused') return { ok: false, ...ending.body };
  return { ok: false, code: ending.kind === 'expired' ? 401 : 0, msg: '', data: null, requestId: ending.requestId };
};

const UPLOAD = 'common.File/upload';
/** Videos have their own endpoints: the server writes them to disk while they arrive. */
const VIDEO_ADDRESSES = {
  safetyVideo: 'safety.Site/uploadVideo',
  foodLossVideo: 'foodLoss.Report/uploadVideo',
} as const;

/**
 * Typed calls by endpoint. `get` and `post` return the whole envelope, or false after the message was shown (SPEC §8).
 * `ask…` return every refusal to the caller and show only "network error" and "login expired".
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
  /** Stores one file. The `fileId` of the answer goes into the form. */
  async upload(
    file: File,
    scene: Input<'common.File/upload'>['scene'] | keyof typeof VIDEO_ADDRESSES,
    options: ApiOptions = {},
  ): Promise<HttpResult<'common.File/upload'>> {
    const form = new FormData();
    const address = scene in VIDEO_ADDRESSES ? VIDEO_ADDRESSES[scene as keyof typeof VIDEO_ADDRESSES] : UPLOAD;
    if (address === UPLOAD) form.append('scene', scene);
    form.append('file', file, file.name);
    return asOutcome<'common.File/upload'>(
      await send(path(address), callOptions('POST', form, { ...options, quiet: true })),
    );
  },
};
