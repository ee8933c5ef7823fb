import { useEffect, useRef, useState } from 'react';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { createQueue, type Entry, type Queue, type QueueState } from './queue';
import { sender } from './sender';
import { queueStore } from './store';

/** Milliseconds between retries while entries wait. The browser's `online` event also triggers a retry. */
const AGAIN_MS = 15_000;
const NOTHING: QueueState = { entries: [], isSending: false };

export interface InspectionQueue {
  /** `null` until the store is open. */
  readonly queue: Queue | null;
  /** Entries of this inspection. The queue can also contain entries of other inspections. */
  readonly entries: readonly Entry[];
  readonly isSending: boolean;
  /** Whether stored entries survive closing the page. */
  readonly isKept: boolean;
}

/** Returns the user's queue on this device and its entries for one inspection. While the page is open, the hook also sends the queue. */
export function useInspectionQueue(inspectionId: number): InspectionQueue {
  const { userId } = usePlatform();
  const refresh = useRefresh();
  const [state, setState] = useState(NOTHING);
  const [opened, setOpened] = useState<{ readonly queue: Queue; readonly isKept: boolean } | null>(null);
  useEffect(() => {
    let isGone = false;
    void queueStore().then(async ({ store, isKept }) => {
      if (isGone) return;
      const queue = createQueue(store, sender, userId, (next) => {
        if (!isGone) setState(next);
      });
      await queue.reload();
      if (isGone) return;
      setOpened({ queue, isKept });
      void queue.send();
    });
    return () => {
      isGone = true;
    };
  }, [userId]);
  const waiting = state.entries.filter(({ refusal }) => refusal === null).length;
  useEffect(() => {
    if (!opened || waiting === 0) return;
    const send = () => void opened.queue.send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [opened, waiting]);
  // After an entry has left the queue, reload the data to show the server's result.
  const before = useRef(0);
  useEffect(() => {
    if (before.current > 0 && state.entries.length < before.current) refresh('safety.');
    before.current = state.entries.length;
  }, [state.entries.length, refresh]);
  return {
    queue: opened?.queue ?? null,
    entries: state.entries.filter((entry) => entry.inspectionId === inspectionId),
    isSending: state.isSending,
    isKept: opened?.isKept ?? true,
  };
}
