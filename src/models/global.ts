import type { NoticeCounts, NoticeRow } from '@contract/notice';
import type { NoticeType } from '@contract/notice.events';
import { isTight } from '@/app/appearance/appearance';
import { type RegionLists, type RegionOption, regionTree } from '@/app/regionTree';
import { api } from '@/app/request/api';
import { calls, type Effects, type Saga, selects } from './effects';
import type { GlobalState, Notice } from './state';

/** In a narrow window the side bar would cover the page or squeeze it, so it starts folded. */
const EMPTY: GlobalState = { collapsed: isTight(), notices: [], pcdList: [] };

/** How many of a type the bell shows; the whole list stands on its own page. */
const SHOWN = 10;

/** What `changeNotifyCount` takes. The server counts: the list here holds only the newest ones. */
export const notifyCount = ({ total, unread, types }: NoticeCounts) => ({
  totalCount: total,
  unreadCount: unread,
  unread: {
    notification: types.notification.unread,
    message: types.message.unread,
    event: types.event.unread,
  },
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

/** One call of the bell; false after its message was shown, or when there is no session any more. */
async function attempt<T>(run: () => Promise<T | false>): Promise<T | false> {
  try {
    return await run();
  } catch {
    return false;
  }
}

/** The region lists from the shared cache, or null when they could not be read (the message was shown). */
async function readRegions(): Promise<RegionLists | null> {
  const { queryClient } = await import('@/app/request/queryClient');
  try {
    return await queryClient.fetchQuery({
      queryKey: ['common.Region/getPcdList', {}],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        const answer = await api.get('common.Region/getPcdList', {});
        if (answer === false) throw new Error('the regions could not be read');
        return answer.data;
      },
    });
  } catch {
    return null;
  }
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
      const answer = yield* calls(call, () =>
        attempt(() => api.get('dashboard.Notice/getList', { type: payload, limit: SHOWN })),
      );
      callback?.(answer !== false);
      if (answer === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const others = before.filter((notice) => notice.type !== payload);
      yield put({ type: 'saveNotices', payload: [...others, ...answer.data.list.map(noticeOf)] });
    },
    /** A notice has just come: it stands first, instead of an earlier state of itself. */
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
      const answer = yield* calls(call, () => attempt(() => api.post('dashboard.Notice/clear', { type: payload })));
      if (answer !== false) {
        yield put({ type: 'saveClearedNotices', payload });
        yield put({ type: 'user/changeNotifyCount', payload: notifyCount(answer.data.counts) });
      }
      callback?.(answer !== false);
    },
    /** Marks one notice read, then counts again (SPEC §4). */
    *changeNoticeReadState({ payload }: { payload: string }, { call, put, select }: Effects): Saga {
      const answer = yield* calls(call, () =>
        attempt(() => api.post('dashboard.Notice/read', { ids: [Number(payload)] })),
      );
      if (answer === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const notices = before.map((notice) => (notice.id === payload ? { ...notice, read: true } : notice));
      yield put({ type: 'saveNotices', payload: notices });
      yield put({ type: 'user/changeNotifyCount', payload: notifyCount(answer.data.counts) });
    },
    /** Marks all notices of a type read, then counts again. */
    *readNotices({ payload }: { payload: NoticeType }, { call, put, select }: Effects): Saga {
      const answer = yield* calls(call, () => attempt(() => api.post('dashboard.Notice/readAll', { type: payload })));
      if (answer === false) return;
      const before = yield* selects(select, (state) => state.global.notices);
      const notices = before.map((notice) => (notice.type === payload ? { ...notice, read: true } : notice));
      yield put({ type: 'saveNotices', payload: notices });
      yield put({ type: 'user/changeNotifyCount', payload: notifyCount(answer.data.counts) });
    },
    /** Reads the regions, once a session: the pickers share the same cached answer. */
    *fetchPcdList(_: unknown, { call, put }: Effects): Saga {
      const lists = yield* calls(call, readRegions);
      if (lists) yield put({ type: 'savePcdList', payload: regionTree(lists) });
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
