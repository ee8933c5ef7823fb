import type { Texts } from '../types';
import type { undo as source } from '../zh-CN/undo';
import { words } from './words';

export const undo: Texts<typeof source> = {
  mine: 'My last actions',
  undo: words.undo,
  undoNamed: 'Undo “{name}”',
  intro:
    'What you did within the last day. Where it can be taken back, it can within 10 minutes: by the opposite action, which is recorded as well.',
  none: 'You did nothing within the last day',
  until: 'Until',
  several: '{count} records',
  some: '{left} of {count} records can still be taken back',
};
