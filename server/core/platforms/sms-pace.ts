import type { SmsPort } from './ports';

/** Limits how fast we send messages to a platform. */

/** Maximum number of items that `inGroups` processes concurrently. */
const AT_ONCE = 8;

/** Maximum number of text messages that a job takes and sends in one batch. */
export const SMS_BATCH = 50;

/** Returns the maximum number of text messages per second. Alibaba Cloud accepts 100 by default. */
export const smsPerSecond = async (sms: Pick<SmsPort, 'isSimulated'>): Promise<number> =>
  (await sms.isSimulated()) ? 2_000 : 100;

/** Processes items in groups of `AT_ONCE` concurrent items. @returns the results in the order of the items */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}
