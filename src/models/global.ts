import { api } from '@/services/api';
import { isNarrow } from '@/utils/look';
import { type RegionLists, type RegionOption, regionTree } from '@/utils/region-tree';
import { calls, type Effects, type Saga, selects } from './effects';

export interface Notice {
  readonly id: string;
  readonly type: string;
  readonly read: boolean;
}

export interface GlobalState {
  /** The side bar is folded. */
  readonly collapsed: boolean;
  readonly notices: readonly Notice[];
  /** Provinces with their cities and districts (SPEC §3). */
  readonly pcdList: readonly RegionOption[];
}

/** On a narrow screen the side bar covers the page, so it starts folded. */
const EMPTY: GlobalState = { collapsed: isNarrow(), notices: [], pcdList: [] };

const counts = (notices: readonly Notice[]) => ({
  totalCount: notices.length,
  unreadCount: notices.filter((notice) => !notice.read).length,
});

/** The region lists from the shared cache, or null when they could not be read (the message was shown). */
async function readRegions(): Promise<RegionLists | null> {
  const { queryClient } = await import('@/services/queries');
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
    /** Removes all notices of a type, then counts again (SPEC §4). */
    *clearNotices({ payload }: { payload: string }, { put, select }: Effects): Saga {
      yield put({ type: 'saveClearedNotices', payload });
      const notices = yield* selects(select, (state) => state.global.notices);
      yield put({ type: 'user/changeNotifyCount', payload: counts(notices) });
    },
    /** Marks one notice read, then counts again (SPEC §4). */
    *changeNoticeReadState({ payload }: { payload: string }, { put, select }: Effects): Saga {
      const before = yield* selects(select, (state) => state.global.notices);
      const notices = before.map((notice) => (notice.id === payload ? { ...notice, read: true } : notice));
      yield put({ type: 'saveNotices', payload: notices });
      yield put({ type: 'user/changeNotifyCount', payload: counts(notices) });
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
