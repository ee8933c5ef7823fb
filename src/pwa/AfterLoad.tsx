import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';

const Notices = lazyWithRetry(() => import('.').then((module) => module.default), { quiet: true });

/** Delay, so that the data of the first page is loaded first. Milliseconds. */
const START_MS = 2_500;

/** The notices about network and new versions, and the offline worker: none of them may delay the first page. */
export function AfterLoad() {
  const isTime = useIdle(START_MS);
  return isTime ? <Notices /> : null;
}
