import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { IDEMPOTENCY_HOURS } from '../../../contract/limits';
import { canonicalJson } from '../canonical-json';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Answer } from './envelope';
import { refuse } from './refusal';

/**
 * Idempotency keys (DOMAIN §6.1). A key belongs to one person. It is taken before the call runs and finished inside the
 * call's own transaction, so that effect and stored answer come into being together, also when the server dies between.
 *
 * A refused call is not stored: nothing happened, so the same key may be sent again with a corrected body. That is what a
 * form does, whose key is made when it opens.
 */

const KEPT_MS = IDEMPOTENCY_HOURS * 60 * 60 * 1000;
/** A call that holds a key for longer has died with its process; no statement runs this long. */
const RUNNING_MS = 60_000;

interface Call {
  readonly accountId: number;
  readonly key: string;
  readonly requestHash: string;
  /** The request's id: the holder of the key. */
  readonly holder: string;
}

/** What two calls must have in common to be the same: address and body, whatever the order of its fields. */
export function hashRequest(address: string, body: unknown): string {
  return createHash('sha256')
    .update(`${address}\n${canonicalJson(body)}`)
    .digest('hex');
}

/**
 * Takes the key for this call.
 *
 * @returns the stored answer when the same call was done already, null when it may run now
 * @throws Refusal 40902 same key with another body · 40904 the same call is running
 */
export async function takeKey(db: Kysely<Database>, clock: Clock, call: Call): Promise<Answer | null> {
  const now = clock.now();
  const fresh = {
    request_hash: call.requestHash,
    state: 'running' as const,
    holder: call.holder,
    answer: null,
    created_at: now,
    expire_at: new Date(now.getTime() + KEPT_MS),
  };
  const taken = await db
    .insertInto('idempotency_record')
    .values({ account_id: call.accountId, key: call.key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb('idempotency_record.expire_at', '<=', now),
            eb.and([
              eb('idempotency_record.state', '=', 'running'),
              eb('idempotency_record.request_hash', '=', call.requestHash),
              eb('idempotency_record.created_at', '<=', new Date(now.getTime() - RUNNING_MS)),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return null;
  const found = await db
    .selectFrom('idempotency_record')
    .select(['request_hash as requestHash', 'state', 'answer'])
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .executeTakeFirst();
  // It was given back a moment ago by a refused call: the caller may simply send it again.
  if (!found) throw refuse(40904);
  if (found.requestHash !== call.requestHash) throw refuse(40902);
  if (found.state === 'running') throw refuse(40904);
  return found.answer as Answer;
}

/** Stores the answer; to be called inside the call's transaction. @throws Refusal 40904 when the key was taken over meanwhile */
export async function finishKey(db: Kysely<Database>, call: Call, answer: Answer): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_record')
    .set({ state: 'done', answer: JSON.stringify(answer) })
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .where('holder', '=', call.holder)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse(40904);
}

/** Gives the key back after a refused call. */
export async function releaseKey(db: Kysely<Database>, call: Call): Promise<void> {
  await db
    .deleteFrom('idempotency_record')
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .where('holder', '=', call.holder)
    .where('state', '=', 'running')
    .execute();
}
