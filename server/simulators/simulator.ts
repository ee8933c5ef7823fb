import { SECOND_MS } from '../../contract/units';
import type { Clock } from '../core/clock';
import type { Fetch } from '../core/platforms/outbound';

/**
 * This module defines simulators of outside platforms. Each verifies the same signatures as the platform and answers as the
 * platform's documentation states. The same adapters call the simulator and the platform. The settings pages show which platforms are
 * simulated.
 */

/** A call as it arrived. The body has exactly the signed bytes. */
export interface SimulatorRequest {
  readonly method: string;
  /** Path without the simulator's prefix, with the query string. */
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

/** Persistent store of a simulator. `kind` and `key` identify a JSON value. */
export interface SimulatorStore {
  get<T>(kind: string, key: string): Promise<T | null>;
  put(kind: string, key: string, value: unknown): Promise<void>;
  remove(kind: string, key: string): Promise<void>;
  /** Lists all values of a kind with their keys. */
  list<T>(kind: string): Promise<readonly { readonly key: string; readonly value: T }[]>;
  /** Runs `work` while no other `alone` of this simulator runs, in this or another process. Calls outside `alone` do not wait. */
  alone<T>(work: (store: SimulatorStore) => Promise<T>): Promise<T>;
}

/** A call from the platform to us at a given time. */
export interface Callback {
  /** HTTP method. The default is `POST`. */
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dueAt: Date;
}

export interface SimulatorParts {
  readonly clock: Clock;
  readonly store: SimulatorStore;
  /** Schedules a callback. It is sent when due, and again after each delay of `Simulator.retryMs` while it is not received. */
  callBack(callback: Callback): Promise<void>;
}

export interface Simulator {
  /** Name of the simulator and first segment of its URL path. */
  readonly name: string;
  /** Answers a call. A refusal is an answer too; an exception means an error in the simulator. */
  handle(request: SimulatorRequest): Promise<SimulatorAnswer>;
  /** Tests whether our answer to a callback counts as received. */
  isReceived(answer: { readonly status: number; readonly text: string }): boolean;
  /**
   * Milliseconds before each repetition of a callback, as the platform documents them. After the last repetition, the callback is not sent
   * again. Default: {@link RETRY_MS}.
   */
  readonly retryMs?: readonly number[];
  /** Changes the signature of an answer, for platforms whose signature is not in a header. The fault `wrongSignature` uses it. */
  spoil?(answer: SimulatorAnswer): SimulatorAnswer;
  /** Signs a callback again before each attempt, if the platform's signatures are valid only for a short time. */
  renew?(callback: Callback): Promise<Callback>;
  /** Applies all changes that are due at the present time, and schedules the callbacks that report these changes. */
  passTime?(): Promise<void>;
  /**
   * Creates the account that an owner would create at the platform. An unknown account gets the values of the settings. A known account
   * keeps its values. A key that is later entered wrongly is therefore refused with the platform's message. Missing values may be added.
   *
   * @param page key of the settings group
   * @param settings the values of the group, with secrets in plain text
   * @returns values that the platform gives to the account's owner. Each replaces the setting of the same name. The simulator signs with
   *   its own key, because it does not have the private key that belongs to the settings. A key that is entered later is not replaced.
   */
  open?(page: string, settings: OpenSettings): Promise<Readonly<Record<string, string>>>;
  /** Returns the values of `open` for a known account, but creates nothing. The result is empty for an unknown account. */
  given?(page: string, settings: OpenSettings): Promise<Readonly<Record<string, string>>>;
}

/** Stored settings of a settings page, by name. */
export type OpenSettings = Readonly<Record<string, unknown>>;

/** Reads a setting as text. It is empty if the setting is missing or not a text. */
export const settingText = (settings: OpenSettings, name: string): string =>
  typeof settings[name] === 'string' ? settings[name] : '';

/** Default delays between repetitions, for platforms that document none. */
export const RETRY_MS: readonly number[] = [15, 15, 30, 180, 600, 1_200, 1_800].map((seconds) => seconds * SECOND_MS);

/**
 * Faults of a call. Tests request them.
 *
 * - `lostBefore`: the call never arrives.
 * - `lostAfter`: the call is processed but the answer is lost.
 * - `twice`: the call arrives twice.
 * - `wrongSignature`: the answer's signature is changed.
 * - `status500`: the answer has status 500.
 * - `html`: the answer is an HTML page of a proxy.
 */
export const FAULTS = ['lostBefore', 'lostAfter', 'twice', 'wrongSignature', 'status500', 'html'] as const;
export type Fault = (typeof FAULTS)[number];

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Returns a promise that never resolves, like a connection that hangs. The promise rejects when the caller aborts. */
const hang = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

async function bodyOf(request: Request): Promise<Buffer> {
  return Buffer.from(await request.arrayBuffer());
}

/**
 * Creates a `fetch` that calls simulators in this process. For a URL without a simulator, the `fetch` throws a TypeError.
 *
 * @param origin origin of the simulators' URLs: `<origin>/<name>/…`
 * @param faultOf returns the planned fault; it is called before each call
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
      for (const [key, value] of headers) if (/signature/i.test(key)) headers.set(key, damagedText(value));
    const text = typeof answer.body === 'string' ? answer.body : new Uint8Array(answer.body);
    return new Response(text, { status: answer.status, headers });
  };
}

/** Changes the first character of a signature. */
export const damagedText = (signature: string): string =>
  `${signature.startsWith('x') ? 'y' : 'x'}${signature.slice(1)}`;

/** Creates a store in memory for tests. */
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
