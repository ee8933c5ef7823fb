import type { Texts } from '../types';
import type { hourEvent as source } from '../zh-CN/hourEvent';

export const hourEvent: Texts<typeof source> = {
  tab: 'Platform messages',
  eventId: 'Message ID',
  state: 'Result',
  receivedAt: 'Received',
  tries: 'Tries',
  lastError: 'Last error',
  nextAt: 'Next try',
  handledAt: 'Handled',
  empty: 'Messages appear here once the platform tells about an order.',
};
