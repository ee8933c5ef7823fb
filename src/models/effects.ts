import { endSession } from '@/app/session/onSessionEnd';
import type { RootState } from './state';

interface Action {
  readonly type: string;
}

/** Functions that dva passes to an effect. */
export interface Effects {
  call(run: () => unknown): unknown;
  put(action: Action & Readonly<Record<string, unknown>>): unknown;
  select(read: (state: RootState) => unknown): unknown;
}

/** Generator type of a dva effect. */
export type Saga = Generator<unknown, void, unknown>;

/** Waits for the next task of the event loop, so that calls which the current task has started are sent before the next rendering. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Runs a job and returns its result with its type. Use it as `yield* calls(call, job)`. */
export function* calls<R>(call: Effects['call'], job: () => Promise<R>): Generator<unknown, R, unknown> {
  return (yield call(job)) as R;
}

/** Reads a value from the store and returns it with its type. Use it as `yield* selects(select, read)`. */
export function* selects<R>(select: Effects['select'], read: (state: RootState) => R): Generator<unknown, R, unknown> {
  return (yield select(read)) as R;
}

/**
 * Removes the data of the previous user. Drafts remain, because each draft belongs to one user.
 *
 * @param clearUser action that clears the user model; models other than the user model must use the prefix `user/`
 */
export function* forgetPerson(put: Effects['put'], clearUser: 'clear' | 'user/clear'): Saga {
  endSession();
  yield put({ type: clearUser });
  yield put({ type: 'global/clear' });
}
