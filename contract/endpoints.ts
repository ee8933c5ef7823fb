// Written by `npm run lists` from the files beside it; not edited by hand.
import { accountManageEndpoints } from './accountManage';
import { approvalEndpoints } from './approval';
import { billEndpoints } from './bill';
import { commonEndpoints } from './common';
import { dashboardEndpoints } from './dashboard';
import { debugReportEndpoints } from './debugReport';
import { exportTaskEndpoints } from './exportTask';
import { financeInformationEndpoints } from './financeInformation';
import { fundAuditEndpoints } from './fundAudit';
import { healthEndpoints } from './health';
import { identityEndpoints } from './identity';
import { loginEndpoints } from './login';
import { noticeEndpoints } from './notice';
import { operationEndpoints } from './operation';
import { orderEndpoints } from './order';
import { profileEndpoints } from './profile';
import { recordEndpoints } from './record';
import { searchEndpoints } from './search';
import { siteEndpoints } from './site';
import { staffEndpoints } from './staff';
import { teamEndpoints } from './team';
import { teamFundEndpoints } from './teamFund';
import { undoEndpoints } from './undo';
import { viewEndpoints } from './view';

/** Every endpoint of the product by its address without `/api/`. */
export const endpoints = {
  ...accountManageEndpoints,
  ...approvalEndpoints,
  ...billEndpoints,
  ...commonEndpoints,
  ...dashboardEndpoints,
  ...debugReportEndpoints,
  ...exportTaskEndpoints,
  ...financeInformationEndpoints,
  ...fundAuditEndpoints,
  ...healthEndpoints,
  ...identityEndpoints,
  ...loginEndpoints,
  ...noticeEndpoints,
  ...operationEndpoints,
  ...orderEndpoints,
  ...profileEndpoints,
  ...recordEndpoints,
  ...searchEndpoints,
  ...siteEndpoints,
  ...staffEndpoints,
  ...teamEndpoints,
  ...teamFundEndpoints,
  ...undoEndpoints,
  ...viewEndpoints,
} as const;
