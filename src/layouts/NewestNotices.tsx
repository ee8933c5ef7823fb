import type { NoticeType } from '@contract/notice.events';
import { history, useDispatch, useSelector } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { backgroundRequest } from '@/app/request/backgroundRequest';
import { choiceState, useData, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import type { Notice, RootState } from '@/models/state';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Retry } from '@/ui/LoadFailed/Retry';
import { MessageItem } from '@/ui/MessageItem';
import { TimeText } from '@/ui/TimeText';
import styles from './bell.css';

const EMPTY = {
  notification: 'notice.emptyNotification',
  message: 'notice.emptyMessage',
  event: 'notice.emptyEvent',
} as const satisfies Record<NoticeType, string>;

type Loading = 'loading' | 'ready' | 'failed';

interface NewestNoticesProps {
  readonly type: NoticeType;
  readonly unread: number;
  /** Number of changes of the inbox. After each change the list is loaded again. */
  readonly changes: number;
  /** Called when the user opens another page. */
  readonly onLeave: () => void;
}

/** Lists the newest notices of one type. Users can open them, mark them as read, or clear them. */
export function NewestNotices({ type, unread, changes, onLeave }: NewestNoticesProps) {
  const dispatch = useDispatch();
  const { notices, state, load } = useNewest(type, changes);
  const { counts, isAsking, setAsking, clear } = useClearing(type);
  const open = (notice: Notice) => {
    if (!notice.read) dispatch({ type: 'global/changeNoticeReadState', payload: notice.id });
    if (!notice.link) return;
    onLeave();
    history.push(notice.link);
  };
  if (notices.length === 0) return <NoNotices type={type} state={state} onRetry={load} />;
  return (
    <>
      <ul className={styles.list} aria-busy={state === 'loading'}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeItem notice={notice} onOpen={() => open(notice)} />
          </li>
        ))}
      </ul>
      {isAsking ? (
        <ClearQuestion type={type} counts={counts} onClear={clear} onCancel={() => setAsking(false)} />
      ) : (
        <Foot
          hasUnread={unread > 0}
          onReadAll={() => dispatch({ type: 'global/readNotices', payload: type })}
          onClear={() => setAsking(true)}
        />
      )}
    </>
  );
}

/** Loads the newest notices of a type when its tab opens and after each change of the inbox. `load` repeats the call after a failure. */
function useNewest(type: NoticeType, changes: number) {
  const dispatch = useDispatch();
  const all = useSelector((state: RootState) => state.global.notices);
  const [state, setState] = useState<Loading>('loading');
  const load = () => {
    setState('loading');
    dispatch({
      type: 'global/fetchNotices',
      payload: type,
      callback: (ok: boolean) => setState(ok ? 'ready' : 'failed'),
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once when the tab opens
  useEffect(load, [type]);
  const shown = useRef(changes);
  useEffect(() => {
    if (shown.current === changes) return;
    shown.current = changes;
    // The server's message started this call. Until its answer arrives, and after a failure, the list stays as it is.
    backgroundRequest(() =>
      dispatch({
        type: 'global/fetchNotices',
        payload: type,
        callback: (ok: boolean) => ok && setState('ready'),
      }),
    );
  }, [dispatch, type, changes]);
  return { notices: all.filter((notice) => notice.type === type), state, load };
}

/** Clears all notices of a type after a confirmation. `counts` is the query for the numbers of notices. */
function useClearing(type: NoticeType) {
  const t = useT();
  const dispatch = useDispatch();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  // The confirmation shows the total count: clearing removes all notices of the type, but the list shows only the newest.
  const counts = useData('dashboard.Notice/getUnread', {}, { enabled: isAsking, staleTime: 0 });
  const clear = () => {
    setAsking(false);
    dispatch({
      type: 'global/clearNotices',
      payload: type,
      callback: (ok: boolean) => {
        if (!ok) return;
        toast.success(t('notice.clearDone', { type: t(`notice.${type}`) }));
        refresh('dashboard.Notice/getList');
      },
    });
  };
  return { counts, isAsking, setAsking, clear };
}

/** Replaces the list of notices while it loads, after a failure, and when it is empty. */
function NoNotices({
  type,
  state,
  onRetry,
}: {
  readonly type: NoticeType;
  readonly state: Loading;
  readonly onRetry: () => void;
}) {
  const t = useT();
  if (state === 'loading') return <div className={styles.list} aria-busy="true" />;
  if (state === 'failed') {
    return (
      <div className={styles.list} role="alert">
        <EmptyState text={t('notice.loadFailed')} action={<Retry onRetry={onRetry} />} />
      </div>
    );
  }
  return (
    <div className={styles.list}>
      <EmptyState text={t(EMPTY[type])} />
    </div>
  );
}

function NoticeItem({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const t = useT();
  return (
    <MessageItem
      title={
        <>
          {notice.title}
          {notice.count !== undefined && notice.count > 1 ? (
            <small>{t('notice.times', { n: notice.count })}</small>
          ) : null}
        </>
      }
      content={notice.content ?? ''}
      unread={notice.read ? null : t('notice.unread')}
      onOpen={onOpen}
    >
      <span className={styles.time}>
        <TimeText at={notice.at ?? null} />
      </span>
    </MessageItem>
  );
}

interface ClearQuestionProps {
  readonly type: NoticeType;
  readonly counts: ReturnType<typeof useClearing>['counts'];
  readonly onClear: () => void;
  readonly onCancel: () => void;
}

/** Asks before all notices of a type are deleted. Without their number, the user cannot delete them. */
function ClearQuestion({ type, counts, onClear, onCancel }: ClearQuestionProps) {
  const t = useT();
  const total = counts.data?.types[type].total;
  const { loading, onRetry } = choiceState(counts);
  return (
    <div className={styles.foot} role="alert" aria-busy={loading}>
      {total !== undefined ? (
        <>
          <span>{t('notice.clearAsk', { type: t(`notice.${type}`), n: total })}</span>
          <Button size="small" danger onClick={onClear}>
            {t('notice.clearDo')}
          </Button>
        </>
      ) : onRetry ? (
        <LoadFailed onRetry={onRetry} loading={loading} />
      ) : null}
      <Button size="small" autoFocus onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

interface FootProps {
  readonly hasUnread: boolean;
  readonly onReadAll: () => void;
  readonly onClear: () => void;
}

function Foot({ hasUnread, onReadAll, onClear }: FootProps) {
  const t = useT();
  return (
    <div className={styles.foot}>
      <Button size="small" type="text" disabled={!hasUnread} onClick={onReadAll}>
        {t('notice.readAll')}
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        {t('notice.clear')}
      </Button>
    </div>
  );
}
