import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderEvent } from '../../contract/order';
import { startCluster } from '../../server/core/database/supervisor';
import { pushEvents } from '../../server/ordering';
import { type Console, type ConsoleOptions, startConsole } from '../support/console';
import { makeClient, newOrder, type OrderClient, readTown, type Town } from '../support/orders';
import { SECRET_KEY } from './client';

/** Senders of signed order events, for benches that measure order intake. */

/** A server with the small demo data, and the objects that senders need. */
export interface Intake {
  readonly server: Console;
  /** PostgreSQL's data folder. */
  readonly dataDir: string;
  readonly client: OrderClient;
  readonly town: Town;
}

/**
 * Runs `work` with a built server on a new PostgreSQL, which writes each commit to the disk before it returns. Deletes the data
 * afterwards.
 *
 * @param options `still` stops the demo's own orders
 */
export async function withIntake(
  options: Pick<ConsoleOptions, 'still'>,
  work: (intake: Intake) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'multistation-orders-'));
  const cluster = await startCluster({ dataDir, root: process.cwd() });
  try {
    const server = await startConsole({ ...options, data: { url: cluster.url }, seed: 'small', env: { SECRET_KEY } });
    try {
      const client = await makeClient(server, SECRET_KEY, 'bench');
      await work({ server, dataDir, client, town: await readTown(server) });
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Order events, grouped by request, and the number of their orders. */
export interface Work {
  readonly requests: readonly (readonly OrderEvent[])[];
  readonly orders: number;
}

/** Builds one request with the payments of `size` new orders. */
export function paidBatch(town: Town, size: number): Work & { readonly requests: readonly [OrderEvent[]] } {
  return { requests: [Array.from({ length: size }, () => newOrder(town)[0])], orders: size };
}

/** Builds `size` events that pay new orders and settle them. If `size` is 1, two events (one order) are sent in two requests. */
export function settledBatch(town: Town, size: number): Work {
  const orders = Array.from({ length: Math.max(1, size / 2) }, () => newOrder(town));
  // An order must be paid before it is delivered, so the first half of a batch contains the payments.
  const events = [...orders.map(([paid]) => paid), ...orders.map(([, delivered]) => delivered)];
  return { requests: size === 1 ? events.map((event) => [event]) : [events], orders: orders.length };
}

export interface Sent {
  readonly orders: number;
  /** Seconds from the first request to the last response. */
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  /** Acknowledged orders in each second. */
  readonly bySecond: readonly number[];
}

/**
 * Sends requests from `senders` concurrent senders for `seconds` seconds.
 *
 * @throws Error when an event has an outcome other than `outcome`
 */
export async function sendOrders(
  { server, client }: Intake,
  { senders, seconds, outcome }: { senders: number; seconds: number; outcome: 'done' | 'repeated' },
  next: () => Work,
): Promise<Sent> {
  const times: number[] = [];
  const bySecond = new Array<number>(Math.floor(seconds)).fill(0);
  let orders = 0;
  const begun = performance.now();
  const sender = async () => {
    while (performance.now() < begun + seconds * 1_000) {
      const work = next();
      for (const events of work.requests) {
        const sent = performance.now();
        const answer = await pushEvents(server.baseURL, client, events);
        times.push(performance.now() - sent);
        if (answer[outcome] !== events.length) throw new Error(`not all were ${outcome}: ${JSON.stringify(answer)}`);
      }
      orders += work.orders;
      const second = Math.floor((performance.now() - begun) / 1_000);
      // Requests that end after the last full second count only in the total.
      if (second < bySecond.length) bySecond[second] = (bySecond[second] ?? 0) + work.orders;
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return { orders, seconds: (performance.now() - begun) / 1_000, times, bySecond };
}
