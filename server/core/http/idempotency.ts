import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { IDEMPOTENCY_HOURS } from '../../../contract/limits';
import { canonicalJson } from '../canonical-json';
import type { Clock } from '../clock';
import { PREPARED } from '../database/prepared-statements';
import type { Database } from '../database/schema';
import type { Answer } from './envelope';
import { refuse } from './refusal';

/**
 * Idempotency keys (DOMAIN §6.1). A key belongs to an account. The key is reserved before the call runs and completed inside the call's
 * own transaction. The change and the stored answer therefore commit together, even if the server crashes.
 *
 * A refused call is not stored, because it changed nothing. The same key may be sent again with a corrected body. Forms rely on this:
 * they create their key when they open.
 */

const KEPT_MS = IDEMPOTENCY_HOURS * 60 * 60 * 1000;
/** Milliseconds after which a repeated call may take a reserved key, because the process that reserved it has probably crashed. */
const RUNNING_MS = 60_000;

interface Call {
  readonly accountId: number;
  readonly key: string;
  readonly requestHash: string;
  /** Id of the request that reserved the key. */
  readonly holder: string;
}

/** Hashes the endpoint address and the body of a call. The order of fields has no influence. */
export function hashRequest(address: string, body: unknown): string {
  return createHash('sha256')
    .update(`${address}\n${canonicalJson(body)}`)
    .digest('hex');
}

/**
 * Reserves the key for this call.
 *
 * @returns the stored answer when the same call is already complete; `null` when the call may run
 * @throws Refusal 40902 same key with another endpoint or body · 40904 the same call is running, or was refused just now
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
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (taken) return null;
  const found = await db
    .selectFrom('idempotency_record')
    .select(['request_hash as requestHash', 'state', 'answer'])
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .executeTakeFirst();
  // A refused call has just released the key, so the caller may send the request again.
  if (!found) throw refuse(40904);
  if (found.requestHash !== call.requestHash) throw refuse(40902);
  if (found.state === 'running') throw refuse(40904);
  return found.answer as Answer;
}

/** Stores the answer inside the call's transaction. @throws Refusal 40904 when another call has reserved the key in the meantime */
export async function finishKey(db: Kysely<Database>, call: Call, answer: Answer): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_record')
    .set({ state: 'done', answer: JSON.stringify(answer) })
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .where('holder', '=', call.holder)
    .where('state', '=', 'running')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse(40904);
}

/** Releases the key of a refused or failed call. */
export async function releaseKey(db: Kysely<Database>, call: Call): Promise<void> {
  await db
    .deleteFrom('idempotency_record')
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .where('holder', '=', call.holder)
    .where('state', '=', 'running')
    .execute();
}
