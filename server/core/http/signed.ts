import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { INTAKE } from '../../../contract/limits';
import { SECOND_MS } from '../../../contract/units';
import { columnById } from '../access/rotation';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Ids } from '../ids';
import type { SecretBox } from '../platforms/ports';

/**
 * Signed requests of other servers (docs/orders.md). Each request contains its client's key, a timestamp, a nonce and
 * HMAC-SHA256(secret, "timestamp.nonce.address.body"). A request is accepted only once, and only if its timestamp is close to the current
 * time.
 */

type Db = Kysely<Database>;

/** The server that signed a request. */
export interface SignedClient {
  readonly id: number;
  readonly name: string;
}

const TIMESTAMP = /^\d{10}$/;
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const KEY_BYTES = 9;
const SECRET_BYTES = 32;
/** Minimum interval between writes of `last_used_at`, in milliseconds. */
const USED_EVERY_MS = 60_000;

const placeOf = (id: number): string => `api_client/${id}/secret`;

export const clientColumn = columnById('api_client', 'secret', placeOf);

/** Computes the signature of a request, in hexadecimal. */
export function signatureOf(
  secret: string,
  request: {
    readonly timestamp: string;
    readonly nonce: string;
    readonly address: string;
    readonly body: Buffer | string;
  },
): string {
  const { timestamp, nonce, address, body } = request;
  return createHmac('sha256', secret).update(`${timestamp}.${nonce}.${address}.`).update(body).digest('hex');
}

/**
 * Finds the client that signed a request.
 *
 * @returns `null` for an unknown or disabled client, a malformed field, a wrong signature, a time out of range, or a repeated request
 */
export async function readSigned(
  tools: { readonly db: Db; readonly clock: Clock; readonly secrets: SecretBox },
  request: {
    readonly address: string;
    readonly body: Buffer;
    readonly client: string;
    readonly timestamp: string;
    readonly nonce: string;
    readonly signature: string;
  },
): Promise<SignedClient | null> {
  const { db, clock, secrets } = tools;
  const { timestamp, nonce, signature } = request;
  if (!TIMESTAMP.test(timestamp) || !NONCE.test(nonce) || !SIGNATURE.test(signature)) return null;
  const now = clock.now();
  const window = INTAKE.windowSeconds * SECOND_MS;
  const named = Number(timestamp) * SECOND_MS;
  if (Math.abs(named - now.getTime()) > window) return null;
  const client = await db
    .selectFrom('api_client')
    .where('api_client.key_id', '=', request.client)
    .where('api_client.status', '=', 'active')
    .select(['api_client.id', 'api_client.name', 'api_client.secret', 'api_client.last_used_at as lastUsedAt'])
    .executeTakeFirst();
  if (!client) return null;
  const wanted = signatureOf(secrets.open(client.secret, placeOf(client.id)), request);
  if (!timingSafeEqual(Buffer.from(wanted, 'hex'), Buffer.from(signature, 'hex'))) return null;
  const isNew = await db
    .insertInto('api_nonce')
    .values({ client_id: client.id, nonce, expire_at: new Date(named + window + SECOND_MS) })
    .onConflict((conflict) => conflict.columns(['client_id', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (!isNew) return null;
  if (!client.lastUsedAt || now.getTime() - client.lastUsedAt.getTime() > USED_EVERY_MS) {
    await db.updateTable('api_client').set({ last_used_at: now }).where('id', '=', client.id).execute();
  }
  return { id: client.id, name: client.name };
}

/** Deletes nonces whose requests are outside the accepted time range. */
export async function forgetNonces(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('api_nonce').where('expire_at', '<', now).execute();
}

/**
 * Creates a client. An existing client with this name gets a new key and secret, and becomes active.
 *
 * @returns the credentials for the other server; the secret is not shown again
 */
export async function issueClient(
  tools: { readonly db: Db; readonly clock: Clock; readonly ids: Ids; readonly secrets: SecretBox },
  name: string,
): Promise<{ readonly key: string; readonly secret: string }> {
  const { db, clock, ids, secrets } = tools;
  const key = clock.randomBytes(KEY_BYTES).toString('base64url');
  const secret = clock.randomBytes(SECRET_BYTES).toString('base64url');
  const now = clock.now();
  const known = await db.selectFrom('api_client').select('id').where('name', '=', name).executeTakeFirst();
  const id = known?.id ?? ids.next();
  const values = { key_id: key, secret: secrets.seal(secret, placeOf(id)), status: 'active' as const, updated_at: now };
  if (known) await db.updateTable('api_client').set(values).where('id', '=', id).execute();
  else {
    await db
      .insertInto('api_client')
      .values({ id, name, created_at: now, last_used_at: null, ...values })
      .execute();
  }
  return { key, secret };
}
