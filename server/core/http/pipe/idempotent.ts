import { IDEMPOTENCY_KEY } from '../../../../contract/limits';
import { finishKey, hashRequest, releaseKey, takeKey } from '../idempotency';
import { invalid } from '../refusal';
import { fieldMessage } from '../validation';
import type { Execution, StoreAnswer } from './attempt';
import { type Call, header, type PipeDeps } from './call';

/**
 * Step 6: runs an idempotent call once per idempotency key. A repeated call receives the stored answer (DOMAIN §6.1).
 *
 * @throws Refusal 40001 (key missing or malformed), 40902 (same key with another body), 40904 (same call is running)
 */
export async function runOnce(
  { db, clock }: Pick<PipeDeps, 'db' | 'clock'>,
  call: Call,
  work: (storeAnswer: StoreAnswer) => Promise<Execution>,
): Promise<Execution> {
  const { endpoint } = call.bound;
  if (endpoint.method === 'GET' || endpoint.access === 'signed' || !endpoint.idempotent) {
    return work(async () => undefined);
  }
  const taken = {
    accountId: call.session?.actor.accountId ?? 0,
    key: readKey(call),
    requestHash: hashRequest(call.bound.address, call.raw),
    holder: call.incoming.requestId,
  };
  const answer = await takeKey(db, clock, taken);
  if (answer) return { answer, undoId: null, permissionChanged: false, tasks: [], followUp: null };
  try {
    return await work((transaction, done) => finishKey(transaction, taken, done));
  } catch (error) {
    await releaseKey(db, taken);
    throw error;
  }
}

function readKey({ incoming, locale }: Call): string {
  const key = header(incoming, 'idempotency-key') ?? '';
  if (IDEMPOTENCY_KEY.test(key)) return key;
  const rule = key === '' ? 'required' : 'pattern';
  throw invalid([{ field: 'Idempotency-Key', rule, message: fieldMessage(rule, locale) }]);
}
