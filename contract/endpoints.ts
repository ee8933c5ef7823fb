// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.
import { accountManageEndpoints } from './accountManage';
import { alipayMiniEndpoints } from './alipayMini';
import { announcementEndpoints } from './announcement';
import { announcementIntakeEndpoints } from './announcement.intake';
import { appEndpoints } from './app';
import { appletEndpoints } from './applet';
import { approvalEndpoints } from './approval';
import { billEndpoints } from './bill';
import { commonEndpoints } from './common';
import { costEndpoints } from './cost';
import { dashboardEndpoints } from './dashboard';
import { debugReportEndpoints } from './debugReport';
import { dyAppletEndpoints } from './dyApplet';
import { enquiryEndpoints } from './enquiry';
import { escrowEndpoints } from './escrow';
import { exportTaskEndpoints } from './exportTask';
import { financeInformationEndpoints } from './financeInformation';
import { foodLossEndpoints } from './foodLoss';
import { foodLossIntakeEndpoints } from './foodLoss.intake';
import { franchiseApplyEndpoints } from './franchiseApply';
import { franchiseeEndpoints } from './franchisee';
import { franchisePageEndpoints } from './franchisePage';
import { fundAuditEndpoints } from './fundAudit';
import { healthEndpoints } from './health';
import { hourToReachEndpoints } from './hourToReach';
import { identityEndpoints } from './identity';
import { informationEndpoints } from './information';
import { insureEndpoints } from './insure';
import { loginEndpoints } from './login';
import { merchantIntakeEndpoints } from './merchant.intake';
import { miniCodeEndpoints } from './miniCode';
import { noticeEndpoints } from './notice';
import { oemEndpoints } from './oem';
import { operationEndpoints } from './operation';
import { orderEndpoints } from './order';
import { paymentEndpoints } from './payment';
import { profileEndpoints } from './profile';
import { receivableEndpoints } from './receivable';
import { reconEndpoints } from './recon';
import { recordEndpoints } from './record';
import { riderEndpoints } from './rider';
import { riderCertificateEndpoints } from './riderCertificate';
import { riderIdentityEndpoints } from './riderIdentity';
import { riderReportEndpoints } from './riderReport';
import { searchEndpoints } from './search';
import { serviceNoticeEndpoints } from './serviceNotice';
import { serviceNoticeIntakeEndpoints } from './serviceNotice.intake';
import { serviceNumberEndpoints } from './serviceNumber';
import { siteEndpoints } from './site';
import { siteChecklistEndpoints } from './siteChecklist';
import { siteIncidentEndpoints } from './siteIncident';
import { siteInspectionEndpoints } from './siteInspection';
import { siteScoreEndpoints } from './siteScore';
import { staffEndpoints } from './staff';
import { statementEndpoints } from './statement';
import { teamEndpoints } from './team';
import { teamFundEndpoints } from './teamFund';
import { teamTermsEndpoints } from './teamTerms';
import { transferEndpoints } from './transfer';
import { undoEndpoints } from './undo';
import { userEndpoints } from './user';
import { userIntakeEndpoints } from './user.intake';
import { viewEndpoints } from './view';
import { withdrawEndpoints } from './withdraw';
import { withdrawConfigEndpoints } from './withdrawConfig';

/** All endpoints by name. The name is the URL path without `/api/`. */
export const endpoints = {
  ...accountManageEndpoints,
  ...alipayMiniEndpoints,
  ...announcementEndpoints,
  ...announcementIntakeEndpoints,
  ...appEndpoints,
  ...appletEndpoints,
  ...approvalEndpoints,
  ...billEndpoints,
  ...commonEndpoints,
  ...costEndpoints,
  ...dashboardEndpoints,
  ...debugReportEndpoints,
  ...dyAppletEndpoints,
  ...enquiryEndpoints,
  ...escrowEndpoints,
  ...exportTaskEndpoints,
  ...financeInformationEndpoints,
  ...foodLossEndpoints,
  ...foodLossIntakeEndpoints,
  ...franchiseApplyEndpoints,
  ...franchiseeEndpoints,
  ...franchisePageEndpoints,
  ...fundAuditEndpoints,
  ...healthEndpoints,
  ...hourToReachEndpoints,
  ...identityEndpoints,
  ...informationEndpoints,
  ...insureEndpoints,
  ...loginEndpoints,
  ...merchantIntakeEndpoints,
  ...miniCodeEndpoints,
  ...noticeEndpoints,
  ...oemEndpoints,
  ...operationEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...profileEndpoints,
  ...receivableEndpoints,
  ...reconEndpoints,
  ...recordEndpoints,
  ...riderEndpoints,
  ...riderCertificateEndpoints,
  ...riderIdentityEndpoints,
  ...riderReportEndpoints,
  ...searchEndpoints,
  ...serviceNoticeEndpoints,
  ...serviceNoticeIntakeEndpoints,
  ...serviceNumberEndpoints,
  ...siteEndpoints,
  ...siteChecklistEndpoints,
  ...siteIncidentEndpoints,
  ...siteInspectionEndpoints,
  ...siteScoreEndpoints,
  ...staffEndpoints,
  ...statementEndpoints,
  ...teamEndpoints,
  ...teamFundEndpoints,
  ...teamTermsEndpoints,
  ...transferEndpoints,
  ...undoEndpoints,
  ...userEndpoints,
  ...userIntakeEndpoints,
  ...viewEndpoints,
  ...withdrawEndpoints,
  ...withdrawConfigEndpoints,
} as const;
