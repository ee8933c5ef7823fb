import { useEffect, useRef, useState } from 'react';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { createQueue, type Entry, type Queue, type QueueState } from './queue';
import { sender } from './sender';
import { queueStore } from './store';

/** While something waits it is sent again after so long, besides when the browser says that the network is back. Milliseconds. */
const AGAIN_MS = 15_000;
const NOTHING: QueueState = { entries: [], isSending: false };

export interface InspectionQueue {
  /** Null while the store opens. */
  readonly queue: Queue | null;
  /** Of this inspection. */
  readonly entries: readonly Entry[];
  readonly isSending: boolean;
  /** What is kept outlives this page. */
  readonly isKept: boolean;
}

/** The answers of an inspection that wait on this device. They are sent as long as the page is open. */
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
  // What arrived shows what the server made of it.
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
