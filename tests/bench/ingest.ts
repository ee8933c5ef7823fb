import type { OrderEvent } from '../../contract/order';
import { type Intake, paidBatch, type Sent, sendOrders, settledBatch, type Work, withIntake } from './order-load';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures incoming orders per second at the signed endpoint of a built server, over HTTP on loopback. The database writes each commit
 * to the disk before it returns. Each case runs for `SECONDS` (default 5).
 */
const SECONDS = Number(process.env.SECONDS ?? 5);
/** Cases: events per request and number of concurrent senders. */
const CASES = [
  { size: 1, senders: 1 },
  { size: 1, senders: 16 },
  { size: 100, senders: 1 },
  { size: 1_000, senders: 1 },
] as const;
/** Number of requests of each case that are kept and sent again. */
const KEPT = 200;

/** Formats the rate of orders and the duration of requests. */
const formatSent = ({ orders, seconds, times }: Sent): string =>
  `${(orders / seconds).toFixed(0)} orders/s, request p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

async function measure(intake: Intake): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { size, senders } of CASES) {
    const place = `batches of ${size.toLocaleString('en')}${senders > 1 ? `, ${senders} at a time` : ''}`;
    const kept: OrderEvent[][] = [];
    const send = async (figure: string, outcome: 'done' | 'repeated', next: () => Work) => {
      const sent = await sendOrders(intake, { senders, seconds: SECONDS, outcome }, next);
      rows.push({ figure: `${figure}, ${place}`, target: '', measured: formatSent(sent) });
    };
    await send('new orders, paid', 'done', () => {
      const work = paidBatch(intake.town, size);
      if (kept.length < KEPT) kept.push(work.requests[0]);
      return work;
    });
    await send('orders paid and settled', 'done', () => settledBatch(intake.town, size));
    let again = 0;
    await send('orders sent again', 'repeated', () => {
      again += 1;
      return { requests: [kept[again % kept.length] ?? []], orders: size };
    });
  }
  return rows;
}

async function main(): Promise<void> {
  await withIntake({}, async (intake) => {
    const busy = await waitForIdle(60);
    printTable(
      'npm run bench ingest',
      [
        'One order is `paid` (ORDER_PAY) and, where it is settled, `delivered` (ORDER_SETTLE); signed requests, rate limits off. ' +
          `A batch counts events. Each case runs for ${SECONDS} s. Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`,
      ],
      await measure(intake),
    );
  });
}

void main();
