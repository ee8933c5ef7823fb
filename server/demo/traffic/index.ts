import { random } from '../random';
import { lossTraffic } from './losses';
import { noticeTraffic } from './notices';
import { riderTraffic } from './riders';
import { NOTHING, type Traffic, type TrafficTools } from './traffic';
import { userTraffic } from './users';

/** Simulations of the apps. They send all events of the apps except orders. */
const TRAFFIC: readonly Traffic[] = [riderTraffic, userTraffic, lossTraffic, noticeTraffic];
/** A round per minute is enough: riders count as online for two minutes after a report. */
const ROUND_MS = 60_000;

/**
 * Creates a function that runs at most one round of the apps per minute. It may be called at any time.
 *
 * @param begun start of the first round, in milliseconds
 */
export function appRounds(tools: Pick<TrafficTools, 'db' | 'send' | 'newId'>, begun: number) {
  const chance = random(`apps ${begun}`);
  let next = begun;
  return async (real: number): Promise<{ readonly done: number; readonly refused: number }> => {
    if (real < next) return NOTHING;
    next = real + ROUND_MS;
    const total = { done: 0, refused: 0 };
    for (const traffic of TRAFFIC) {
      const { done, refused } = await traffic({ ...tools, chance, now: new Date(real) });
      total.done += done;
      total.refused += refused;
    }
    return total;
  };
}
