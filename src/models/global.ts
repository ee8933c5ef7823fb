import type { NoticeCounts, NoticeRow } from '@contract/notice';
import type { NoticeType } from '@contract/notice.events';
import { isTight } from '@/app/appearance/appearance';
import { type RegionOption, regionTree } from '@/app/regionTree';
import { api } from '@/app/request/api';
import { calls, type Effects, type Saga, selects } from './effects';
import type { GlobalState, Notice } from './state';

/** In a narrow window the side bar would cover the page or squeeze it, so it starts folded. */
const EMPTY: GlobalState = { collapsed: isTight(), notices: [], pcdList: [] };

/** How many of a type the bell shows; the whole list is on its own page. */
const SHOWN = 10;

/** What `changeNotifyCount` takes. The server counts: the list here holds only the newest ones. */
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
 * One call, and what is read of its answer; false after its message was shown, when there is no session any more, or when the answer
 * lacks what is read.
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

/** The one call that is on its way: several pickers of a page ask at the same time. */
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
    /** Reads the newest notices of a type; those of other types stay as they are. */
    *fetchNotices(
      { payload, callback }: { payload: NoticeType; callback?: (ok: boolean) => void },
      { call, put, select }: Effects,
    ): Saga {
      const newest = yield* calls(call, () =>
        attempt(
          () => api.get('dashboard.Notice/getList', { type: payload, limit: SHOWN }),
          ({ list }) => list.map(noticeOf),
        ),
      );
      callback?.(newest !== false);
      if (newest === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const others = before.filter((notice) => notice.type !== payload);
      yield put({ type: 'saveNotices', payload: [...others, ...newest] });
    },
    /** A new notice: it comes first, instead of an earlier state of itself. */
    *receiveNotice({ payload }: { payload: NoticeRow }, { put, select }: Effects): Saga {
      const before = yield* selects(select, (state) => state.global.notices);
      const notice = noticeOf(payload);
      const rest = before.filter(({ id }) => id !== notice.id);
      yield put({ type: 'saveNotices', payload: [notice, ...rest] });
    },
    /** Removes all notices of a type, then counts again (SPEC §4). */
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
    /** Marks one notice read, then counts again (SPEC §4). */
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
    /** Marks all notices of a type read, then counts again. */
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
    /** Reads the regions once a session: districts change once a year. All pickers read them from this state. */
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
