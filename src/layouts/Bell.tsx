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

/** The first page is shown before the stream's code is loaded, because the site info contains the counts. Milliseconds. */
const START_MS = 3_000;
const MOST_SHOWN = 99;

/** Reads the list and the counts of an open bell again. */
const refresh = () => {
  for (const address of [
    'dashboard.Notice/getList',
    'dashboard.Notice/getUnread',
    'announcement.Inbox/getList',
  ] as const)
    backgroundRequest(() => void queryClient.invalidateQueries({ queryKey: [address] }));
};

/** Follows the user's notices while the frame is mounted. @returns the newest title, for screen readers */
function useNotices(): string {
  const dispatch = useDispatch();
  const locale = useLocale();
  const { id: userId } = useCurrentUser();
  const [newest, setNewest] = useState('');
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
    const follow = async () => {
      const { followNotices } = await import('@/app/noticeStream');
      if (isGone) return;
      stop = followNotices({
        notice(row: NoticeRow) {
          dispatch({ type: 'global/receiveNotice', payload: row });
          setNewest(row.title);
        },
        counts(counts) {
          // The first counts belong to the start of the stream. If they differ from the page's, news arrived before it.
          if (!isFirst || counts.unread !== known.current) refresh();
          isFirst = false;
          dispatch({ type: 'user/changeNotifyCount', payload: notifyCount(counts) });
        },
        reset: refresh,
      });
    };
    // If the code does not load there is no stream, and the counts change only at the next reload.
    const timer = setTimeout(() => void follow().catch(() => undefined), START_MS);
    return () => {
      setNewest('');
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [dispatch, locale, userId]);
  return newest;
}

/** The bell in the header (SPEC §2 "a notification area"): the number of unread notices, and a panel with the newest ones. */
export function Bell() {
  const t = useT();
  const unread = useSelector(
    ({ user }: RootState) => user.unreadCount + (user.currentUser?.announcements?.unread ?? 0),
  );
  const newest = useNotices();
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
      {anchor ? <BellPanel anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
