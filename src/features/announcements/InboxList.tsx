import { LEVEL_TONES } from '@contract/announcement.states';
import { RULE } from '@contract/rule-ids';
import { Link } from '@umijs/max';
import { openAnnouncement } from '@/app/announcements';
import { useT, useTexts } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { EmptyState } from '@/ui/EmptyState';
import { MessageItem } from '@/ui/MessageItem';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

const PAGE = '/announcementCenter/announcementCenter';

/** Lists the user's announcements below the bell icon. @param onLeave called when another page or a dialog opens */
export function InboxList({ onLeave }: { readonly onLeave: () => void }) {
  const t = useT();
  const { can } = usePlatform();
  const isReady = useTexts('pages');
  const query = useData('announcement.Inbox/getList', {}, { staleTime: 0 });
  if (!isReady) return null;
  const open = (id: number) => {
    onLeave();
    openAnnouncement(id);
  };
  return (
    <QueryBoundary
      query={query}
      minHeight={200}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('announcementInbox.empty')} />}
    >
      {({ list }) => (
        <>
          <ul className={styles.inbox}>
            {list.map(({ id, title, level, levelText, excerpt, publishAt, isRead, isConfirmed }) => (
              <li key={id}>
                <MessageItem
                  title={title}
                  content={excerpt}
                  unread={isRead ? null : t('announcementInbox.unread')}
                  onOpen={() => open(id)}
                >
                  <span className={styles.below}>
                    {level === 'normal' ? null : <StatusTag tone={LEVEL_TONES[level]} text={levelText} />}
                    {isConfirmed === false ? (
                      <StatusTag tone="attention" text={t('announcementInbox.toConfirm')} />
                    ) : null}
                    <TimeText at={publishAt} />
                  </span>
                </MessageItem>
              </li>
            ))}
          </ul>
          {can(RULE.announcement) ? (
            <Link to={PAGE} className={styles.more} onClick={onLeave}>
              {t('announcementInbox.more')}
            </Link>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}
