import type { Address, Data, Envelope, Input, ReadAddress, WriteAddress } from '@contract/index';
import { type CallOptions, type Ending, request, send } from './request';

/** Options of an API call. */
export interface ApiOptions {
  /** Idempotency key, created when the form opens. A retry of the same request uses the same key (DOMAIN §0.3). */
  readonly idempotencyKey?: string;
  /** Ticket of the second verification (DOMAIN §0.3, 2V). */
  readonly ticket?: string;
  /** `true` shows no message for a refusal, because the caller shows it. */
  readonly quiet?: boolean;
  /** `true` shows neither refusals nor "network error", because the user did not start the call. "Login expired" is still shown. */
  readonly silent?: boolean;
  /** `true` lets the call continue when the page is left. */
  readonly keepalive?: boolean;
  /** Aborts the call when its answer is no longer needed. The promise is then rejected. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout in milliseconds. The default is the endpoint's time in `LONG_TIMEOUTS`, otherwise 30 s. */
  readonly timeoutMs?: number;
}

/** Result of a call, for callers that show refusals themselves (fields of a form, conflicts, second verification). */
export type HttpResult<A extends Address> =
  | {
      readonly ok: true;
      readonly code: number;
      readonly data: Data<A>;
      readonly msg: string;
      readonly requestId: string;
      /** Id of the operation record with which the call can be undone. `null` means that the call cannot be undone. */
      readonly undoId: number | null;
    }
  | {
      readonly ok: false;
      /** Code of the answer. It is 401 for an expired session, and 0 when the server sent no code. */
      readonly code: number;
      readonly msg: string;
      /** `data` of the refusal, for example `{ errors }`, `{ current, changedBy, changedAt }` or `{ retryAfter }`; it may be `null`. */
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

// `send` returns the answer without a type. The answer is not checked here, because the contract defines its type.
const asOutcome = <A extends Address>(ending: Ending): HttpResult<A> => {
  if (ending.kind === 'done') {
    const { code, data, msg, requestId, undoId = null } = ending.body;
    return { ok: true, code, data: data as Data<A>, msg, requestId, undoId };
  }
  if (ending.kind === 'refused') return { ok: false, ...ending.body };
  return { ok: false, code: ending.kind === 'expired' ? 401 : 0, msg: '', data: null, requestId: ending.requestId };
};

const UPLOAD = 'common.File/upload';
/** Endpoints for videos. The server writes a video to disk while it arrives. */
const VIDEO_ADDRESSES = {
  safetyVideo: 'safety.Site/uploadVideo',
  foodLossVideo: 'foodLoss.Report/uploadVideo',
} as const;

/**
 * Typed calls by endpoint. `get` and `post` return the whole envelope, or `false` after a failure; they show refusals and "network error"
 * (SPEC §8). `ask…` return refusals to the caller and show only "network error" and "login expired".
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
  /** Uploads one file. The form then sends the answer's `fileId`. */
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
