import { useDispatch } from '@umijs/max';
import { useEffect, useState } from 'react';
import { useT, useTexts } from '@/app/i18n/i18n';
import { readData } from '@/app/request/useData';
import { Announcement } from './Announcement';
import { useCounts } from './Reader';
import type { Announced } from './types';

/** Announcements that the user postponed in this window. They open again on the next visit. */
const putOff = new Set<number>();

/** Opens announcements automatically, one after the other. @param waiting the server's current count */
export function Popups({ waiting, onEnd }: { readonly waiting: number; readonly onEnd: () => void }) {
  const t = useT();
  const dispatch = useDispatch();
  const isReady = useTexts('pages');
  const onCounts = useCounts();
  const [queue, setQueue] = useState<readonly Announced[] | null>(null);
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is loaded once; later announcements follow after its end
  useEffect(() => {
    let isGone = false;
    readData('announcement.Inbox/getPopups', {})
      .then(({ list }) => {
        if (isGone) return;
        const open = list.filter(({ id, isBlocking }) => isBlocking || !putOff.has(id));
        if (open.length === 0) onEnd();
        else setQueue(open);
      })
      .catch(onEnd);
    return () => {
      isGone = true;
    };
  }, []);
  // The announcement was withdrawn, or confirmed in another window: unblock the console.
  useEffect(() => {
    if (waiting === 0 && queue?.[at]?.isBlocking) onEnd();
  }, [waiting, queue, at, onEnd]);
  const one = queue?.[at];
  if (!isReady || !queue || !one) return null;
  const next = () => {
    putOff.add(one.id);
    if (at + 1 < queue.length) setAt(at + 1);
    else onEnd();
  };
  return (
    <Announcement
      key={one.id}
      one={one}
      onCounts={onCounts}
      {...(queue.length > 1 && { progress: t('announcementInbox.progress', { n: at + 1, total: queue.length }) })}
      {...(one.isBlocking && { onSignOut: () => void dispatch({ type: 'login/logout' }) })}
      onEnd={next}
    />
  );
}
