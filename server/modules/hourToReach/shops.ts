import { SHOP_EXPIRY_DAYS } from '../../../contract/hourToReach.states';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import type { SealedColumn } from '../../core/access/rotation';
import type { Ids } from '../../core/ids';
import { isAccessTokenStale, isAuthorisationLost, type ShopTokens } from '../../core/platforms/doudian/adapter';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { configuredPlatform, type HourPlatform, type PlatformTools } from './platform';
import { allShops, noteShop, noteSync, type ShopRecord, saveStores, upsertShop } from './store';

/** Authorisations of shops: tokens, their renewal, and calls that use them. */

export type HourTools = PlatformTools & { readonly ids: Ids };

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const placeOf = (shopId: string): string => `hour_shop/${shopId}`;

export const shopColumn: SealedColumn = {
  table: 'hour_shop',
  column: 'tokens',
  key: ['id'],
  placeColumns: ['shop_id'],
  place: (row) => placeOf(String(row.shop_id)),
};

const openTokens = ({ ports }: Pick<HourTools, 'ports'>, { shopId, tokens }: ShopRecord): Tokens =>
  JSON.parse(ports.secrets.open(tokens, placeOf(shopId))) as Tokens;

/** Stores the tokens that the platform issued for a shop. */
export function keepTokens(tools: HourTools, shopId: string, issued: ShopTokens): Promise<ShopRecord> {
  const { db, clock, ids, ports } = tools;
  const { accessToken, refreshToken, shopName, expireAt } = issued;
  return upsertShop(db, ids.next(), shopId, {
    name: [...(shopName || shopId)].slice(0, 60).join(''),
    tokens: ports.secrets.seal(JSON.stringify({ accessToken, refreshToken }), placeOf(shopId)),
    expireAt,
    at: clock.now(),
  });
}

export const isUpstream = (error: unknown): error is UpstreamFailure | UpstreamTimeout =>
  error instanceof UpstreamFailure || error instanceof UpstreamTimeout;

/** Returns the state of a shop after its renewal failed or the platform reported that its authorisation is lost. */
function stateAfter(shop: ShopRecord, error: unknown, now: Date): ShopRecord['state'] {
  if (shop.state === 'lost' || isAuthorisationLost(error)) return 'lost';
  return shop.expireAt.getTime() - now.getTime() < SHOP_EXPIRY_DAYS * DAY_MS ? 'expiring' : shop.state;
}

async function noteFailure({ db, clock }: HourTools, shop: ShopRecord, error: UpstreamFailure | UpstreamTimeout) {
  const at = clock.now();
  await noteShop(db, shop.id, { state: stateAfter(shop, error, at), error: error.message, at });
}

/**
 * Renews the tokens of a shop. A failure is stored in the shop's record.
 *
 * @param tools.db connection without a transaction, so that the stored failure is not rolled back
 * @throws UpstreamFailure, UpstreamTimeout
 */
export async function renewShop(tools: HourTools, { adapter }: HourPlatform, shop: ShopRecord): Promise<ShopRecord> {
  try {
    return await keepTokens(tools, shop.shopId, await adapter.refreshToken(openTokens(tools, shop).refreshToken));
  } catch (error) {
    if (isUpstream(error)) await noteFailure(tools, shop, error);
    throw error;
  }
}

/** Returns the access token of a shop. An expired token is renewed first. @throws UpstreamFailure, UpstreamTimeout */
export async function accessTokenOf(tools: HourTools, platform: HourPlatform, shop: ShopRecord): Promise<string> {
  const isOver = shop.expireAt <= tools.clock.now();
  return openTokens(tools, isOver ? await renewShop(tools, platform, shop) : shop).accessToken;
}

/**
 * Calls the platform for a shop. If the platform rejects the token, the token is renewed once. A lost authorisation is stored.
 *
 * @param tools.db connection without a transaction, so that the stored state is not rolled back
 * @throws UpstreamFailure, UpstreamTimeout
 */
export async function asShop<T>(
  tools: HourTools,
  platform: HourPlatform,
  shop: ShopRecord,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  try {
    return await call(await accessTokenOf(tools, platform, shop));
  } catch (error) {
    if (isAccessTokenStale(error)) {
      return call(openTokens(tools, await renewShop(tools, platform, shop)).accessToken);
    }
    if (error instanceof UpstreamFailure && isAuthorisationLost(error)) await noteFailure(tools, shop, error);
    throw error;
  }
}

/**
 * Loads a shop's stores from the platform and saves them.
 *
 * @param tools.db connection without a transaction
 * @returns the number of stores
 * @throws UpstreamFailure, UpstreamTimeout
 */
export async function syncStores(tools: HourTools, platform: HourPlatform, shop: ShopRecord): Promise<number> {
  const found = await asShop(tools, platform, shop, (token) => platform.adapter.stores(token));
  const { db, clock, ids } = tools;
  const at = clock.now();
  const rows = found.map((store) => ({
    id: ids.next(),
    shop_store_id: store.storeId,
    name: [...store.name].slice(0, 60).join(''),
    address: [...store.address].slice(0, 200).join(''),
    center: store.center,
    is_open: store.isOpen,
  }));
  await saveStores(db, shop.shopId, rows, at);
  await noteSync(db, shop.id, at);
  return rows.length;
}

/** Time before the token expires at which the renewal starts. The platform replaces tokens only in their last hour. */
const RENEW_MS = 50 * 60_000;

/**
 * Checks whether a shop's tokens should be renewed. In the last {@link SHOP_EXPIRY_DAYS} days before they expire, the renewal runs each
 * hour, because a renewal shows whether the authorisation is still valid.
 */
function isDue({ state, expireAt, refreshedAt }: ShopRecord, now: Date): boolean {
  if (state === 'lost') return false;
  const left = expireAt.getTime() - now.getTime();
  if (left < RENEW_MS) return true;
  return left < SHOP_EXPIRY_DAYS * DAY_MS && now.getTime() - refreshedAt.getTime() >= HOUR_MS;
}

/** Renews tokens that expire soon. @returns the number of shops whose renewal was attempted */
export async function renewDue(tools: HourTools): Promise<number> {
  const due = (await allShops(tools.db)).filter((shop) => isDue(shop, tools.clock.now()));
  if (due.length === 0) return 0;
  const platform = await configuredPlatform(tools);
  for (const shop of due) {
    try {
      await renewShop(tools, platform, shop);
    } catch (error) {
      // The failure is already stored in the shop's record, and the next run retries.
      if (!isUpstream(error)) throw error;
    }
  }
  return due.length;
}
