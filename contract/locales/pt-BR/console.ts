// Written by `npm run lists` from the files beside it; not edited by hand.
import type { AreaTexts } from '../types';
import type { consoleTexts as source } from '../zh-CN/console';
import { account } from './account';
import { accounts } from './accounts';
import { appVersion } from './appVersion';
import { area } from './area';
import { bill } from './bill';
import { cases } from './cases';
import { conflict } from './conflict';
import { costCharge } from './costCharge';
import { costRule } from './costRule';
import { dashboard } from './dashboard';
import { date } from './date';
import { draft } from './draft';
import { enquiry } from './enquiry';
import { enquiryRule } from './enquiryRule';
import { exportTask } from './exportTask';
import { feePlan } from './feePlan';
import { feeTrial } from './feeTrial';
import { figures } from './figures';
import { finance } from './finance';
import { form } from './form';
import { fund } from './fund';
import { fundAudit } from './fundAudit';
import { health } from './health';
import { hourEvent } from './hourEvent';
import { hourReport } from './hourReport';
import { hourShop } from './hourShop';
import { hourStore } from './hourStore';
import { identity } from './identity';
import { importing } from './importing';
import { keys } from './keys';
import { list } from './list';
import { manual } from './manual';
import { menu } from './menu';
import { miniCode } from './miniCode';
import { notice } from './notice';
import { operation } from './operation';
import { palette } from './palette';
import { payment } from './payment';
import { recon } from './recon';
import { record } from './record';
import { report } from './report';
import { serviceNumber } from './serviceNumber';
import { setting } from './setting';
import { shell } from './shell';
import { shopBlock } from './shopBlock';
import { site } from './site';
import { staff } from './staff';
import { statement } from './statement';
import { team } from './team';
import { template } from './template';
import { undo } from './undo';
import { view } from './view';
import { whatIf } from './whatIf';
import { withdraw } from './withdraw';
import { withdrawal } from './withdrawal';
import { wizard } from './wizard';

export const consoleTexts: AreaTexts<typeof source> = {
  account,
  accounts,
  appVersion,
  area,
  bill,
  cases,
  conflict,
  costCharge,
  costRule,
  dashboard,
  date,
  draft,
  enquiry,
  enquiryRule,
  exportTask,
  feePlan,
  feeTrial,
  figures,
  finance,
  form,
  fund,
  fundAudit,
  health,
  hourEvent,
  hourReport,
  hourShop,
  hourStore,
  identity,
  importing,
  keys,
  list,
  manual,
  menu,
  miniCode,
  notice,
  operation,
  palette,
  payment,
  recon,
  record,
  report,
  serviceNumber,
  setting,
  shell,
  shopBlock,
  site,
  staff,
  statement,
  team,
  template,
  undo,
  view,
  whatIf,
  withdraw,
  withdrawal,
  wizard,
};
