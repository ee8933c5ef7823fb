import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderEvent } from '../../contract/order';
import { startCluster } from '../../server/core/database/supervisor';
import { pushEvents } from '../../server/ordering';
import { type Console, type ConsoleOptions, startConsole } from '../support/console';
import { makeClient, newOrder, type OrderClient, readTown, type Town } from '../support/orders';
import { SECRET_KEY } from './client';

/** Senders of signed order events, for the benches of order intake. */

/** A server with the small demo, and what senders need. */
export interface Intake {
  readonly server: Console;
  /** Folder of the PostgreSQL. */
  readonly dataDir: string;
  readonly client: OrderClient;
  readonly town: Town;
}

/**
 * Runs `work` with a built server on a new PostgreSQL, which writes each commit to the disk before it returns. Deletes the data afterwards.
 *
 * @param options `still` stops orders of the demo
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

/** Events by request, and the number of their orders. */
export interface Work {
  readonly requests: readonly (readonly OrderEvent[])[];
  readonly orders: number;
}

/** Makes one request with the payments of `size` new orders. */
export function paidBatch(town: Town, size: number): Work & { readonly requests: readonly [OrderEvent[]] } {
  return { requests: [Array.from({ length: size }, () => newOrder(town)[0])], orders: size };
}

/** Makes `size` events that pay new orders and settle them. Single events take two requests. */
export function settledBatch(town: Town, size: number): Work {
  const orders = Array.from({ length: Math.max(1, size / 2) }, () => newOrder(town));
  // Payment comes before delivery, so a batch has the payments in its first half.
  const events = [...orders.map(([paid]) => paid), ...orders.map(([, delivered]) => delivered)];
  return { requests: size === 1 ? events.map((event) => [event]) : [events], orders: orders.length };
}

export interface Sent {
  readonly orders: number;
  /** Time from the first request to the last response. */
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  /** Acknowledged orders in each second. */
  readonly bySecond: readonly number[];
}

/**
 * Sends requests from `senders` concurrent senders for `seconds` seconds.
 *
 * @throws Error when an event has another outcome than `outcome`
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
      // Requests that end after the last second count only for the whole time.
      if (second < bySecond.length) bySecond[second] = (bySecond[second] ?? 0) + work.orders;
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return { orders, seconds: (performance.now() - begun) / 1_000, times, bySecond };
}
