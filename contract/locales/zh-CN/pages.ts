// Written by `npm run lists` from the files beside it; not edited by hand.
import { account } from './account';
import { accounts } from './accounts';
import { appVersion } from './appVersion';
import { area } from './area';
import { bill } from './bill';
import { cases } from './cases';
import { conflict } from './conflict';
import { costCharge } from './costCharge';
import { costRule } from './costRule';
import { enquiry } from './enquiry';
import { enquiryRule } from './enquiryRule';
import { feePlan } from './feePlan';
import { feeTrial } from './feeTrial';
import { finance } from './finance';
import { franchiseApply } from './franchiseApply';
import { fund } from './fund';
import { fundAudit } from './fundAudit';
import { hourEvent } from './hourEvent';
import { hourReport } from './hourReport';
import { hourShop } from './hourShop';
import { hourStore } from './hourStore';
import { identity } from './identity';
import { importing } from './importing';
import { miniCode } from './miniCode';
import { operation } from './operation';
import { payment } from './payment';
import { recon } from './recon';
import { record } from './record';
import { rider } from './rider';
import { serviceNumber } from './serviceNumber';
import { setting } from './setting';
import { shopBlock } from './shopBlock';
import { staff } from './staff';
import { statement } from './statement';
import { team } from './team';
import { template } from './template';
import { terms } from './terms';
import { transfer } from './transfer';
import { user } from './user';
import { view } from './view';
import { whatIf } from './whatIf';
import { withdraw } from './withdraw';
import { withdrawal } from './withdrawal';
import { wizard } from './wizard';

/** What the other pages show; the other languages are typed by it. */
export const pagesTexts = {
  account,
  accounts,
  appVersion,
  area,
  bill,
  cases,
  conflict,
  costCharge,
  costRule,
  enquiry,
  enquiryRule,
  feePlan,
  feeTrial,
  finance,
  franchiseApply,
  fund,
  fundAudit,
  hourEvent,
  hourReport,
  hourShop,
  hourStore,
  identity,
  importing,
  miniCode,
  operation,
  payment,
  recon,
  record,
  rider,
  serviceNumber,
  setting,
  shopBlock,
  staff,
  statement,
  team,
  template,
  terms,
  transfer,
  user,
  view,
  whatIf,
  withdraw,
  withdrawal,
  wizard,
};
