import type { Texts } from '../types';
import type { conflict as source } from '../zh-CN/conflict';

export const conflict: Texts<typeof source> = {
  sinceDraft: 'The data changed while this was unfinished.',
  how: 'Fields that only one of you changed are merged; where both did, choose which one stays.',
  none: 'What you entered is the same as the latest data; you can go on.',
  base: 'When opened',
  onlyMine: 'Only you changed it',
  onlyTheirs: 'Only they changed it',
  both: 'Both changed it',
  allMine: 'All mine',
  allTheirs: 'All theirs',
  open: '{n} still to choose',
  ready: '{n, plural, one {# difference} other {# differences}}, all settled',
  save: 'Save these values',
  edit: 'Apply and keep editing',
  goOn: 'Go on',
  before: 'As shown',
  now: 'Now',
};
