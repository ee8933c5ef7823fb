import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Address, Data, Input } from '../contract';
import { type OrderEvent, orderEvent } from '../contract/order';
import { loadSecretKeys, openSecretBox } from './core/access/secrets';
import { systemClock } from './core/clock';
import { leaseIds } from './core/database/nodes';
import type { Database } from './core/database/schema';
import { issueClient, signatureOf } from './core/http/signed';
import type { Settings } from './settings';

/**
 * This module is a client of the signed endpoints, as the ordering system uses them (docs/orders.md). Command-line programs use it.
 */

const ADDRESS = 'order.Intake/push';

/** Key and secret with which another server signs its calls. */
export interface Client {
  readonly key: string;
  readonly secret: string;
}

/** Creates a key and secret for the client with this name. Earlier keys of this client become invalid. */
export async function newClient(settings: Settings, db: Kysely<Database>, name: string): Promise<Client> {
  const keys = await loadSecretKeys(settings.secretKeys, resolve(settings.dataDir), systemClock);
  const ids = await leaseIds(db, systemClock);
  try {
    const secrets = await openSecretBox(db, keys, systemClock);
    return await issueClient({ db, clock: systemClock, ids, secrets }, name);
  } finally {
    await ids.release();
  }
}

/**
 * Calls a signed endpoint over HTTP, as another server does.
 *
 * @throws Error when the whole request was refused
 */
export async function callSigned<A extends Address>(
  server: string,
  client: Client,
  address: A,
  input: Input<A>,
): Promise<Data<A>> {
  const body = JSON.stringify(input);
  const timestamp = String(Math.floor(systemClock.now().getTime() / 1_000));
  const nonce = systemClock.randomBytes(12).toString('base64url');
  const response = await fetch(`${server}/api/${address}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en-US',
      'x-client': client.key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signatureOf(client.secret, { timestamp, nonce, address, body }),
    },
  });
  const answer = (await response.json()) as { code: number; msg: string; data: Data<A> };
  if (answer.code !== 100) throw new Error(`the server answered ${answer.code}: ${answer.msg}`);
  return answer.data;
}

/** Sends order events as the ordering system does. @throws Error when the whole request was refused */
export const pushEvents = (
  server: string,
  client: Client,
  events: readonly OrderEvent[],
): Promise<Data<typeof ADDRESS>> => callSigned(server, client, ADDRESS, { events: [...events] });

/** Maximum events and characters per request. Both are below the endpoint's limits. */
const BATCH = 500;
const BATCH_LETTERS = 400_000;

/** How many events of a file were processed, repeated and refused. */
export interface FileResult {
  readonly done: number;
  readonly repeated: number;
  readonly refused: number;
}

/**
 * Sends a file of events in order. Each line is one event in JSON. Empty lines are skipped. Invalid lines are not sent and count as
 * refused.
 *
 * @param push sends a batch, as {@link pushEvents} does
 * @param onRefused called for each invalid or refused line, with its line number (from 1) and the reason
 */
export async function sendFile(
  lines: AsyncIterable<string> | Iterable<string>,
  push: (events: readonly OrderEvent[]) => Promise<Data<typeof ADDRESS>>,
  onRefused: (line: number, reason: string) => void,
): Promise<FileResult> {
  const total = { done: 0, repeated: 0, refused: 0 };
  let batch: { readonly line: number; readonly event: OrderEvent }[] = [];
  let letters = 0;
  let line = 0;
  const refuse = (at: number, reason: string) => {
    total.refused += 1;
    onRefused(at, reason);
  };
  const flush = async () => {
    if (batch.length === 0) return;
    const { done, repeated, rows } = await push(batch.map(({ event }) => event));
    total.done += done;
    total.repeated += repeated;
    for (const { index, orderNo, event, state, code, msg } of rows) {
      if (state === 'refused') refuse(batch[index]?.line ?? 0, `${orderNo} ${event}: ${code} ${msg}`);
    }
    batch = [];
    letters = 0;
  };
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const read = eventOf(text);
    if (typeof read === 'string') {
      refuse(line, read);
      continue;
    }
    if (batch.length >= BATCH || letters + text.length > BATCH_LETTERS) await flush();
    batch.push({ line, event: read });
    letters += text.length;
  }
  await flush();
  return total;
}

/** Parses the event of a line. @returns the event, or a description of the error */
function eventOf(text: string): OrderEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  const read = orderEvent.safeParse(value);
  if (read.success) return read.data;
  return read.error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`).join('; ');
}
