import type { Texts } from '../types';
import type { hourReport as source } from '../zh-CN/hourReport';
import { words } from './words';

export const hourReport: Texts<typeof source> = {
  tab: 'State reports',
  orderNo: words.orderNo,
  status: 'Delivery state',
  state: 'Report state',
  shopId: words.shopId,
  teamId: words.station,
  happenedAt: words.happenedAt,
  tries: 'Tries',
  lastError: words.lastError,
  nextAt: 'Next try',
  sentAt: 'Sent',
  empty: 'Reports appear here once an hour-to-reach order is accepted, delivered or cancelled.',
};
