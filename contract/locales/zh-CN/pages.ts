// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.
import { account } from './account';
import { accounts } from './accounts';
import { announcement } from './announcement';
import { announcementInbox } from './announcementInbox';
import { announcementReceipt } from './announcementReceipt';
import { applyPage } from './applyPage';
import { appVersion } from './appVersion';
import { area } from './area';
import { article } from './article';
import { articleCategory } from './articleCategory';
import { banner } from './banner';
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
import { foodLoss } from './foodLoss';
import { franchiseApply } from './franchiseApply';
import { franchisee } from './franchisee';
import { franchisePage } from './franchisePage';
import { fund } from './fund';
import { fundAudit } from './fundAudit';
import { hourEvent } from './hourEvent';
import { hourReport } from './hourReport';
import { hourShop } from './hourShop';
import { hourStore } from './hourStore';
import { identity } from './identity';
import { importing } from './importing';
import { insure } from './insure';
import { insureClaim } from './insureClaim';
import { insurePolicy } from './insurePolicy';
import { insureProduct } from './insureProduct';
import { insureRecon } from './insureRecon';
import { miniCode } from './miniCode';
import { noticeDelivery } from './noticeDelivery';
import { noticeTemplate } from './noticeTemplate';
import { operation } from './operation';
import { payment } from './payment';
import { receivable } from './receivable';
import { recon } from './recon';
import { record } from './record';
import { richText } from './richText';
import { rider } from './rider';
import { serviceNotice } from './serviceNotice';
import { serviceNumber } from './serviceNumber';
import { setting } from './setting';
import { shopBlock } from './shopBlock';
import { siteChecklist } from './siteChecklist';
import { siteIncident } from './siteIncident';
import { siteInspection } from './siteInspection';
import { siteScore } from './siteScore';
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

/** Texts of all pages except the workbench. The types of the other languages come from this file. */
export const pagesTexts = {
  account,
  accounts,
  announcement,
  announcementInbox,
  announcementReceipt,
  applyPage,
  appVersion,
  area,
  article,
  articleCategory,
  banner,
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
  foodLoss,
  franchiseApply,
  franchisee,
  franchisePage,
  fund,
  fundAudit,
  hourEvent,
  hourReport,
  hourShop,
  hourStore,
  identity,
  importing,
  insure,
  insureClaim,
  insurePolicy,
  insureProduct,
  insureRecon,
  miniCode,
  noticeDelivery,
  noticeTemplate,
  operation,
  payment,
  receivable,
  recon,
  record,
  richText,
  rider,
  serviceNotice,
  serviceNumber,
  setting,
  shopBlock,
  siteChecklist,
  siteIncident,
  siteInspection,
  siteScore,
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
