import type { OrderEvent } from '../../contract/order';
import { DAY_MS } from '../../contract/units';
import { runCommand, sentenceOf, withConnection } from '../command';
import { systemClock } from '../core/clock';
import { leaseIds } from '../core/database/nodes';
import { StartupError } from '../core/startup';
import { callSigned, newClient, pushEvents } from '../ordering';
import { readSettings } from '../settings';
import { readTown } from './live';
import { eventsOfOrder } from './money';
import { drawOrder, shareOfDay } from './orders';
import { appRounds } from './traffic';
import type { Send } from './traffic/traffic';

/**
 * `npm run simulate`: simulates a city's ordering system and the apps of its riders, users and merchants. It calls the real signed
 * endpoints of a running server. `SPEED` changes only the orders. The apps always run in real time, because the server's clock counts
 * working hours.
 * - `SPEED=60` simulates a minute per second (default 1, real time).
 * - `ORDERS_PER_DAY` is the number of orders per day (default 2000).
 * - `SECONDS` is the duration in seconds (default: until Ctrl-C).
 * - `SERVER` is the server's URL (default: this machine with `PORT`).
 */

const TICK_MS = 1_000;
const BATCH = 500;

function numberOf(name: string, usual: number): number {
  const value = Number(process.env[name] || usual);
  if (!(value > 0)) throw new StartupError(`${name} must be a number above 0.`);
  return value;
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const speed = numberOf('SPEED', 1);
  const perDay = numberOf('ORDERS_PER_DAY', 2_000);
  const seconds = numberOf('SECONDS', Number.MAX_SAFE_INTEGER);
  const server = process.env.SERVER ?? `http://127.0.0.1:${settings.port}`;
  let stopped = false;
  await withConnection(settings, async (connection) => {
    process.once('SIGINT', () => {
      stopped = true;
    });
    const client = await newClient(settings, connection.db, 'simulator');
    const begun = systemClock.now().getTime();
    const town = await readTown(connection.db, new Date(begun));
    /** Converts real time to the city's simulated time. */
    const cityAt = (real: number): number => begun + (real - begun) * speed;
    const realAt = (city: number): number => begun + (city - begun) / speed;
    let waiting: OrderEvent[] = [];
    const told: string[] = [];
    const ids = await leaseIds(connection.db, systemClock);
    const send: Send = (address, input) => callSigned(server, client, address, input);
    const apps = appRounds({ db: connection.db, send, newId: () => ids.next() }, begun);
    let last = begun;
    let owed = 0;
    let serial = 0;
    const total = { done: 0, refused: 0 };
    while (!stopped && systemClock.now().getTime() - begun < seconds * 1_000) {
      await new Promise((settle) => setTimeout(settle, TICK_MS));
      const real = systemClock.now().getTime();
      const city = cityAt(real);
      owed += perDay * dayShare(last, city);
      for (; owed >= 1; owed -= 1) {
        serial += 1;
        const paidAt = new Date(last + systemClock.randomInt(0, Math.max(1, Math.floor(city - last))));
        const drawn = drawOrder(
          town,
          0,
          `SM${begun}${String(serial).padStart(6, '0')}`,
          paidAt,
          new Date(city + DAY_MS),
        );
        if (!drawn || drawn.row.app_user_id === 0) continue;
        const { row } = drawn;
        row.promised_at = new Date(realAt(new Date(row.promised_at).getTime()));
        const events = eventsOfOrder(row);
        waiting.push(
          ...events.map((event) => ({ ...event, at: new Date(realAt(Date.parse(event.at))).toISOString() })),
        );
      }
      last = city;
      waiting.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
      const due = waiting.filter(({ at }) => Date.parse(at) <= real);
      waiting = waiting.slice(due.length);
      for (let start = 0; start < due.length; start += BATCH) {
        const answer = await pushEvents(server, client, due.slice(start, start + BATCH));
        told.push(
          ...due.slice(start, start + BATCH).flatMap(({ event, orderNo }) => (event === 'paid' ? [orderNo] : [])),
        );
        total.done += answer.done;
        total.refused += answer.refused;
      }
      const answer = await apps(real);
      total.done += answer.done;
      total.refused += answer.refused;
      process.stdout.write(
        `\r${new Date(city).toISOString()}  ${total.done} events taken, ${total.refused} refused, ${waiting.length} to come `,
      );
    }
    await complete(waiting, told, (events) => pushEvents(server, client, events));
    process.stdout.write('\n');
    await ids.release();
  });
}

/** Sends the remaining events of paid orders when the simulation ends. Without them, these orders would stay open. */
async function complete(
  waiting: readonly OrderEvent[],
  told: readonly string[],
  push: (events: readonly OrderEvent[]) => Promise<unknown>,
): Promise<void> {
  const paid = new Set(told);
  const rest = waiting.filter(({ orderNo }) => paid.has(orderNo));
  const at = systemClock.now().toISOString();
  for (let start = 0; start < rest.length; start += BATCH)
    await push(rest.slice(start, start + BATCH).map((event) => ({ ...event, at })));
}

/** Returns the expected number of orders in a period, divided by the orders per day. A busy hour counts more than a quiet hour. */
function dayShare(from: number, to: number): number {
  const whole = Math.floor((to - from) / DAY_MS);
  const share = shareOfDay(new Date(to)) - shareOfDay(new Date(from));
  return whole + (share < 0 ? share + 1 : share);
}

// The progress line has no line end, so an error message begins with a line end.
void runCommand(main, (error) => `\n${sentenceOf(error)}`);
