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
    /** Loads the signed-in user. If it is another user than before, the data of the previous user is removed. */
    *fetchCurrent(_: unknown, { call, put, select }: Effects): Saga {
      let outcome: HttpResult<'site.Site/getSiteInfo'>;
      try {
        outcome = yield* calls(call, () => takePrefetched('site.Site/getSiteInfo', {}));
      } catch {
        // The call was cancelled because there is no session. The security layout already shows the sign-in.
        return;
      }
      if (!outcome.ok) {
        if (outcome.code !== 401) yield put({ type: 'saveFailure', payload: outcome });
        return;
      }
      if (!Array.isArray(outcome.data.permission)) {
        // The frame cannot be rendered without permissions. The security layout offers a retry.
        yield put({ type: 'saveFailure', payload: { requestId: outcome.requestId, msg: '' } });
        return;
      }
      const before = yield* selects(select, (state) => state.user.currentUser);
      if (before && before.id !== outcome.data.id) yield* forgetPerson(put, 'clear');
      // Apply the appearance before the first rendering, which would otherwise use the appearance of another user.
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
      // Send the prefetched calls before the rendering blocks the main thread.
      yield* calls(call, nextTask);
      yield put({ type: 'saveCurrentUser', payload: outcome.data });
    },
  },
  reducers: {
    saveCurrentUser(state: UserState, { payload }: { payload: CurrentUser }): UserState {
      // `totalCount` is not updated here: only the bell loads the number of all notices.
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
