import type { SmsPort } from './ports';

/** Limits how fast messages are sent to a platform. */

/** Maximum concurrent calls to one platform. */
const AT_ONCE = 8;

/** Batch size of text messages. */
export const SMS_BATCH = 50;

/** Text messages per second. Alibaba Cloud accepts 100 by default. Call it after `repeats`, which reads the settings. */
export const smsPerSecond = ({ simulated }: Pick<SmsPort, 'simulated'>): number => (simulated ? 2_000 : 100);

/** Processes items with limited concurrency. @returns results in the order of the items */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}
