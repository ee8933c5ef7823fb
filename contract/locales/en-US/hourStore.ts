import type { Texts } from '../types';
import type { hourStore as source } from '../zh-CN/hourStore';
import { words } from './words';

export const hourStore: Texts<typeof source> = {
  tab: 'Stores',
  keywordHint: 'Store ID or name',
  keyword: words.store,
  shopStoreId: 'Store ID',
  name: words.store,
  shopId: words.shopId,
  shopName: words.shop,
  teamId: 'Bound station',
  isBound: 'Bound',
  isOpen: 'Open',
  address: words.address,
  syncedAt: 'Synced',
  unbound: words.notBound,
  unboundNotice:
    '{n, plural, one {# store is not bound to a station: its enquiries are} other {# stores are not bound to a station: their enquiries are}} refused as a configuration error.',
  bind: words.bindStation,
  unbind: 'Unbind station',
  unbindText: 'Unbind {names}? Its enquiries are refused from then on.',
  test: 'Test enquiry',
  testHelp: 'Uses the current station, riders and price rules. Nothing is saved or sent to the platform.',
  distance: 'Distance (m)',
  weight: 'Weight (g)',
  goods: words.goods,
  passed: words.passed,
  failed: words.notPassed,
  empty: 'Stores appear here once you sync a shop.',
};
