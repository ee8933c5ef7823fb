import { useCallback, useEffect, useRef, useState } from 'react';
import { readData } from '@/app/request/useData';
import { isSessionOver } from '@/app/session/expiry';
import type { Announced } from './types';

/** Ids of announcements that the user closed since the page was loaded. After the next page load, unconfirmed announcements open again. */
const putOff = new Set<number>();

const RETRY_MS = 10_000;
/** Milliseconds after which a pending load covers the console, because an unread announcement may block the console. */
const COVER_AFTER_MS = 2_000;

/** `none`: the console is not covered · `late`: it is covered while the announcements load · `failed`: they could not be loaded. */
type Cover = 'none' | 'late' | 'failed';

/** Returns the queue after a load. The open announcement stays first, unless it was blocking and was withdrawn or confirmed elsewhere. */
function withLatest(queue: readonly Announced[], latest: readonly Announced[]): readonly Announced[] {
  const open = latest.filter(({ id, isBlocking }) => isBlocking || !putOff.has(id));
  const [current] = queue;
  if (!current || (current.isBlocking && !latest.some(({ id }) => id === current.id))) return open;
  return [current, ...open.filter(({ id }) => id !== current.id)];
}

/**
 * Loads the announcements that open automatically. It loads them again when `waiting` changes. If a load fails while an announcement is
 * waiting or open, it tries again after 10 seconds.
 *
 * @param waiting number of announcements that open automatically, as the server last reported it
 * @param onEnd called when no announcement is left
 */
export function useQueue(waiting: number, onEnd: () => void) {
  const [queue, setQueue] = useState<readonly Announced[]>([]);
  const [cover, setCover] = useState<Cover>('none');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ queue, waiting, onEnd });
  latest.current = { queue, waiting, onEnd };
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again for each attempt and each count
  useEffect(() => {
    let isGone = false;
    const coverLate = () => {
      // After the session has expired, the load waits for the sign-in dialog. The cover would block that dialog.
      if (!isSessionOver()) setCover((shown) => (shown === 'none' ? 'late' : shown));
    };
    const timers = [setTimeout(coverLate, COVER_AFTER_MS)];
    readData('announcement.Inbox/getPopups', {})
      .then(({ list }) => {
        if (isGone) return;
        const next = withLatest(latest.current.queue, list);
        setCover('none');
        setQueue(next);
        if (next.length === 0) latest.current.onEnd();
      })
      .catch(() => {
        if (isGone) return;
        const isOver = latest.current.waiting === 0 && latest.current.queue.length === 0;
        if (isOver) latest.current.onEnd();
        else {
          setCover('failed');
          timers.push(setTimeout(retry, RETRY_MS));
        }
      })
      .finally(() => clearTimeout(timers[0]));
    return () => {
      isGone = true;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [attempt, waiting]);

  /** Closes the first announcement. If it was the last, the list is loaded again, because another announcement may have been published. */
  const next = useCallback(() => {
    const [closed, ...rest] = latest.current.queue;
    if (closed) putOff.add(closed.id);
    setQueue(rest);
    if (rest.length === 0) retry();
  }, [retry]);

  return { queue, cover, retry, next };
}
