import type { Texts } from '../types';
import type { manual as source } from '../zh-CN/manual';
import { words } from './words';

export const manual: Texts<typeof source> = {
  title: 'Manual',
  help: words.help,
  helpOf: 'Help on {page}',
  contents: 'Contents',
  print: words.print,
  failed: 'The manual did not load',
  firstSteps: 'First steps',
  firstStepsCount: '{n} of {all} done',
  firstStepsAway: 'Do not show again',
  firstStepsDone: words.done,
  firstStepsOpen: 'Not done',
  firstStepsBack: 'You can reopen the list from your user menu',
  news: 'What’s new',
  newsTitle: 'What’s new',
  newsSince: 'Version {version}',
  newsUnseen: 'There is something new',
};
