// Written by `npm run lists` from the files beside it; not edited by hand.
import { accountManageHandlers } from './accountManage';
import { approvalHandlers } from './approval';
import { commonHandlers } from './common';
import { dashboardHandlers } from './dashboard';
import { identityHandlers } from './identity';
import { loginHandlers } from './login';
import { noticeManageHandlers } from './noticeManage';
import { operationHandlers } from './operation';
import { profileHandlers } from './profile';
import { recordHandlers } from './record';
import { siteHandlers } from './site';
import { staffHandlers } from './staff';
import { teamHandlers } from './team';

/** The handlers of every module by address. The server refuses to start when an address of the contract has none. */
export const moduleHandlers = {
  ...accountManageHandlers,
  ...approvalHandlers,
  ...commonHandlers,
  ...dashboardHandlers,
  ...identityHandlers,
  ...loginHandlers,
  ...noticeManageHandlers,
  ...operationHandlers,
  ...profileHandlers,
  ...recordHandlers,
  ...siteHandlers,
  ...staffHandlers,
  ...teamHandlers,
};
