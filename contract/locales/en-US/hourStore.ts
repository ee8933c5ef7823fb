import type { Texts } from '../types';
import type { hourStore as source } from '../zh-CN/hourStore';

export const hourStore: Texts<typeof source> = {
  tab: 'Stores',
  keywordHint: 'Store ID or name',
  keyword: 'Store',
  shopStoreId: 'Store ID',
  name: 'Store',
  shopId: 'Shop ID',
  shopName: 'Shop',
  teamId: 'Bound station',
  isBound: 'Bound',
  isOpen: 'Open',
  address: 'Address',
  syncedAt: 'Synced',
  unbound: 'Not bound',
  unboundNotice:
    '{n, plural, one {# store is not bound to a station: its enquiries are} other {# stores are not bound to a station: their enquiries are}} refused as a configuration error.',
  bind: 'Bind station',
  unbind: 'Unbind station',
  unbindText: 'Unbind {names}? Its enquiries are refused from then on.',
  test: 'Test enquiry',
  testHelp: 'Answers from the station, riders and price rules of this moment. Nothing is kept or sent.',
  distance: 'Distance (m)',
  weight: 'Weight (g)',
  goods: 'Goods',
  passed: 'Passed',
  failed: 'Failed',
  empty: 'Stores appear here once you sync a shop.',
};
