import type { Texts } from '../types';
import type { keys as source } from '../zh-CN/keys';
import { words } from './words';

export const keys: Texts<typeof source> = {
  title: 'Keyboard shortcuts',
  single: 'Use single-key shortcuts',
  singleHelp: 'When off, only shortcuts with Ctrl or ⌘ work.',
  close: 'Close the top layer',
  down: 'Next row',
  up: 'Previous row',
  open: 'Open the row',
  search: 'Go to the filters',
  groupRecord: 'This record',
  groupSelection: 'Selected records',
  groupPage: 'This page',
  groupViews: words.views,
  groupPages: 'Go to',
  groupElsewhere: 'On other pages',
  groupConsole: 'Console',
};
