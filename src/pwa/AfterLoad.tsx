import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';

const Notices = lazyWithRetry(() => import('.').then((module) => module.default), { quiet: true });

/** What the first page needs comes first. Milliseconds. */
const START_MS = 2_500;

/** The notices about network and new versions, and the offline worker: nothing of them makes the first page wait. */
export function AfterLoad() {
  const isTime = useIdle(START_MS);
  return isTime ? <Notices /> : null;
}
