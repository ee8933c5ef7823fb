import type { Texts } from '../types';
import type { hourShop as source } from '../zh-CN/hourShop';
import { words } from './words';

export const hourShop: Texts<typeof source> = {
  tab: 'Shops',
  shopId: words.shopId,
  name: words.shop,
  state: 'Authorisation',
  expireAt: 'Token expires',
  storeCount: 'Stores',
  boundCount: 'Bound',
  syncedAt: 'Last synced',
  lastError: words.lastError,
  authorise: words.authoriseShop,
  openAuthorise: 'Open authorisation page',
  shopIdHelp: 'Shown in the shop console under shop information.',
  code: 'Authorisation code',
  codeHelp: 'Given when the shop grants the authorisation; valid for 10 minutes.',
  codeSimulated: 'With the simulator, enter a shop ID.',
  refresh: words.renewAuthorisation,
  sync: words.syncStores,
  empty: 'Shops appear here once you authorise one. Save the application keys first.',
};
