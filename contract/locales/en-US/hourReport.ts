import type { Texts } from '../types';
import type { hourReport as source } from '../zh-CN/hourReport';

export const hourReport: Texts<typeof source> = {
  tab: 'State reports',
  orderNo: 'Order no.',
  status: 'Delivery state',
  state: 'State',
  shopId: 'Shop ID',
  teamId: 'Station',
  happenedAt: 'Happened',
  tries: 'Tries',
  lastError: 'Last error',
  nextAt: 'Next try',
  sentAt: 'Sent',
  empty: 'Reports appear here once an hour-to-reach order is accepted, delivered or cancelled.',
};
