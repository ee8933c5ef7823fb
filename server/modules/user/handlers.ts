import { userEndpoints } from '../../../contract/user';
import { assertSeesAmounts } from '../../core/access/access';
import { forEachRecord } from '../../core/http/bulk';
import { type ActorContext, handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { adjustBalance } from './adjust';
import { userAnswers } from './answers';
import { liftEntry } from './black-case';
import { blacklist, liftBlacklist } from './blacklist';
import { revokeCoupon, sendCoupon, templateList } from './coupons';
import {
  userAddresses,
  userBalanceLog,
  userBlackRecords,
  userCoupons,
  userDetail,
  userDevices,
  userOrders,
  userRemarks,
} from './detail';
import { userList } from './figures';
import { figureDays, filterOf } from './filter';
import { userIntakeHandlers } from './intake';
import { addRemark, editRemark, setTags } from './notes';

/** Sort fields that are amounts. Sorting by them would reveal amounts to callers who may not see them. */
const SUMS: readonly string[] = ['paidFen', 'balanceFen'];

const pageHandlers = handlers(userEndpoints, {
  'user.User/getList': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const { sortField: field = 'createdAt', sortOrder: order = 'desc' } = input;
      if (SUMS.includes(field)) assertSeesAmounts(ctx);
      const filter = await filterOf(ctx, input);
      const { list, total, summary } = await userList(ctx.db, filter, { field, order }, page, await figureDays(ctx));
      return { list: await userAnswers(ctx, list), total, summary };
    }),
  'user.User/getDetail': userDetail,
  'user.User/getOrders': userOrders,
  'user.User/getBalanceLog': userBalanceLog,
  'user.User/getCoupons': userCoupons,
  'user.User/getAddresses': userAddresses,
  'user.User/getBlackRecords': userBlackRecords,
  'user.User/getDevices': userDevices,
  'user.User/getRemarks': userRemarks,
  'user.User/getCouponTemplates': templateList,
  'user.User/adjustBalance': adjustBalance,
  'user.User/sendCoupon': sendCoupon,
  'user.User/bulkSendCoupon': (ctx, { ids, ...coupon }) => each(ctx, ids, (id) => sendCoupon(ctx, { id, ...coupon })),
  'user.User/revokeCoupon': revokeCoupon,
  'user.User/blacklist': blacklist,
  'user.User/bulkBlacklist': (ctx, { ids, ...wish }) =>
    each(ctx, ids, (id) => blacklist(ctx, { id, ...wish }), wish.reason),
  'user.User/liftBlacklist': liftBlacklist,
  'user.Blacklist/lift': liftEntry,
  'user.User/tag': (ctx, { id, tags }) => setTags(ctx, id, tags, 'replace'),
  'user.User/bulkTag': (ctx, { ids, tags }) => each(ctx, ids, (id) => setTags(ctx, id, tags, 'add')),
  'user.User/addRemark': addRemark,
  'user.User/editRemark': editRemark,
});

export const userHandlers = { ...pageHandlers, ...userIntakeHandlers };

/** Runs an action on several users, each separately. Sorted ids prevent deadlocks between concurrent calls. */
async function each(
  ctx: ActorContext,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
  reason?: string,
) {
  const inOrder = [...new Set(ids)].sort((one, other) => one - other);
  const { answer, done, detail } = await forEachRecord(ctx, inOrder, work, async (id) => String(id));
  ctx.audit({ ...(reason !== undefined && { reason }), detail: { ids: done, ...detail } });
  return answer;
}
