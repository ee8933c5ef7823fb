import type { Texts } from '../types';
import type { importing as source } from '../zh-CN/importing';
import { words } from './words';

export const importing: Texts<typeof source> = {
  why: 'Choose a CSV or XLSX file with at most {n} rows. A trial run checks every row and saves nothing; the import starts once all rows are right.',
  template: 'Download template',
  choose: words.chooseFile,
  chosen: '{name} is chosen',
  try: 'Run trial',
  trying: 'Checking {name}…',
  clean: '{n, plural, one {The row is right and can be imported.} other {All # rows are right and can be imported.}}',
  faulty:
    '{n, plural, one {# mistake, nothing was saved.} other {# mistakes, nothing was saved.}} Correct the file and choose it again.',
  errors: 'Mistakes',
  download: 'Download the mistakes (CSV)',
  row: 'Row',
  column: 'Column',
  message: words.problem,
  whole: 'Whole file',
  tooLarge: 'The file is too large; choose one of at most {n} KB',
  moreErrors: '{n} more in the downloaded list',
};
