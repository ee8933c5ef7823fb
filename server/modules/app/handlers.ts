import { appEndpoints } from '../../../contract/app';
import { APP } from '../../../contract/app.settings';
import { handlers } from '../../core/http/context';
import { platformCalls } from '../setting';
import { appChecks } from './checks';
import { pushTest } from './push';
import { offeredUpdate } from './update';
import {
  publishVersion,
  saveVersion,
  setForce,
  setGray,
  versionDetail,
  versionList,
  withdrawVersion,
} from './versions';

/** Handlers for the three apps and their versions (APP 配置, DOMAIN §3.10). */
export const appHandlers = handlers(appEndpoints, {
  ...platformCalls('config.App', APP, {
    userApp: { test: (ctx, settings) => appChecks(ctx, 'userApp', settings) },
    riderApp: { test: (ctx, settings) => appChecks(ctx, 'riderApp', settings) },
    merchantApp: { test: (ctx, settings) => appChecks(ctx, 'merchantApp', settings) },
  }),
  'config.App/pushTest': (ctx, input) => pushTest(ctx, input),
  'config.App/getVersions': (ctx, input) => versionList(ctx, input),
  'config.App/getVersion': (ctx, { id }) => versionDetail(ctx, id),
  'config.App/getUpdate': (ctx, input) => offeredUpdate(ctx, input),
  'config.App/saveVersion': (ctx, input) => saveVersion(ctx, input),
  'config.App/publishVersion': (ctx, input) => publishVersion(ctx, input),
  'config.App/withdrawVersion': (ctx, input) => withdrawVersion(ctx, input),
  'config.App/setForce': (ctx, input) => setForce(ctx, input),
  'config.App/setGray': (ctx, input) => setGray(ctx, input),
});
