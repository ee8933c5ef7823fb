// Written by `npm run lists` from the files beside it; not edited by hand.
import { accountManageHandlers } from './accountManage';
import { commonHandlers } from './common';
import { dashboardHandlers } from './dashboard';
import { loginHandlers } from './login';
import { operationHandlers } from './operation';
import { profileHandlers } from './profile';
import { siteHandlers } from './site';
import { teamHandlers } from './team';

/** The handlers of every module by address. The server refuses to start when an address of the contract has none. */
export const moduleHandlers = {
  ...accountManageHandlers,
  ...commonHandlers,
  ...dashboardHandlers,
  ...loginHandlers,
  ...operationHandlers,
  ...profileHandlers,
  ...siteHandlers,
  ...teamHandlers,
};
