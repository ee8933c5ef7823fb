import type { GlobalState } from './global';
import type { LoginState } from './login';
import type { SettingsState } from './settings';
import type { UserState } from './user';

/** What the store holds (SPEC §3). */
export interface RootState {
  readonly global: GlobalState;
  readonly login: LoginState;
  readonly user: UserState;
  readonly settings: SettingsState;
}

interface Action {
  readonly type: string;
}

/** What an effect may use; results of `yield` take the type that the line gives them. */
export interface Effects {
  call<A extends readonly unknown[], R>(run: (...args: A) => R, ...args: A): unknown;
  put(action: Action & Readonly<Record<string, unknown>>): unknown;
  select<T>(read: (state: RootState) => T): unknown;
}

/** An effect: what it yields comes back as the type of the variable that takes it. */
export type Saga = Generator<unknown, unknown, never>;
