// `npm run lists` generates this file from the index.ts files of the modules. Do not edit it by hand.
import { accountManageHandlers } from './accountManage';
import { alipayMiniHandlers } from './alipayMini';
import { announcementHandlers } from './announcement';
import { appHandlers } from './app';
import { appletHandlers } from './applet';
import { approvalHandlers } from './approval';
import { billHandlers } from './bill';
import { commonHandlers } from './common';
import { costHandlers } from './cost';
import { dashboardHandlers } from './dashboard';
import { debugReportHandlers } from './debugReport';
import { dyAppletHandlers } from './dyApplet';
import { enquiryHandlers } from './enquiry';
import { escrowHandlers } from './escrow';
import { exportManageHandlers } from './exportManage';
import { financeInformationHandlers } from './financeInformation';
import { foodLossHandlers } from './foodLoss';
import { franchiseHandlers } from './franchise';
import { franchiseeHandlers } from './franchisee';
import { franchisePageHandlers } from './franchisePage';
import { fundAuditHandlers } from './fundAudit';
import { healthHandlers } from './health';
import { hourToReachHandlers } from './hourToReach';
import { identityHandlers } from './identity';
import { informationHandlers } from './information';
import { insuranceHandlers } from './insurance';
import { intakeHandlers } from './intake';
import { loginHandlers } from './login';
import { merchantHandlers } from './merchant';
import { miniCodeHandlers } from './miniCode';
import { noticeManageHandlers } from './noticeManage';
import { oemHandlers } from './oem';
import { operationHandlers } from './operation';
import { paymentHandlers } from './payment';
import { profileHandlers } from './profile';
import { receivableHandlers } from './receivable';
import { reconHandlers } from './recon';
import { recordHandlers } from './record';
import { riderCertificateHandlers } from './riderCertificate';
import { riderIdentityHandlers } from './riderIdentity';
import { riderWorkHandlers } from './riderWork';
import { searchHandlers } from './search';
import { serviceNoticeHandlers } from './serviceNotice';
import { serviceNumberHandlers } from './serviceNumber';
import { siteHandlers } from './site';
import { siteIncidentHandlers } from './siteIncident';
import { siteSafetyHandlers } from './siteSafety';
import { staffHandlers } from './staff';
import { statementHandlers } from './statement';
import { teamHandlers } from './team';
import { teamFundHandlers } from './teamFund';
import { teamTermsHandlers } from './teamTerms';
import { transferHandlers } from './transfer';
import { undoHandlers } from './undo';
import { userHandlers } from './user';
import { viewHandlers } from './view';
import { withdrawHandlers } from './withdraw';

/** The handlers of all modules by endpoint. The server does not start if an endpoint of the contract has no handler. */
export const moduleHandlers = {
  ...accountManageHandlers,
  ...alipayMiniHandlers,
  ...announcementHandlers,
  ...appHandlers,
  ...appletHandlers,
  ...approvalHandlers,
  ...billHandlers,
  ...commonHandlers,
  ...costHandlers,
  ...dashboardHandlers,
  ...debugReportHandlers,
  ...dyAppletHandlers,
  ...enquiryHandlers,
  ...escrowHandlers,
  ...exportManageHandlers,
  ...financeInformationHandlers,
  ...foodLossHandlers,
  ...franchiseHandlers,
  ...franchiseeHandlers,
  ...franchisePageHandlers,
  ...fundAuditHandlers,
  ...healthHandlers,
  ...hourToReachHandlers,
  ...identityHandlers,
  ...informationHandlers,
  ...insuranceHandlers,
  ...intakeHandlers,
  ...loginHandlers,
  ...merchantHandlers,
  ...miniCodeHandlers,
  ...noticeManageHandlers,
  ...oemHandlers,
  ...operationHandlers,
  ...paymentHandlers,
  ...profileHandlers,
  ...receivableHandlers,
  ...reconHandlers,
  ...recordHandlers,
  ...riderCertificateHandlers,
  ...riderIdentityHandlers,
  ...riderWorkHandlers,
  ...searchHandlers,
  ...serviceNoticeHandlers,
  ...serviceNumberHandlers,
  ...siteHandlers,
  ...siteIncidentHandlers,
  ...siteSafetyHandlers,
  ...staffHandlers,
  ...statementHandlers,
  ...teamHandlers,
  ...teamFundHandlers,
  ...teamTermsHandlers,
  ...transferHandlers,
  ...undoHandlers,
  ...userHandlers,
  ...viewHandlers,
  ...withdrawHandlers,
};
