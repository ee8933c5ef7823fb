import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { WriteAddress } from '../../../contract';
import type { BulkAnswer } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { LIST_LIMITS } from '../../../contract/limits';
import type { DoneOne } from '../audit';
import type { ActorContext } from './context';
import { invalid, Refusal, refuse } from './refusal';
import { fieldMessage } from './validation';

/** Calls about several records: some ids, or everything that a list's filter leaves. */

interface BulkTarget<F> {
  readonly ids?: readonly number[] | undefined;
  readonly filter?: F | undefined;
  /** How many records the person saw and agreed to, with a filter. */
  readonly count?: number | undefined;
}

/**
 * The records that a bulk call is about. What a filter leaves is read in one statement, inside the caller's data scope, and must
 * be as many as the caller agreed to: otherwise the list has changed meanwhile.
 *
 * @param find the ids that the list of this filter shows, at most `limit`
 * @throws Refusal 40001 neither or both · 40010 too many · 40905 another number now, with `{ count }`
 */
export async function targetIds<F>(
  ctx: ActorContext,
  { ids, filter, count }: BulkTarget<F>,
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
  const found = await find(filter, most + 1);
  if (found.length > most) throw refuse(40010, { n: most });
  if (found.length !== count) throw refuse(40905, { n: found.length }, { count: found.length });
  // Two such calls lock their rows in the same order.
  return found.sort((one, other) => one - other);
}

/** Refusals that are about the caller, not about one record: the second verification. */
const OF_THE_CALLER: ReadonlySet<number> = new Set([40303, 40308]);

/** What was done with one record, as the call about it alone. */
type Single<T> = (id: number, data: T) => { readonly address: WriteAddress; readonly input: object };

/**
 * A call's work on many objects at once, for calls that amount to thousands of it: in the given order, what was done with each, or
 * why it was refused. What is refused has changed nothing.
 */
export type BatchHandler = (ctx: ActorContext, inputs: readonly unknown[]) => Promise<readonly (DoneOne | Refusal)[]>;

/** Why some work on one record is refused; null: it is done. What is about the caller, and any failure, is thrown. */
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
 * The state of each record of a batch call, read before anything is written: in the given order the answer of `check`, or its
 * refusal. The records were read, and locked, in one statement.
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

/** Those that nothing was refused of, with what is wanted of each. */
export function succeeded<W, R>(wanted: readonly W[], found: readonly (R | Refusal)[]): { one: W; record: R }[] {
  return wanted.flatMap((one, index) => {
    const record = found[index];
    return record === undefined || record instanceof Refusal ? [] : [{ one, record }];
  });
}

/** Result for the only record. @throws Refusal of that record */
export function unwrapSingle<T>(ctx: ActorContext, [one = refuse(40401)]: readonly (DoneOne<T> | Refusal)[]): T {
  if (one instanceof Refusal) throw one;
  ctx.audit(one.change);
  return one.data;
}

/**
 * What a call about many records answers and records, where all of it was done together.
 *
 * @param namesOf what people call those that were refused; not asked for those that the caller may not see
 * @param single the call that would have done the same with one record: then it can be taken back as that one
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

/** What a call about several records answers and records, from what became of each. */
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
 * Does something with each record by itself: a refusal of one is reported and does not affect the others.
 *
 * @param nameOf the shown name of a record; not called for records that the caller may not see
 * @param single the call that would have done the same with one record: then it can be taken back as that one
 * @returns the answer, and what the audit row says of it
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
