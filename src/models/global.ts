import type { NoticeCounts, NoticeRow } from '@contract/notice';
import type { NoticeType } from '@contract/notice.events';
import { isTight } from '@/app/appearance/appearance';
import { type RegionOption, regionTree } from '@/app/regionTree';
import { api } from '@/app/request/api';
import { isBackgroundRequest } from '@/app/request/backgroundRequest';
import { calls, type Effects, type Saga, selects } from './effects';
import type { GlobalState, Notice } from './state';

/** Initial state. In a narrow window the menu starts folded, because it would cover or squeeze the page. */
const EMPTY: GlobalState = { collapsed: isTight(), notices: [], pcdList: [] };

/** Maximum number of notices of each type that the bell loads. The page of notices has the full list. */
const SHOWN = 10;

/** Builds the payload of `changeNotifyCount`. The counts come from the server, because this model has only the newest notices. */
export const notifyCount = ({ total, unread, types, announcements }: NoticeCounts) => ({
  totalCount: total,
  unreadCount: unread,
  unread: {
    notification: types.notification.unread,
    message: types.message.unread,
    event: types.event.unread,
  },
  announcements,
});

const noticeOf = ({ id, type, read, title, content, link, count, at }: NoticeRow): Notice => ({
  id: String(id),
  type,
  read,
  title,
  content,
  link,
  count,
  at,
});

/**
 * Makes a call and reads a value from its response.
 *
 * @returns `false` without a session, if the response lacks the value, or after a failure whose message is already shown
 */
async function attempt<D, T>(
  run: () => Promise<{ readonly data: D } | false>,
  read: (data: D) => T,
): Promise<T | false> {
  try {
    const answer = await run();
    return answer !== false && read(answer.data);
  } catch {
    return false;
  }
}

const countsIn = (data: { readonly counts: NoticeCounts }) => notifyCount(data.counts);

/** The pending call that loads the regions. Several region pickers on a page share it. */
let reading: Promise<readonly RegionOption[] | false> | null = null;

function readRegions(): Promise<readonly RegionOption[] | false> {
  reading ??= attempt(
    () => api.get('common.Region/getPcdList', {}),
    (lists) => regionTree(lists),
  ).finally(() => {
    reading = null;
  });
  return reading;
}

const model = {
  namespace: 'global',
  state: EMPTY,
  effects: {
    /** Loads the newest notices of a type. Notices of other types stay unchanged. */
    *fetchNotices(
      { payload, callback }: { payload: NoticeType; callback?: (ok: boolean) => void },
      { call, put, select }: Effects,
    ): Saga {
      const newest = yield* calls(call, () =>
        attempt(
          // The user did not start a background call, so its failure shows no message.
          () => api.get('dashboard.Notice/getList', { type: payload, limit: SHOWN }, { silent: isBackgroundRequest() }),
          ({ list }) => list.map(noticeOf),
        ),
      );
      callback?.(newest !== false);
      if (newest === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const others = before.filter((notice) => notice.type !== payload);
      yield put({ type: 'saveNotices', payload: [...others, ...newest] });
    },
    /** Adds a new notice at the front and removes its earlier version. At most `SHOWN` notices of its type remain. */
    *receiveNotice({ payload }: { payload: NoticeRow }, { put, select }: Effects): Saga {
      const before = yield* selects(select, (state) => state.global.notices);
      const notice = noticeOf(payload);
      const rest = before.filter(({ id }) => id !== notice.id);
      const dropped = rest.filter(({ type }) => type === notice.type).slice(SHOWN - 1);
      yield put({ type: 'saveNotices', payload: [notice, ...rest.filter((other) => !dropped.includes(other))] });
    },
    /** Removes all notices of a type on the server and updates the counts (SPEC §4). */
    *clearNotices(
      { payload, callback }: { payload: NoticeType; callback?: (ok: boolean) => void },
      { call, put }: Effects,
    ): Saga {
      const counts = yield* calls(call, () =>
        attempt(() => api.post('dashboard.Notice/clear', { type: payload }), countsIn),
      );
      if (counts !== false) {
        yield put({ type: 'saveClearedNotices', payload });
        yield put({ type: 'user/changeNotifyCount', payload: counts });
      }
      callback?.(counts !== false);
    },
    /** Marks one notice as read and updates the counts (SPEC §4). */
    *changeNoticeReadState({ payload }: { payload: string }, { call, put, select }: Effects): Saga {
      const counts = yield* calls(call, () =>
        attempt(() => api.post('dashboard.Notice/read', { ids: [Number(payload)] }), countsIn),
      );
      if (counts === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const notices = before.map((notice) => (notice.id === payload ? { ...notice, read: true } : notice));
      yield put({ type: 'saveNotices', payload: notices });
      yield put({ type: 'user/changeNotifyCount', payload: counts });
    },
    /** Marks all notices of a type as read and updates the counts. */
    *readNotices({ payload }: { payload: NoticeType }, { call, put, select }: Effects): Saga {
      const counts = yield* calls(call, () =>
        attempt(() => api.post('dashboard.Notice/readAll', { type: payload }), countsIn),
      );
      if (counts === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const notices = before.map((notice) => (notice.type === payload ? { ...notice, read: true } : notice));
      yield put({ type: 'saveNotices', payload: notices });
      yield put({ type: 'user/changeNotifyCount', payload: counts });
    },
    /** Loads the regions once for each session, because they change about once a year. Region pickers share this state. */
    *fetchPcdList({ callback }: { callback?: (ok: boolean) => void }, { call, put, select }: Effects): Saga {
      if ((yield* selects(select, (state) => state.global.pcdList)).length > 0) {
        callback?.(true);
        return;
      }
      const tree = yield* calls(call, readRegions);
      if (tree !== false) yield put({ type: 'savePcdList', payload: tree });
      callback?.(tree !== false);
    },
  },
  reducers: {
    changeLayoutCollapsed(state: GlobalState, { payload }: { payload?: boolean }): GlobalState {
      return { ...state, collapsed: payload ?? !state.collapsed };
    },
    saveNotices(state: GlobalState, { payload }: { payload: readonly Notice[] }): GlobalState {
      return { ...state, notices: payload };
    },
    saveClearedNotices(state: GlobalState, { payload }: { payload: string }): GlobalState {
      return { ...state, notices: state.notices.filter((notice) => notice.type !== payload) };
    },
    savePcdList(state: GlobalState, { payload }: { payload: readonly RegionOption[] }): GlobalState {
      return { ...state, pcdList: payload };
    },
    clear(state: GlobalState): GlobalState {
      return { ...EMPTY, collapsed: state.collapsed };
    },
  },
};

export default model;
