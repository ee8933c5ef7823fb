import { riderEndpoints } from '../../../contract/rider';
import { type ActorContext, handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import {
  askFaceCheck,
  assignTraining,
  bulkSuspend,
  bulkTransfer,
  recordViolation,
  remind,
  savePhoto,
  transfer,
} from './actions';
import { riderAnswers, riderDetail, riderOrders } from './answers';
import { riderDevices } from './devices';
import { riderSums } from './figures';
import { filterOf } from './filter';
import { riders } from './kind';
import { riderReportHandlers } from './reports';
import { riderPage } from './store';

/** Creates the handler of a workflow step that needs only the version and a reason. */
const step =
  (action: Parameters<typeof riders.run>[1]) =>
  (ctx: ActorContext, input: { readonly id: number; readonly version: number; readonly reason?: string }) =>
    riders.run(ctx, action, input);

const pageHandlers = handlers(riderEndpoints, {
  'safety.Rider/getList': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const { filter } = await filterOf(ctx, input);
      const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
      const [{ list, total }, summary] = await Promise.all([
        riderPage(ctx.db, filter, sort, page),
        riderSums(ctx.db, filter),
      ]);
      return { list: await riderAnswers(ctx, list), total, summary };
    }),
  'safety.Rider/getDetail': (ctx, { id }) => riderDetail(ctx, id),
  'safety.Rider/getOrders': riderOrders,
  'safety.Rider/getDevices': riderDevices,
  'safety.Rider/savePhoto': savePhoto,
  'safety.Rider/admit': step('admit'),
  'safety.Rider/refuse': step('refuse'),
  'safety.Rider/activate': step('activate'),
  'safety.Rider/suspend': step('suspend'),
  'safety.Rider/bulkSuspend': bulkSuspend,
  'safety.Rider/resume': step('resume'),
  'safety.Rider/transfer': transfer,
  'safety.Rider/bulkTransfer': bulkTransfer,
  'safety.Rider/offboard': step('offboard'),
  'safety.Rider/rejoin': step('rejoin'),
  'safety.Rider/askFaceCheck': askFaceCheck,
  'safety.Rider/recordViolation': recordViolation,
  'safety.Rider/assignTraining': assignTraining,
  'safety.Rider/remind': remind,
});

export const riderWorkHandlers = { ...pageHandlers, ...riderReportHandlers };
