import type { SmsPort } from './ports';

/** How fast messages are handed to a platform. */

/** Calls to one platform at the same time. */
const AT_ONCE = 8;

/** Text messages that are taken together. */
export const SMS_BATCH = 50;

/** Text messages a second. Alibaba Cloud takes 100 by default. Ask after `repeats`, which reads the settings. */
export const smsPerSecond = ({ simulated }: Pick<SmsPort, 'simulated'>): number => (simulated ? 2_000 : 100);

/** Does work for each item, some at the same time. @returns results in the order of the items */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}
