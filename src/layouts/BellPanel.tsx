import { NOTICE_TYPES, type NoticeType } from '@contract/notice.events';
import { RULE } from '@contract/rule-ids';
import { Link, useSelector } from '@umijs/max';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import type { RootState } from '@/models/state';
import { Popover } from '@/ui/Popover';
import { Tabs } from '@/ui/Tabs';
import styles from './bell.css';
import { NewestNotices } from './NewestNotices';

const PAGE = '/dashboard/noticeManage';
const ANNOUNCEMENTS = 'announcements';
const InboxList = lazyWithRetry(() => import('@/features/announcements/InboxList').then((module) => module.InboxList));

interface BellPanelProps {
  /** The button of the bell. The panel is positioned below this button. */
  readonly anchor: HTMLElement;
  /** Number of changes of the inbox. After each change the panel reloads its notices. */
  readonly changes: number;
  readonly onClose: () => void;
}

/** Shows the newest notices by type, and the announcements. Users can open notices, mark them as read, or clear them. */
export default function BellPanel({ anchor, changes, onClose }: BellPanelProps) {
  const t = useT();
  const { can } = usePlatform();
  const unread = useSelector((state: RootState) => state.user.currentUser?.unread);
  const announced = useSelector((state: RootState) => state.user.currentUser?.announcements?.unread ?? 0);
  const box = useRef<HTMLDivElement>(null);
  // Start with the first tab that has unread notices or announcements.
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
              content: () => (
                <NewestNotices type={type} unread={unread?.[type] ?? 0} changes={changes} onLeave={onClose} />
              ),
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
        {tab !== ANNOUNCEMENTS && can(RULE['dashboard.notice']) ? (
          <Link to={PAGE} className={styles.all} onClick={onClose}>
            {t('notice.viewAll')}
          </Link>
        ) : null}
      </div>
    </Popover>
  );
}
