import type { Texts } from '../types';
import type { hourEvent as source } from '../zh-CN/hourEvent';
import { words } from './words';

export const hourEvent: Texts<typeof source> = {
  tab: 'Platform messages',
  eventId: 'Message ID',
  state: 'Result',
  receivedAt: 'Received',
  tries: 'Tries',
  lastError: words.lastError,
  nextAt: 'Next try',
  handledAt: words.handledAtFeminine,
  empty: 'Messages appear here once the platform sends one about an order.',
};
