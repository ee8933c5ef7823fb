import type { Texts } from '../types';
import type { undo as source } from '../zh-CN/undo';
import { words } from './words';

export const undo: Texts<typeof source> = {
  mine: 'My last actions',
  undo: words.undo,
  undoNamed: 'Undo “{name}”',
  intro:
    'Your actions within the last day. Some can be undone within 10 minutes; the opposite action is then performed and recorded as well.',
  none: 'No actions within the last day',
  until: 'Can be undone until',
  several: '{count} records',
  some: '{left} of {count} records can still be undone',
};
