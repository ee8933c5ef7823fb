import { NOTICE_TYPES, type NoticeType } from '@contract/notice.events';
import { RULE } from '@contract/rule-ids';
import { history, Link, useDispatch, useSelector } from '@umijs/max';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { useData, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import type { Notice, RootState } from '@/models/state';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { MessageItem } from '@/ui/MessageItem';
import { Popover } from '@/ui/Popover';
import { Tabs } from '@/ui/Tabs';
import { TimeText } from '@/ui/TimeText';
import styles from './bell.css';

const PAGE = '/dashboard/noticeManage';
const ANNOUNCEMENTS = 'announcements';
const InboxList = lazyWithRetry(() => import('@/features/announcements/InboxList').then((module) => module.InboxList));
const EMPTY = {
  notification: 'notice.emptyNotification',
  message: 'notice.emptyMessage',
  event: 'notice.emptyEvent',
} as const satisfies Record<NoticeType, string>;

interface BellPanelProps {
  /** The bell: the panel hangs below it. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** The newest notices by type: open, mark read, clear. */
export default function BellPanel({ anchor, onClose }: BellPanelProps) {
  const t = useT();
  const { can } = usePlatform();
  const unread = useSelector((state: RootState) => state.user.currentUser?.unread);
  const announced = useSelector((state: RootState) => state.user.currentUser?.announcements?.unread ?? 0);
  const box = useRef<HTMLDivElement>(null);
  // Opened where something is unread.
  const [tab, setTab] = useState<NoticeType | typeof ANNOUNCEMENTS>(
    () => NOTICE_TYPES.find((type) => unread?.[type]) ?? (announced > 0 ? ANNOUNCEMENTS : 'notification'),
  );
  const announcements = t('menu.announcements');
  useEffect(() => box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus(), []);
  return (
    <Popover anchor={anchor} align="end" onClose={onClose}>
      <div ref={box} role="dialog" aria-label={t('notice.panel')} className={styles.panel}>
        <Tabs
          label={t('notice.types')}
          active={tab}
          onChange={(key) => setTab(NOTICE_TYPES.find((type) => type === key) ?? ANNOUNCEMENTS)}
          items={[
            ...NOTICE_TYPES.map((type) => ({
              key: type,
              label: unread?.[type]
                ? t('notice.countOf', { type: t(`notice.${type}`), n: unread[type] })
                : t(`notice.${type}`),
              content: () => <Newest type={type} unread={unread?.[type] ?? 0} onLeave={onClose} />,
            })),
            {
              key: ANNOUNCEMENTS,
              label: announced > 0 ? t('notice.countOf', { type: announcements, n: announced }) : announcements,
              content: () => (
                <Suspense fallback={<div className={styles.list} aria-busy="true" />}>
                  <InboxList onLeave={onClose} />
                </Suspense>
              ),
            },
          ]}
        />
        {can(RULE['dashboard.notice']) ? (
          <Link to={PAGE} className={styles.all} onClick={onClose}>
            {t('notice.viewAll')}
          </Link>
        ) : null}
      </div>
    </Popover>
  );
}

interface NewestProps {
  readonly type: NoticeType;
  readonly unread: number;
  /** Another page opens. */
  readonly onLeave: () => void;
}

function Newest({ type, unread, onLeave }: NewestProps) {
  const t = useT();
  const dispatch = useDispatch();
  const refresh = useRefresh();
  const all = useSelector((state: RootState) => state.global.notices);
  const notices = all.filter((notice) => notice.type === type);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [asking, setAsking] = useState(false);
  // The list shows the newest only; what goes is everything of the type.
  const counts = useData('dashboard.Notice/getUnread', {}, { enabled: asking, staleTime: 0 });

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

  const open = (notice: Notice) => {
    if (!notice.read) dispatch({ type: 'global/changeNoticeReadState', payload: notice.id });
    if (!notice.link) return;
    onLeave();
    history.push(notice.link);
  };
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

  if (notices.length === 0) {
    if (state === 'loading') return <div className={styles.list} aria-busy="true" />;
    if (state === 'failed') {
      return (
        <div className={styles.list} role="alert">
          <EmptyState text={t('notice.loadFailed')} action={<Button onClick={load}>{t('common.retry')}</Button>} />
        </div>
      );
    }
    return (
      <div className={styles.list}>
        <EmptyState text={t(EMPTY[type])} />
      </div>
    );
  }
  return (
    <>
      <ul className={styles.list} aria-busy={state === 'loading'}>
        {notices.map((notice) => (
          <li key={notice.id}>
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
              onOpen={() => open(notice)}
            >
              <span className={styles.time}>
                <TimeText at={notice.at ?? null} />
              </span>
            </MessageItem>
          </li>
        ))}
      </ul>
      {asking ? (
        <div className={styles.foot} role="alert">
          <span>
            {t('notice.clearAsk', { type: t(`notice.${type}`), n: counts.data?.types[type].total ?? notices.length })}
          </span>
          <Button size="small" danger autoFocus onClick={clear}>
            {t('notice.clearDo')}
          </Button>
          <Button size="small" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
        </div>
      ) : (
        <div className={styles.foot}>
          <Button
            size="small"
            type="text"
            disabled={unread === 0}
            onClick={() => dispatch({ type: 'global/readNotices', payload: type })}
          >
            {t('notice.readAll')}
          </Button>
          <Button size="small" type="text" onClick={() => setAsking(true)}>
            {t('notice.clear')}
          </Button>
        </div>
      )}
    </>
  );
}
