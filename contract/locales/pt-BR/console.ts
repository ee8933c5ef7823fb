// Written by `npm run lists` from the files beside it; not edited by hand.
import type { AreaTexts } from '../types';
import type { consoleTexts as source } from '../zh-CN/console';
import { account } from './account';
import { accounts } from './accounts';
import { area } from './area';
import { bill } from './bill';
import { cases } from './cases';
import { conflict } from './conflict';
import { dashboard } from './dashboard';
import { date } from './date';
import { draft } from './draft';
import { exportTask } from './exportTask';
import { figures } from './figures';
import { finance } from './finance';
import { form } from './form';
import { fund } from './fund';
import { fundAudit } from './fundAudit';
import { health } from './health';
import { identity } from './identity';
import { importing } from './importing';
import { keys } from './keys';
import { list } from './list';
import { manual } from './manual';
import { menu } from './menu';
import { notice } from './notice';
import { operation } from './operation';
import { palette } from './palette';
import { record } from './record';
import { report } from './report';
import { setting } from './setting';
import { shell } from './shell';
import { site } from './site';
import { staff } from './staff';
import { team } from './team';
import { template } from './template';
import { undo } from './undo';
import { view } from './view';
import { wizard } from './wizard';

export const consoleTexts: AreaTexts<typeof source> = {
  account,
  accounts,
  area,
  bill,
  cases,
  conflict,
  dashboard,
  date,
  draft,
  exportTask,
  figures,
  finance,
  form,
  fund,
  fundAudit,
  health,
  identity,
  importing,
  keys,
  list,
  manual,
  menu,
  notice,
  operation,
  palette,
  record,
  report,
  setting,
  shell,
  site,
  staff,
  team,
  template,
  undo,
  view,
  wizard,
};
