import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { WriteAddress } from '../../../contract';
import type { BulkAnswer, Endpoint } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { LIST_LIMITS } from '../../../contract/limits';
import type { DoneOne } from '../audit';
import type { ActorContext } from './context';
import { invalid, Refusal, refuse } from './refusal';
import { fieldMessage } from './validation';

/** Input of calls for several records. It contains either ids or the filter of a list. */

interface BulkTarget<F> {
  readonly ids?: readonly number[] | undefined;
  readonly filter?: F | undefined;
  /** Number of records that the user saw and confirmed. It is sent with a filter. */
  readonly count?: number | undefined;
}

/**
 * Finds the ids of the records of a bulk call. Ids in the input are returned without repetitions and without a check. A filter is evaluated
 * by `find`. The number of found records must then equal `count`. A different number means that the list has changed.
 *
 * @param list the endpoint of the list that the filter belongs to
 * @param find returns the ids that the list shows for this filter, at most `limit`
 * @throws Refusal 40001 neither ids nor filter, both, or a filter without `count` · 40010 too many · 40905 the count has changed, with
 *   `{ count }` ·
 *   42901 too many searches for whole phone numbers
 */
export async function targetIds<F>(
  ctx: ActorContext,
  { ids, filter, count }: BulkTarget<F>,
  list: Endpoint,
  find: (filter: F, limit: number) => Promise<number[]>,
): Promise<number[]> {
  if (ids !== undefined && filter === undefined) return [...new Set(ids)];
  if (ids !== undefined || filter === undefined) {
    throw invalid([{ field: 'ids', rule: 'required', message: fieldMessage('required', ctx.locale) }]);
  }
  if (count === undefined) {
    throw invalid([{ field: 'count', rule: 'required', message: fieldMessage('required', ctx.locale) }]);
  }
  const most = LIST_LIMITS.bulkByFilter;
  const found = await ctx.guardSearch({
    list,
    filter,
    find: () => find(filter, most + 1),
    isFound: ({ length }) => length > 0,
  });
  if (found.length > most) throw refuse(40010, { n: most });
  if (found.length !== count) throw refuse(40905, { n: found.length }, { count: found.length });
  // Concurrent bulk calls must lock their rows in the same order, because different orders could cause deadlocks.
  return found.sort((one, other) => one - other);
}

/** Codes of refusals that concern the caller and not a single record: second verification needed (40303), other factor needed (40308). */
const OF_THE_CALLER: ReadonlySet<number> = new Set([40303, 40308]);

/** Builds the call that makes the same change to one record. An undo of that record uses this call. */
type Single<T> = (id: number, data: T) => { readonly address: WriteAddress; readonly input: object };

/**
 * Batch version of an endpoint's handler, for calls about thousands of objects. It returns the result or the refusal of each object in the
 * given order. A refused object is unchanged.
 */
export type BatchHandler = (ctx: ActorContext, inputs: readonly unknown[]) => Promise<readonly (DoneOne | Refusal)[]>;

/** Runs work on a record. @returns its refusal, or `null` after success @throws refusals that concern the caller, and other errors */
export async function refusalOf(work: () => unknown): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || OF_THE_CALLER.has(error.code)) throw error;
    return error;
  }
}

/** Batch size. We yield to the event loop after each batch so that other requests are not blocked. */
const BATCH_SIZE = 500;

/**
 * Checks the state of each record of a batch call before anything is written. The caller has read and locked the records in one statement.
 *
 * @returns the result of `check` or its refusal, in the given order
 */
export async function validateEach<W, R>(
  wanted: readonly W[],
  check: (one: W) => R | Promise<R>,
): Promise<(R | Refusal)[]> {
  const found: (R | Refusal)[] = [];
  for (const [index, one] of wanted.entries()) {
    if (index > 0 && index % BATCH_SIZE === 0) await yieldToEventLoop();
    const refusal = await refusalOf(async () => {
      found.push(await check(one));
    });
    if (refusal) found.push(refusal);
  }
  return found;
}

/** Selects the records that were not refused, with their inputs. */
export function succeeded<W, R>(wanted: readonly W[], found: readonly (R | Refusal)[]): { one: W; record: R }[] {
  return wanted.flatMap((one, index) => {
    const record = found[index];
    return record === undefined || record instanceof Refusal ? [] : [{ one, record }];
  });
}

/**
 * Returns the single result of a batch with one record, and audits its change.
 *
 * @throws Refusal of that record, or 40401 for an empty batch
 */
export function unwrapSingle<T>(ctx: ActorContext, [one = refuse(40401)]: readonly (DoneOne<T> | Refusal)[]): T {
  if (one instanceof Refusal) throw one;
  ctx.audit(one.change);
  return one.data;
}

/**
 * Builds the answer of a call that changed several records together, and the result for its audit record. The caller writes that record.
 *
 * @param namesOf returns the displayed names of refused records; called only when there are refused records
 * @param single builds the call that makes the same change to one record, so that an undo can use it
 */
export async function bulkResponse<T>(
  ctx: ActorContext,
  ids: readonly number[],
  outcomes: readonly (DoneOne<T> | Refusal)[],
  namesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  single: Single<T> | null,
) {
  const refused = ids.filter((_id, index) => outcomes[index] instanceof Refusal);
  const names = refused.length === 0 ? new Map<number, string>() : await namesOf(refused);
  const told = ids.map((id, index) => {
    const one = outcomes[index] ?? refuse(40401);
    if (one instanceof Refusal) return { id, refusal: one };
    const { data, change } = one;
    if (single) ctx.recordUndoable({ ...single(id, data), data, before: change.before as object });
    return { id, refusal: null };
  });
  return bulkResponseFrom(ctx, told, async (id) => names.get(id) ?? '');
}

/** Builds the answer of a bulk call, and the result for its audit record, from the result of each record. */
export async function bulkResponseFrom(
  ctx: ActorContext,
  outcomes: readonly { readonly id: number; readonly refusal: Refusal | null }[],
  nameOf: (id: number) => Promise<string>,
) {
  const failed: BulkAnswer['failed'] = [];
  const done: number[] = [];
  for (const { id, refusal } of outcomes) {
    if (refusal === null) {
      done.push(id);
      continue;
    }
    const isHidden = refusal.code === 40302 || refusal.code === 40401;
    failed.push({
      id,
      no: isHidden ? '' : await nameOf(id),
      code: refusal.code,
      msg: refusal.sentence ?? errorText(refusal.code, ctx.locale, refusal.params),
    });
  }
  return {
    answer: { success: done.length, failed },
    done,
    detail: { failed: failed.map(({ id, code }) => ({ id, code })) },
  };
}

/**
 * Changes each record separately. The refusal of a record is reported and does not affect the other records.
 *
 * @param nameOf returns the displayed name of a record; not called for records that the caller may not see
 * @param single builds the call that makes the same change to one record, so that an undo can use it
 * @returns the answer, and the result for the audit record
 */
export async function forEachRecord<T>(
  ctx: ActorContext,
  ids: readonly number[],
  work: (id: number) => Promise<T>,
  nameOf: (id: number) => Promise<string>,
  single: Single<T> | null = null,
): Promise<{
  readonly answer: BulkAnswer;
  readonly done: readonly number[];
  readonly detail: { readonly failed: readonly { readonly id: number; readonly code: number }[] };
}> {
  const outcomes: { id: number; refusal: Refusal | null }[] = [];
  for (const id of ids) {
    const refusal = await refusalOf(async () => {
      const data = await work(id);
      if (single) ctx.recordUndoable({ ...single(id, data), data });
    });
    outcomes.push({ id, refusal });
  }
  return bulkResponseFrom(ctx, outcomes, nameOf);
}
