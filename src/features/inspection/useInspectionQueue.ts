import { useEffect, useRef, useState } from 'react';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { createQueue, type Entry, type Queue, type QueueState } from './queue';
import { sender } from './sender';
import { queueStore } from './store';

/** Retry interval while entries wait, in milliseconds. The browser's `online` event also causes a retry. */
const AGAIN_MS = 15_000;
const NOTHING: QueueState = { entries: [], isSending: false };

export interface InspectionQueue {
  /** Null until the store is open. */
  readonly queue: Queue | null;
  /** Entries of this inspection. */
  readonly entries: readonly Entry[];
  readonly isSending: boolean;
  /** Stored entries outlive this page. */
  readonly isKept: boolean;
}

/** Returns the answers of an inspection that wait on this device, and sends them while the page is open. */
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
  // After entries were sent, reload to show the server's result.
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
