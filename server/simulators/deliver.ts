import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/units';
import type { Clock } from '../core/clock';
import type { Database } from '../core/database/schema';
import type { Job } from '../core/jobs';
import { takeFault } from './faults';
import { damagedText, type Fault, RETRY_MS, type Simulator } from './simulator';

type Db = Kysely<Database>;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Function that sends a callback to our own app. */
type SendCallback = (call: {
  readonly method: 'GET' | 'POST';
  /** Path and query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<Answer>;

/** The app of this process. It is built after the jobs have started, so it is attached later. */
export interface OwnApp {
  attach(http: Pick<FastifyInstance, 'inject'>): void;
  /** Function that sends a callback to the app. `null` until the app is attached. */
  readonly send: SendCallback | null;
}

export function createOwnApp(): OwnApp {
  let send: SendCallback | null = null;
  return {
    attach(http) {
      send = async ({ method, path, headers, body }) => {
        const answer = await http.inject({
          method,
          url: path,
          headers,
          ...(method === 'POST' && { payload: body }),
        });
        return { status: answer.statusCode, text: answer.body };
      };
    },
    get send() {
      return send;
    },
  };
}

/** Maximum number of callbacks that one round sends. */
const BATCH = 200;
const LONGEST_ANSWER = 200;
const KEPT_DAYS = 30;
/** Callbacks go only to our paths with this prefix, whatever URL the simulator has. */
const INBOUND = '/api/callback.';

interface Due {
  readonly id: number;
  readonly platform: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly tries: number;
}

/** Order and number of the deliveries in a round. Only tests change them. */
export interface DeliveryOrder {
  /** `true` delivers the newest callback first. */
  readonly reversed?: boolean;
  /** Number of copies of each callback that are sent at the same time. */
  readonly copies?: number;
}

/**
 * Applies the elapsed time at the simulators and sends the due callbacks, at most 200 in a round. A callback without the answer that its
 * platform expects is sent again after the simulator's next delay. After the last delay the callback is not sent again. Tests inject faults
 * with `plantFault` and a `pathPrefix` of our paths.
 *
 * @returns the number of callbacks that were sent
 */
export async function deliverCallbacks(
  tools: {
    readonly db: Db;
    readonly clock: Clock;
    readonly simulators: readonly Simulator[];
    readonly send: SendCallback;
  },
  { reversed = false, copies = 1 }: DeliveryOrder = {},
): Promise<number> {
  const { db, clock, simulators } = tools;
  for (const simulator of simulators) await simulator.passTime?.();
  const direction = reversed ? 'desc' : 'asc';
  const due = await db
    .selectFrom('simulated_callback')
    .select(['id', 'platform', 'method', 'url', 'headers', 'body', 'tries'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', clock.now())
    .orderBy('due_at', direction)
    .orderBy('id', direction)
    .limit(BATCH)
    .execute();
  for (const callback of due) {
    const simulator = simulators.find(({ name }) => name === callback.platform);
    const answer = await deliver(tools, await renewed(simulator, callback, clock), copies);
    const isReceived = answer !== null && (simulator?.isReceived(answer) ?? false);
    const wait = (simulator?.retryMs ?? RETRY_MS)[callback.tries];
    await db
      .updateTable('simulated_callback')
      .set({
        tries: callback.tries + 1,
        state: isReceived ? 'received' : wait === undefined ? 'givenUp' : 'waiting',
        last_answer: answer === null ? null : `${answer.status} ${answer.text}`.slice(0, LONGEST_ANSWER),
        ...(!isReceived && wait !== undefined && { due_at: new Date(clock.now().getTime() + wait) }),
      })
      .where('id', '=', callback.id)
      .execute();
  }
  return due.length;
}

/** Signs a callback again with the present time, if the simulator has `renew`. Otherwise returns the callback unchanged. */
async function renewed(simulator: Simulator | undefined, due: Due, clock: Clock): Promise<Due> {
  if (!simulator?.renew) return due;
  const { headers } = await simulator.renew({ ...due, dueAt: clock.now() });
  return { ...due, headers };
}

/**
 * Delivers a callback and applies its planned fault. A URL outside our callback addresses gets the answer 404.
 *
 * @returns the answer, or `null` if the callback or the answer is lost
 */
async function deliver(
  { db, send }: { readonly db: Db; readonly send: SendCallback },
  { platform, method, url, headers, body }: Due,
  copies: number,
): Promise<Answer | null> {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: url, search: '' };
  if (!pathname.startsWith(INBOUND)) return { status: 404, text: `${pathname} is no address for callbacks` };
  const fault = await takeFault(db, platform, pathname);
  if (fault === 'lostBefore') return null;
  if (fault === 'status500' || fault === 'html') return { status: fault === 'html' ? 200 : 500, text: '<html></html>' };
  const call = { method, path: `${pathname}${search}`, headers: changed(headers, fault), body };
  const times = fault === 'twice' ? 2 : copies;
  const answers = await Promise.all(Array.from({ length: times }, () => send(call)));
  return fault === 'lostAfter' ? null : (answers[0] ?? null);
}

function changed(headers: Due['headers'], fault: Fault | null): Due['headers'] {
  if (fault !== 'wrongSignature') return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, /signature/i.test(name) ? damagedText(value) : value]),
  );
}

export const simulatorJobs = (tools: {
  readonly simulators: readonly Simulator[];
  readonly ownApp: OwnApp;
}): readonly Job[] => [
  {
    name: 'simulated-callbacks',
    everyMs: SECOND_MS,
    async run(db, clock) {
      const { send } = tools.ownApp;
      if (send) await deliverCallbacks({ db, clock, simulators: tools.simulators, send });
    },
  },
  {
    name: 'simulated-callbacks-forget',
    everyMs: HOUR_MS,
    async run(db, clock) {
      await db
        .deleteFrom('simulated_callback')
        .where('state', '<>', 'waiting')
        .where('due_at', '<', new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))
        .execute();
    },
  },
];
