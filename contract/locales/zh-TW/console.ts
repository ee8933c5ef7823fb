// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.
import type { AreaTexts } from '../types';
import type { consoleTexts as source } from '../zh-CN/console';
import { dashboard } from './dashboard';
import { date } from './date';
import { draft } from './draft';
import { exportTask } from './exportTask';
import { figures } from './figures';
import { form } from './form';
import { health } from './health';
import { keys } from './keys';
import { list } from './list';
import { manual } from './manual';
import { menu } from './menu';
import { notice } from './notice';
import { palette } from './palette';
import { report } from './report';
import { shell } from './shell';
import { site } from './site';
import { undo } from './undo';

export const consoleTexts: AreaTexts<typeof source> = {
  dashboard,
  date,
  draft,
  exportTask,
  figures,
  form,
  health,
  keys,
  list,
  manual,
  menu,
  notice,
  palette,
  report,
  shell,
  site,
  undo,
};
