import type { Texts } from '../types';
import type { manual as source } from '../zh-CN/manual';

export const manual: Texts<typeof source> = {
  title: 'Manual',
  help: 'Help',
  helpOf: 'Help on {page}',
  contents: 'Contents',
  print: 'Print',
  failed: 'The manual did not load',
};
