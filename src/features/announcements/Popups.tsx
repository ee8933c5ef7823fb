import { useDispatch } from '@umijs/max';
import { useEffect, useState } from 'react';
import { useT, useTexts } from '@/app/i18n/i18n';
import { readData } from '@/app/request/useData';
import { Announcement } from './Announcement';
import { useCounts } from './Reader';
import type { Announced } from './types';

/** Put off in this window; they open again with the next visit. */
const putOff = new Set<number>();

/** Announcements that open by themselves, one after the other. @param waiting how many the server counts now */
export function Popups({ waiting, onEnd }: { readonly waiting: number; readonly onEnd: () => void }) {
  const t = useT();
  const dispatch = useDispatch();
  const isReady = useTexts('pages');
  const onCounts = useCounts();
  const [queue, setQueue] = useState<readonly Announced[] | null>(null);
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when it opens; what comes meanwhile follows after its end
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
  // Withdrawn or confirmed elsewhere: the console opens again.
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
