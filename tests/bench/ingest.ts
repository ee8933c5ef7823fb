import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderEvent } from '../../contract/order';
import { startCluster } from '../../server/core/database/supervisor';
import { pushEvents } from '../../server/ordering';
import { type Console, startConsole } from '../support/console';
import { makeClient, newOrder, type OrderClient, readTown } from '../support/orders';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures incoming orders per second at the signed endpoint of a built server, over HTTP on loopback. The database writes each commit
 * to the disk before it returns. Each case runs for `SECONDS` (default 5).
 */
const SECONDS = Number(process.env.SECONDS ?? 5);
/** Events per request, and number of concurrent requests. */
const CASES = [
  { size: 1, senders: 1 },
  { size: 1, senders: 16 },
  { size: 100, senders: 1 },
  { size: 1_000, senders: 1 },
] as const;
/** Number of requests that are sent a second time. */
const KEPT = 200;
/** A dummy key. The server and this process must use the same one. */
const SECRET_KEY = '00'.repeat(32);

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests from `senders` concurrent senders. @param next returns events by request, and the number of their orders */
async function load(
  server: Console,
  client: OrderClient,
  senders: number,
  next: () => { readonly requests: readonly (readonly OrderEvent[])[]; readonly orders: number },
  outcome: 'done' | 'repeated',
): Promise<Measured> {
  const times: number[] = [];
  let orders = 0;
  const begun = performance.now();
  const end = begun + SECONDS * 1_000;
  const sender = async () => {
    while (performance.now() < end) {
      const work = next();
      for (const events of work.requests) {
        const sent = performance.now();
        const answer = await pushEvents(server.baseURL, client, events);
        times.push(performance.now() - sent);
        if (answer[outcome] !== events.length) throw new Error(`not all were ${outcome}: ${JSON.stringify(answer)}`);
      }
      orders += work.orders;
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: orders / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function measure(server: Console, client: OrderClient): Promise<Row[]> {
  const town = await readTown(server);
  const rows: Row[] = [];
  for (const { size, senders } of CASES) {
    const place = `batches of ${size.toLocaleString('en')}${senders > 1 ? `, ${senders} at a time` : ''}`;
    const told = ({ perSecond, p50, p99 }: Measured) =>
      `${perSecond.toFixed(0)} orders/s, request p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
    const kept: OrderEvent[][] = [];
    const paid = await load(
      server,
      client,
      senders,
      () => {
        const events = Array.from({ length: size }, () => newOrder(town)[0]);
        if (kept.length < KEPT) kept.push(events);
        return { requests: [events], orders: size };
      },
      'done',
    );
    rows.push({ figure: `new orders, paid, ${place}`, target: '', measured: told(paid) });
    const whole = await load(
      server,
      client,
      senders,
      () => {
        const orders = Array.from({ length: Math.max(1, size / 2) }, () => newOrder(town));
        // Payment comes before delivery. A batch has the payments in its first half; single events take two requests.
        const events = [...orders.map(([first]) => first), ...orders.map(([, second]) => second)];
        return { requests: size === 1 ? events.map((event) => [event]) : [events], orders: orders.length };
      },
      'done',
    );
    rows.push({ figure: `orders paid and settled, ${place}`, target: '', measured: told(whole) });
    let again = 0;
    const replayed = await load(
      server,
      client,
      senders,
      () => {
        again += 1;
        return { requests: [kept[again % kept.length] ?? []], orders: size };
      },
      'repeated',
    );
    rows.push({ figure: `orders sent again, ${place}`, target: '', measured: told(replayed) });
  }
  return rows;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-ingest-'));
  const cluster = await startCluster({ dataDir: folder, root: process.cwd() });
  try {
    const server = await startConsole({ data: { url: cluster.url }, seed: 'small', env: { SECRET_KEY } });
    try {
      const client = await makeClient(server, SECRET_KEY, 'bench');
      const busy = await waitForIdle(60);
      printTable(
        'npm run bench ingest',
        [
          'One order is `paid` (ORDER_PAY) and, where it is settled, `delivered` (ORDER_SETTLE); signed requests, rate limits off. ' +
            `A batch counts events. Each case runs for ${SECONDS} s. Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`,
        ],
        await measure(server, client),
      );
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

void main();
