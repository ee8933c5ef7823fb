import type { Texts } from '../types';
import type { words as source } from '../zh-CN/words';

export const words: Texts<typeof source> = {
  system: 'Sistema',
};
