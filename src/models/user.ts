import type { CurrentUser } from '@contract/site';
import { keepBrandColour, readBrandColour, showIcon } from '@/app/appearance/brand';
import { adoptAppearance } from '@/app/appearance/sync';
import type { HttpResult } from '@/app/request/api';
import { takePrefetched } from '@/app/request/prefetch';
import { LAYOUT_DEFAULTS } from '../../config/settings';
import { calls, type Effects, forgetPerson, nextTask, type Saga, selects } from './effects';
import type { UserState } from './state';

const EMPTY: UserState = { currentUser: null, permission: [], totalCount: 0, unreadCount: 0, failure: null };

const model = {
  namespace: 'user',
  state: EMPTY,
  effects: {
    /** Reads the signed-in user. When the user has changed, all data of the former user is dropped. */
    *fetchCurrent(_: unknown, { call, put, select }: Effects): Saga {
      let outcome: HttpResult<'site.Site/getSiteInfo'>;
      try {
        outcome = yield* calls(call, () => takePrefetched('site.Site/getSiteInfo', {}));
      } catch {
        // The call was cancelled: there is no session, and the security layout already shows the sign-in.
        return;
      }
      if (!outcome.ok) {
        if (outcome.code !== 401) yield put({ type: 'saveFailure', payload: outcome });
        return;
      }
      if (!Array.isArray(outcome.data.permission)) {
        // Without the permission rules nothing can be rendered for the user; the security layout offers a retry.
        yield put({ type: 'saveFailure', payload: { requestId: outcome.requestId, msg: '' } });
        return;
      }
      const before = yield* selects(select, (state) => state.user.currentUser);
      if (before && before.id !== outcome.data.id) yield* forgetPerson(put, 'clear');
      // Applied before the first rendering, which would otherwise use the look of another user.
      const look = yield* calls(call, () => adoptAppearance(outcome.data));
      if (look) yield put({ type: 'settings/changeSetting', payload: look });
      const { brand, favicon = '' } = outcome.data;
      const colour = brand?.themeColor ?? '';
      showIcon(favicon);
      if (colour !== (readBrandColour() ?? '')) {
        keepBrandColour(colour);
        yield put({
          type: 'settings/changeSetting',
          payload: { colorPrimary: colour || LAYOUT_DEFAULTS.colorPrimary },
        });
      }
      // The prefetched calls are sent before the rendering blocks the main thread.
      yield* calls(call, nextTask);
      yield put({ type: 'saveCurrentUser', payload: outcome.data });
    },
  },
  reducers: {
    saveCurrentUser(state: UserState, { payload }: { payload: CurrentUser }): UserState {
      // The number of all notices is known only after the bell has read it.
      const { notification = 0, message = 0, event = 0 } = payload.unread ?? {};
      const unreadCount = notification + message + event;
      return { ...state, currentUser: payload, permission: payload.permission, unreadCount, failure: null };
    },
    saveFailure(state: UserState, { payload }: { payload: { requestId: string; msg: string } }): UserState {
      return { ...state, failure: { requestId: payload.requestId, msg: payload.msg } };
    },
    changeNotifyCount(
      state: UserState,
      {
        payload,
      }: {
        payload: {
          totalCount: number;
          unreadCount: number;
          unread?: CurrentUser['unread'];
          announcements?: CurrentUser['announcements'];
        };
      },
    ): UserState {
      const { unread, announcements, ...counts } = payload;
      const user = state.currentUser;
      const told = { ...(unread && { unread }), ...(announcements && { announcements }) };
      return { ...state, ...counts, currentUser: user && { ...user, ...told } };
    },
    clear(): UserState {
      return EMPTY;
    },
  },
};

export default model;
