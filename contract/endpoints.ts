// Written by `npm run lists` from the files beside it; not edited by hand.
import { accountManageEndpoints } from './accountManage';
import { approvalEndpoints } from './approval';
import { commonEndpoints } from './common';
import { dashboardEndpoints } from './dashboard';
import { identityEndpoints } from './identity';
import { loginEndpoints } from './login';
import { noticeEndpoints } from './notice';
import { operationEndpoints } from './operation';
import { profileEndpoints } from './profile';
import { recordEndpoints } from './record';
import { siteEndpoints } from './site';
import { staffEndpoints } from './staff';
import { teamEndpoints } from './team';

/** Every endpoint of the product by its address without `/api/`. */
export const endpoints = {
  ...accountManageEndpoints,
  ...approvalEndpoints,
  ...commonEndpoints,
  ...dashboardEndpoints,
  ...identityEndpoints,
  ...loginEndpoints,
  ...noticeEndpoints,
  ...operationEndpoints,
  ...profileEndpoints,
  ...recordEndpoints,
  ...siteEndpoints,
  ...staffEndpoints,
  ...teamEndpoints,
} as const;
