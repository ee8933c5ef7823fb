import { LOGIN_SUCCESS_MESSAGE_MS } from '@contract/limits';
import { history } from '@umijs/max';
import { t } from '@/app/i18n/i18n';
import { prefetchUser } from '@/app/request/prefetch';
import { releaseLock } from '@/app/request/request';
import { recomputeRoles } from '@/app/session/authority';
import { rememberLeftOff } from '@/app/session/leftOff';
import { flushForms } from '@/app/session/openForms';
import { loginAddress } from '@/app/session/redirect';
import { type SignInForm, type SignInOutcome, signIn, signOut } from '@/app/session/signIn';
import { removeToken, setToken } from '@/app/session/token';
import { toast } from '@/app/toast';
import { calls, type Effects, forgetPerson, nextTask, type Saga, selects } from './effects';
import type { LoginState } from './state';

/** Receives `true` after the sign-in, or else the response that the page must show. */
export type SignInCallback = (result: true | SignInOutcome) => void;

/** Signs in. An unusable response becomes a failure without a message, for which the page shows its own text. */
async function trySignIn(form: SignInForm): Promise<SignInOutcome> {
  const failure = { ok: false, code: 0, msg: '', data: null } as const;
  try {
    const outcome = await signIn(form);
    const lacksToken = outcome.ok && outcome.code === 100 && !outcome.data.Authorization;
    return lacksToken ? { ...failure, requestId: outcome.requestId } : outcome;
  } catch {
    return { ...failure, requestId: '' };
  }
}

const model = {
  namespace: 'login',
  state: { loading: false } satisfies LoginState as LoginState,
  effects: {
    /** Signs in. `sms_type` 4 means by phone (SPEC §7, §9). `callback` also receives failures, and a success that requires a new password. */
    *login({ payload, callback }: { payload: SignInForm; callback?: SignInCallback }, { call, put }: Effects): Saga {
      yield put({ type: 'changeLoading', payload: true });
      const outcome = yield* calls(call, () => trySignIn(payload));
      if (!outcome.ok || outcome.code !== 100) {
        yield put({ type: 'changeLoading', payload: false });
        callback?.(outcome);
        return;
      }
      const { Authorization, mustChangePassword } = outcome.data;
      setToken(Authorization, payload.remember === true);
      releaseLock();
      yield* forgetPerson(put, 'user/clear');
      if (mustChangePassword) {
        // The session exists, but the server refuses the calls of the console until the user has set a new password.
        yield put({ type: 'changeLoading', payload: false });
        callback?.(outcome);
        return;
      }
      yield put({ type: 'enter', callback });
    },
    /** Runs after the token is stored. It shows a message, opens the workbench, and recomputes the roles (SPEC §4). */
    *enter({ callback }: { callback?: SignInCallback }, { call, put }: Effects): Saga {
      releaseLock();
      // Send the request now, before the next rendering blocks the main thread.
      prefetchUser();
      yield* calls(call, nextTask);
      yield put({ type: 'changeLoading', payload: false });
      recomputeRoles();
      toast.success(t('login.success'), LOGIN_SUCCESS_MESSAGE_MS);
      yield put({ type: 'user/fetchCurrent' });
      history.push('/');
      callback?.(true);
    },
    /** Ends the session on the server and in this browser. It stores the current URL for the next sign-in (SPEC §2). */
    *logout(_: unknown, { call, put, select }: Effects): Saga {
      yield* calls(call, signOut);
      removeToken();
      const { pathname, search, hash } = history.location;
      const user = yield* selects(select, (state) => state.user.currentUser);
      if (user) rememberLeftOff(`${pathname}${search}${hash}`, user.id, flushForms().slots);
      const redirecting = new URLSearchParams(search).has('redirect');
      if (pathname !== '/user/login' && !redirecting) history.replace(loginAddress(window.location.href));
      recomputeRoles();
      yield* forgetPerson(put, 'user/clear');
    },
  },
  reducers: {
    changeLoading(state: LoginState, { payload }: { payload: boolean }): LoginState {
      return { ...state, loading: payload };
    },
  },
};

export default model;
