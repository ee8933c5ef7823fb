import type { Kysely } from 'kysely';
import { HOUR } from '../../../contract/hourToReach.settings';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { allShops } from './store';

const label = (name: string) =>
  text(`店铺“${name}”的授权`, `Authorisation of shop ${name}`, `Autorização da loja ${name}`, `店鋪「${name}」的授權`);

/**
 * Finds shops whose authorisation is lost, or expires soon and could not be renewed. Shops whose authorisation is renewed automatically are
 * not reported.
 */
export async function hourEndings(db: Kysely<Database>, now: Date) {
  const shops = (await allShops(db)).filter(({ state }) => state !== 'ok');
  return shops.map(({ shopId, name, expireAt, state }) => {
    const at = state === 'lost' && expireAt > now ? now : expireAt;
    return {
      page: HOUR.access,
      group: 'shops',
      field: shopId,
      label: label(name),
      at,
      days: Math.floor((at.getTime() - now.getTime()) / DAY_MS),
      mark: expireAt.toISOString(),
    };
  });
}
