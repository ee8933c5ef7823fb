import type { Tone } from '@contract/lifecycle';
import { Link } from '@umijs/max';
import { openAnnouncement } from '@/app/announcements';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Block, Nothing } from './Block';
import styles from './index.css';
import { stationsOf, type View } from './view';

const LEVEL_TONE = { attention: 'attention', bad: 'bad' } as const satisfies Record<string, Tone>;
const ANNOUNCE_TONE = { normal: 'neutral', important: 'attention', urgent: 'bad' } as const satisfies Record<
  string,
  Tone
>;

/** Height of the to-do list in pixels. index.css has the same value. */
const TODO_HEIGHT = 336;

/** Lists the user's to-dos with count and link. The server omits to-dos that the user has no permission for. */
export function Todo({ view }: { readonly view: View }) {
  const t = useT();
  const query = useData('dashboard.Index/getTodo', stationsOf(view), { keepPrevious: true });
  return (
    <Block title="dashboard.todo" asOf={query.data?.asOf}>
      <QueryBoundary
        query={query}
        minHeight={TODO_HEIGHT}
        isEmpty={({ list }) => list.length === 0}
        empty={<Nothing text={t('dashboard.todoEmpty')} height={TODO_HEIGHT} />}
      >
        {({ list }) => (
          <ul className={styles.todo}>
            {list.map(({ code, text, link, level }) => (
              <li key={code}>
                <Link to={link}>
                  <span className={styles.todoText}>{text}</span>
                  {level === 'info' ? null : (
                    <StatusTag tone={LEVEL_TONE[level]} text={t(`dashboard.level_${level}`)} />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Block>
  );
}

/** Lists the five latest announcements. Each opens in a dialog. */
export function Announcements({ ready }: { readonly ready: boolean }) {
  const t = useT();
  const query = useData('dashboard.Index/getAnnouncements', {}, { enabled: ready });
  return (
    <Block title="dashboard.announcements" asOf={query.data?.asOf}>
      <QueryBoundary
        query={query}
        minHeight={180}
        isEmpty={({ list }) => list.length === 0}
        empty={<Nothing text={t('dashboard.announcementsEmpty')} height={120} />}
      >
        {({ list }) => (
          <ul className={styles.announcements}>
            {list.map(({ id, title, level, content, publishedAt, isRead }) => (
              <li key={id}>
                <button type="button" data-unread={!isRead} onClick={() => openAnnouncement(id)}>
                  <span className={styles.announceTitle}>{title}</span>
                  <span className={styles.announceMeta}>
                    {level === 'normal' ? null : (
                      <StatusTag tone={ANNOUNCE_TONE[level]} text={t(`dashboard.announce_${level}`)} />
                    )}
                    <TimeText at={publishedAt} />
                  </span>
                  <span className={styles.announceText} title={content}>
                    {content}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Block>
  );
}
