import type { Texts } from '../types';
import type { conflict as source } from '../zh-CN/conflict';

export const conflict: Texts<typeof source> = {
  sinceDraft: 'The data changed while you were editing.',
  how: 'Fields that only one of you changed are merged; for fields that you both changed, choose which value to keep.',
  none: 'What you entered is the same as the latest data; you can continue.',
  base: 'When opened',
  onlyMine: 'Only you changed it',
  onlyTheirs: 'Only they changed it',
  both: 'Both changed it',
  allMine: 'Use all mine',
  allTheirs: 'Use all theirs',
  open: '{n} still to choose',
  ready: '{n, plural, one {# difference} other {# differences}}, all resolved',
  save: 'Save these values',
  edit: 'Apply and keep editing',
  goOn: 'Continue',
  before: 'As shown',
  now: 'Now',
};
