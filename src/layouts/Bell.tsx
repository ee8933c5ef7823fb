import type { NoticeRow } from '@contract/notice';
import { useDispatch, useSelector } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { backgroundRequest } from '@/app/request/backgroundRequest';
import { queryClient } from '@/app/request/queryClient';
import { notifyCount } from '@/models/global';
import type { RootState } from '@/models/state';
import { useCurrentUser } from '@/models/useCurrentUser';
import styles from './bell.css';
import { MenuIcon } from './menuIcons';

const loadPanel = () => import('./BellPanel');
const BellPanel = lazyWithRetry(() => loadPanel().then((module) => module.default));

/** Delay in milliseconds. The stream's code loads after the first page is shown. Until then, the bell shows the counts of the site info. */
const START_MS = 3_000;
const MOST_SHOWN = 99;

/** Reloads the notices, counts and announcements on the screen, except the open panel's notices, which are in the `global` model. */
const refresh = () => {
  for (const address of [
    'dashboard.Notice/getList',
    'dashboard.Notice/getUnread',
    'announcement.Inbox/getList',
  ] as const)
    backgroundRequest(() => void queryClient.invalidateQueries({ queryKey: [address] }));
};

/**
 * Receives the user's notices while the frame is mounted.
 *
 * @returns the title of the newest notice, for screen readers, and the number of changes of the inbox after which lists must be reloaded
 */
function useNotices(): { newest: string; changes: number } {
  const dispatch = useDispatch();
  const locale = useLocale();
  const { id: userId } = useCurrentUser();
  const [newest, setNewest] = useState('');
  const [changes, setChanges] = useState(0);
  const unread = useSelector(({ user }: RootState) => user.unreadCount);
  const known = useRef(unread);
  useEffect(() => {
    known.current = unread;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or language needs its own connection
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    let isFirst = true;
    const reload = () => {
      refresh();
      setChanges((count) => count + 1);
    };
    const follow = async () => {
      const { followNotices } = await import('@/app/noticeStream');
      if (isGone) return;
      stop = followNotices({
        notice(row: NoticeRow) {
          dispatch({ type: 'global/receiveNotice', payload: row });
          setNewest(row.title);
        },
        counts(counts) {
          // The stream starts with the current counts. If they differ from the page's counts, notices arrived before the start.
          if (!isFirst || counts.unread !== known.current) reload();
          isFirst = false;
          dispatch({ type: 'user/changeNotifyCount', payload: notifyCount(counts) });
        },
        reset: reload,
      });
    };
    // If the code cannot be loaded, there is no stream. The counts then do not change when a notice arrives.
    const timer = setTimeout(() => void follow().catch(() => undefined), START_MS);
    return () => {
      setNewest('');
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [dispatch, locale, userId]);
  return { newest, changes };
}

/**
 * Shows the bell in the header (SPEC §2) with the number of unread notices and announcements. The bell opens a panel with the newest
 * notices and announcements.
 */
export function Bell() {
  const t = useT();
  const unread = useSelector(
    ({ user }: RootState) => user.unreadCount + (user.currentUser?.announcements?.unread ?? 0),
  );
  const { newest, changes } = useNotices();
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.bell}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={unread > 0 ? t('notice.bell', { n: unread }) : t('notice.bellNone')}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onFocus={() => void loadPanel().catch(() => undefined)}
        onClick={() => setAnchor(anchor ? null : button.current)}
      >
        <MenuIcon name="bell" />
        {unread > 0 ? (
          <span className={styles.badge} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        ) : null}
      </button>
      <span role="status" data-visually-hidden="">
        {newest === '' ? '' : t('notice.new', { title: newest })}
      </span>
      {anchor ? <BellPanel anchor={anchor} changes={changes} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
