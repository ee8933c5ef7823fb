// Written by `npm run lists` from the files beside it; not edited by hand.
import { accountManageEndpoints } from './accountManage';
import { commonEndpoints } from './common';
import { dashboardEndpoints } from './dashboard';
import { loginEndpoints } from './login';
import { operationEndpoints } from './operation';
import { profileEndpoints } from './profile';
import { siteEndpoints } from './site';
import { teamEndpoints } from './team';

/** Every endpoint of the product by its address without `/api/`. */
export const endpoints = {
  ...accountManageEndpoints,
  ...commonEndpoints,
  ...dashboardEndpoints,
  ...loginEndpoints,
  ...operationEndpoints,
  ...profileEndpoints,
  ...siteEndpoints,
  ...teamEndpoints,
} as const;
