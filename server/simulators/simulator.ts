import { SECOND_MS } from '../../contract/units';
import type { Clock } from '../core/clock';
import type { Fetch } from '../core/platforms/outbound';

/**
 * Simulators of outside platforms. Each verifies the same signatures as the platform and answers as its documentation says; the
 * adapter that talks to it is the one that talks to the platform. A page says when it uses a simulator.
 */

/** A call as it arrived: the body is exactly what was signed. */
export interface SimulatorRequest {
  readonly method: string;
  /** Without the simulator's own prefix; with the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface SimulatorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What a simulator remembers, kept beyond the process: `kind` and `key` name a JSON value. */
export interface SimulatorStore {
  get<T>(kind: string, key: string): Promise<T | null>;
  put(kind: string, key: string, value: unknown): Promise<void>;
  remove(kind: string, key: string): Promise<void>;
  /** All values of a kind, by key. */
  list<T>(kind: string): Promise<readonly { readonly key: string; readonly value: T }[]>;
  /** Runs alone among all processes: what is read in it stays so until it ends. */
  alone<T>(work: (store: SimulatorStore) => Promise<T>): Promise<T>;
}

/** A call that the platform makes to us, at a moment. */
export interface Callback {
  /** `POST` without. */
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dueAt: Date;
}

export interface SimulatorParts {
  readonly clock: Clock;
  readonly store: SimulatorStore;
  /** Takes a callback for later: it is sent when it is due, and again by `Simulator.retryMs` until it counts as received. */
  callBack(callback: Callback): Promise<void>;
}

export interface Simulator {
  /** First part of its address. */
  readonly name: string;
  /** Answers a call. Refusals are answers too: it throws for faults of its own only. */
  handle(request: SimulatorRequest): Promise<SimulatorAnswer>;
  /** Whether an answer to a callback counts as received. */
  isReceived(answer: { readonly status: number; readonly text: string }): boolean;
  /** Milliseconds before each repetition of a callback, as the platform documents them; then it is given up. Default: {@link RETRY_MS}. */
  readonly retryMs?: readonly number[];
  /** Changes the signature of an answer, where it does not stand in a header. */
  spoil?(answer: SimulatorAnswer): SimulatorAnswer;
  /** Signs a callback again, where a signature is valid for a short time. Called before each attempt. */
  renew?(callback: Callback): Promise<Callback>;
  /** Applies what is due by the clock, with its callbacks. */
  passTime?(): Promise<void>;
  /**
   * Does what the owner of an account does at the platform before a console can talk to it. Accounts that are not known yet are
   * made to fit the settings; a known one stays as it is, so that a key typed wrongly later is refused in the platform's words.
   *
   * @param page key of the settings group
   * @param settings its values, secrets in plain
   * @returns what the platform gives to the owner of the account. A key of the answer replaces the setting of that name: a
   * simulator signs with a key of its own, because it has no private half of the platform's key that the settings held when the
   * account was opened. A key that was typed later is not replaced, and fails.
   */
  open?(page: string, settings: OpenSettings): Promise<Readonly<Record<string, string>>>;
  /** What `open` returns for an account that is known already; empty for any other, and nothing is made. */
  given?(page: string, settings: OpenSettings): Promise<Readonly<Record<string, string>>>;
}

/** Stored settings of a page. */
export type OpenSettings = Readonly<Record<string, unknown>>;

/** A setting as text; empty where there is none. */
export const settingText = (settings: OpenSettings, name: string): string =>
  typeof settings[name] === 'string' ? settings[name] : '';

/** For platforms whose documentation names no spacing. */
export const RETRY_MS: readonly number[] = [15, 15, 30, 180, 600, 1_200, 1_800].map((seconds) => seconds * SECOND_MS);

/**
 * What goes wrong with a call, when tests or a person at the simulator's page ask for it: the call never arrives · it is done and the answer
 * does not arrive · it arrives twice · the answer's signature is changed · status 500 · a page of a proxy.
 */
export const FAULTS = ['lostBefore', 'lostAfter', 'twice', 'wrongSignature', 'status500', 'html'] as const;
export type Fault = (typeof FAULTS)[number];

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Never answers; ends with the caller's patience, as a connection that hangs. */
const hang = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

async function bodyOf(request: Request): Promise<Buffer> {
  return Buffer.from(await request.arrayBuffer());
}

/**
 * A `fetch` that reaches simulators in this process.
 *
 * @param origin in whose addresses they stand: `<origin>/<name>/…`
 * @param faultOf asked before each call: what shall go wrong with it
 */
export function simulatorFetch(
  simulators: readonly Simulator[],
  origin: URL,
  faultOf: (simulator: string, path: string) => Fault | null | Promise<Fault | null> = () => null,
): Fetch {
  return async (url, init) => {
    const [, name = '', ...rest] = url.pathname.split('/');
    const simulator = simulators.find((one) => one.name === name);
    if (url.origin !== origin.origin || !simulator) throw new TypeError(`nothing answers at ${url.origin}/${name}`);
    const request = new Request(url, { ...init, signal: null });
    const body = await bodyOf(request);
    const path = `/${rest.join('/')}${url.search}`;
    const once = () =>
      simulator.handle({ method: request.method, path, query: url.searchParams, headers: request.headers, body });
    const fault = await faultOf(name, path);
    if (fault === 'lostBefore') return hang(init.signal);
    if (fault === 'status500') return new Response('{"message":"busy"}', { status: 500 });
    if (fault === 'html') return new Response(HTML, { status: 200, headers: { 'content-type': 'text/html' } });
    if (fault === 'twice') await once();
    const done = await once();
    const answer = fault === 'wrongSignature' && simulator.spoil ? simulator.spoil(done) : done;
    if (fault === 'lostAfter') return hang(init.signal);
    const headers = new Headers(answer.headers);
    if (fault === 'wrongSignature')
      for (const [key, value] of headers) if (/signature/i.test(key)) headers.set(key, `x${value.slice(1)}`);
    const text = typeof answer.body === 'string' ? answer.body : new Uint8Array(answer.body);
    return new Response(text, { status: answer.status, headers });
  };
}

/** A store that ends with the process, for tests. */
export function memoryStore(): SimulatorStore {
  const values = new Map<string, Map<string, string>>();
  let last: Promise<unknown> = Promise.resolve();
  const kindOf = (kind: string) => {
    const found = values.get(kind) ?? new Map<string, string>();
    values.set(kind, found);
    return found;
  };
  const store: SimulatorStore = {
    get: async (kind, key) => JSON.parse(kindOf(kind).get(key) ?? 'null'),
    put: async (kind, key, value) => void kindOf(kind).set(key, JSON.stringify(value)),
    remove: async (kind, key) => void kindOf(kind).delete(key),
    list: async (kind) => [...kindOf(kind)].map(([key, text]) => ({ key, value: JSON.parse(text) })),
    alone: (work) => {
      const turn = last.then(() => work(store));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
  return store;
}
