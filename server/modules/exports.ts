// `npm run lists` generates this file from the index.ts files of the modules. Do not edit it by hand.
import { accountManageExportSources } from './accountManage';
import { announcementExportSources } from './announcement';
import { appExportSources } from './app';
import { billExportSources } from './bill';
import { costExportSources } from './cost';
import { dashboardExportSources } from './dashboard';
import { enquiryExportSources } from './enquiry';
import { financeInformationExportSources } from './financeInformation';
import { foodLossExportSources } from './foodLoss';
import { franchiseExportSources } from './franchise';
import { franchiseeExportSources } from './franchisee';
import { fundAuditExportSources } from './fundAudit';
import { informationExportSources } from './information';
import { insuranceExportSources } from './insurance';
import { reconExportSources } from './recon';
import { recordExportSources } from './record';
import { riderWorkExportSources } from './riderWork';
import { serviceNoticeExportSources } from './serviceNotice';
import { siteIncidentExportSources } from './siteIncident';
import { siteSafetyExportSources } from './siteSafety';
import { staffExportSources } from './staff';
import { statementExportSources } from './statement';
import { teamExportSources } from './team';
import { teamFundExportSources } from './teamFund';
import { teamTermsExportSources } from './teamTerms';
import { transferExportSources } from './transfer';
import { userExportSources } from './user';
import { withdrawExportSources } from './withdraw';

/** The export sources of every module. The server does not start if a table that users can export has no source. */
export const moduleExportSources = [
  ...accountManageExportSources,
  ...announcementExportSources,
  ...appExportSources,
  ...billExportSources,
  ...costExportSources,
  ...dashboardExportSources,
  ...enquiryExportSources,
  ...financeInformationExportSources,
  ...foodLossExportSources,
  ...franchiseExportSources,
  ...franchiseeExportSources,
  ...fundAuditExportSources,
  ...informationExportSources,
  ...insuranceExportSources,
  ...reconExportSources,
  ...recordExportSources,
  ...riderWorkExportSources,
  ...serviceNoticeExportSources,
  ...siteIncidentExportSources,
  ...siteSafetyExportSources,
  ...staffExportSources,
  ...statementExportSources,
  ...teamExportSources,
  ...teamFundExportSources,
  ...teamTermsExportSources,
  ...transferExportSources,
  ...userExportSources,
  ...withdrawExportSources,
];
