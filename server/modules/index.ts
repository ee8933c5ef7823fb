// Written by `npm run lists` from the files beside it; not edited by hand.
import { accountManageHandlers } from './accountManage';
import { approvalHandlers } from './approval';
import { billHandlers } from './bill';
import { commonHandlers } from './common';
import { dashboardHandlers } from './dashboard';
import { debugReportHandlers } from './debugReport';
import { exportManageHandlers } from './exportManage';
import { financeInformationHandlers } from './financeInformation';
import { fundAuditHandlers } from './fundAudit';
import { healthHandlers } from './health';
import { identityHandlers } from './identity';
import { intakeHandlers } from './intake';
import { loginHandlers } from './login';
import { noticeManageHandlers } from './noticeManage';
import { operationHandlers } from './operation';
import { profileHandlers } from './profile';
import { recordHandlers } from './record';
import { searchHandlers } from './search';
import { siteHandlers } from './site';
import { staffHandlers } from './staff';
import { teamHandlers } from './team';
import { teamFundHandlers } from './teamFund';
import { undoHandlers } from './undo';
import { viewHandlers } from './view';

/** The handlers of every module by address. The server refuses to start when an address of the contract has none. */
export const moduleHandlers = {
  ...accountManageHandlers,
  ...approvalHandlers,
  ...billHandlers,
  ...commonHandlers,
  ...dashboardHandlers,
  ...debugReportHandlers,
  ...exportManageHandlers,
  ...financeInformationHandlers,
  ...fundAuditHandlers,
  ...healthHandlers,
  ...identityHandlers,
  ...intakeHandlers,
  ...loginHandlers,
  ...noticeManageHandlers,
  ...operationHandlers,
  ...profileHandlers,
  ...recordHandlers,
  ...searchHandlers,
  ...siteHandlers,
  ...staffHandlers,
  ...teamHandlers,
  ...teamFundHandlers,
  ...undoHandlers,
  ...viewHandlers,
};
