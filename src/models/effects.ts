import { endSession } from '@/app/session/onSessionEnd';
import type { RootState } from './state';

interface Action {
  readonly type: string;
}

/** The functions that dva passes to an effect. */
export interface Effects {
  call(run: () => unknown): unknown;
  put(action: Action & Readonly<Record<string, unknown>>): unknown;
  select(read: (state: RootState) => unknown): unknown;
}

/** Generator type of an effect. */
export type Saga = Generator<unknown, void, unknown>;

/** Resolves in the next task, so that calls started in this one are sent before the next rendering. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** `yield* calls(call, job)`: runs a job and returns its result, with its type. */
export function* calls<R>(call: Effects['call'], job: () => Promise<R>): Generator<unknown, R, unknown> {
  return (yield call(job)) as R;
}

/** `yield* selects(select, read)`: reads the store and returns the result, with its type. */
export function* selects<R>(select: Effects['select'], read: (state: RootState) => R): Generator<unknown, R, unknown> {
  return (yield select(read)) as R;
}

/**
 * Removes all data of the former user. Drafts are kept, because each belongs to one user.
 *
 * @param clearUser the action that empties the user model, in the spelling that the calling model needs
 */
export function* forgetPerson(put: Effects['put'], clearUser: 'clear' | 'user/clear'): Saga {
  endSession();
  yield put({ type: clearUser });
  yield put({ type: 'global/clear' });
}
