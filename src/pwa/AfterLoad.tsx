import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';

const Notices = lazyWithRetry(() => import('.').then((module) => module.default), { quiet: true });

/** Delay of the notices in milliseconds. They wait so that the first page's data is loaded first. */
const START_MS = 2_500;

/** Loads the network and version notices and the offline worker late, so that they do not delay the first page. */
export function AfterLoad() {
  const isTime = useIdle(START_MS);
  return isTime ? <Notices /> : null;
}
