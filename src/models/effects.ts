import { endSession } from '@/app/session/onSessionEnd';
import type { RootState } from './state';

interface Action {
  readonly type: string;
}

/** What an effect may use. */
export interface Effects {
  call(run: () => unknown): unknown;
  put(action: Action & Readonly<Record<string, unknown>>): unknown;
  select(read: (state: RootState) => unknown): unknown;
}

/** An effect. */
export type Saga = Generator<unknown, void, unknown>;

/** Lets what was begun in this task leave before the next step draws. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** `yield* calls(call, job)`: runs a job and hands back what it resolved to, with its type. */
export function* calls<R>(call: Effects['call'], job: () => Promise<R>): Generator<unknown, R, unknown> {
  return (yield call(job)) as R;
}

/** `yield* selects(select, read)`: reads the store, with its type. */
export function* selects<R>(select: Effects['select'], read: (state: RootState) => R): Generator<unknown, R, unknown> {
  return (yield select(read)) as R;
}

/**
 * Forgets everything that belongs to the person who was signed in. Drafts stay: each carries its owner.
 *
 * @param clearUser the action that empties the user model, as the calling model has to name it
 */
export function* forgetPerson(put: Effects['put'], clearUser: 'clear' | 'user/clear'): Saga {
  endSession();
  yield put({ type: clearUser });
  yield put({ type: 'global/clear' });
}
