import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';

const Notices = lazyWithRetry(() => import('.').then((module) => module.default), { quiet: true });

/** Delay in milliseconds before the notices are loaded. The data of the first page has priority. */
const START_MS = 2_500;

/** Loads the network and version notices and the offline worker late, so that they do not delay the first page. */
export function AfterLoad() {
  const isTime = useIdle(START_MS);
  return isTime ? <Notices /> : null;
}
