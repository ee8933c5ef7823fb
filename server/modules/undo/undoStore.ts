import type { WriteAddress } from '../../../contract';
import { endpoints } from '../../../contract/endpoints';
import { COMPENSATIONS, type DoneCall, UNDO_MINUTES } from '../../../contract/undo.calls';
import { MINUTE_MS } from '../../../contract/units';
import type { DoneCalls, SingleCall, UndoStore } from '../../core/http/undo';
import type { Ids } from '../../core/ids';
import { insertEntries } from './store';

/** Batch size. We yield to the event loop after each batch so that other requests are not blocked. */
const BATCH_SIZE = 200;

type Values = Readonly<Record<string, unknown>>;
const record = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** Reads the id, version and state of the changed object from an answer. Returns `null` without an id or a version. */
function objectOf(data: unknown): DoneCall['data'] | null {
  const { id, version, state } = record(data);
  if (typeof id !== 'number' || typeof version !== 'number') return null;
  return { id, version, ...(typeof state === 'string' && { state }) };
}

/** Builds the undo entry of a call. Returns `null` if the call cannot be undone. */
function compensationOf({ address, input, data, before }: SingleCall, { reason, at }: DoneCalls) {
  const compensation = COMPENSATIONS[address as WriteAddress];
  const object = compensation && objectOf(data);
  if (!compensation || !object) return null;
  // Convert to JSON and back, so that the values have the types that the database will return.
  const stood = record(JSON.parse(JSON.stringify(before ?? null)));
  const done = { input: record(input), data: object, before: stood, reason, at };
  const payload = compensation.input(done);
  // Do not offer a compensation that the endpoint would refuse.
  if (payload === null || !endpoints[compensation.address].input.safeParse(payload).success) return null;
  const { no } = record(data);
  return {
    address,
    compensation: compensation.address,
    subject: compensation.subject(done),
    object_id: object.id,
    object_no: typeof no === 'string' ? no.slice(0, 64) : '',
    payload: JSON.stringify(payload),
  };
}

/** Creates a store that writes one undo entry for each call that can be undone. A bulk call gets one entry per record. */
export function createUndoStore({ ids }: { readonly ids: Ids }): UndoStore {
  return {
    async keep(db, done) {
      const { recordId, calls, actor, at } = done;
      const until = new Date(at.getTime() + UNDO_MINUTES * MINUTE_MS);
      const common = { record_id: recordId, account_id: actor.accountId, at, until, undone_at: null };
      let kept = 0;
      for (let from = 0; from < calls.length; from += BATCH_SIZE) {
        const entries = calls.slice(from, from + BATCH_SIZE).flatMap((call) => compensationOf(call, done) ?? []);
        kept += entries.length;
        await insertEntries(
          db,
          entries.map((entry) => ({ id: ids.next(), ...common, ...entry })),
        );
      }
      return kept === 0 ? null : recordId;
    },
  };
}
