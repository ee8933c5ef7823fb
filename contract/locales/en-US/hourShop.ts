import type { Texts } from '../types';
import type { hourShop as source } from '../zh-CN/hourShop';

export const hourShop: Texts<typeof source> = {
  tab: 'Shops',
  shopId: 'Shop ID',
  name: 'Shop',
  state: 'Authorisation',
  expireAt: 'Token ends',
  storeCount: 'Stores',
  boundCount: 'Bound',
  syncedAt: 'Last synced',
  lastError: 'Last error',
  authorise: 'Authorise shop',
  openAuthorise: 'Open authorisation page',
  shopIdHelp: 'Shown in the shop console under shop information.',
  code: 'Authorisation code',
  codeHelp: 'Given when the shop grants the authorisation; valid for 10 minutes.',
  codeSimulated: 'With the simulator, enter a shop ID.',
  refresh: 'Renew authorisation',
  sync: 'Sync stores',
  empty: 'Shops appear here once you authorise one. Save the application keys first.',
};
