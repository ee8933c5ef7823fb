import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
  type AuditSpec,
  actionData,
  bp,
  bulkData,
  bulkIds,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  queryId,
  read,
  sumFen,
  time,
  write,
} from './endpoint';
import { LIST_LIMITS } from './limits';
import { orderLine } from './order.line';
import { shownDevice } from './pushed';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { type Text, text } from './text';
import { USER_RECORD } from './user.fields';
import {
  BLACK_REASON_TEXT,
  BLACK_SCOPE_TEXT,
  COUPON_STATES,
  USER,
  userLifecycle,
  WALLET_DIRECTION_TEXT,
} from './user.states';
import { blacklistCase } from './userBlacklist.states';
import { WORD } from './words';

/** Endpoints of users and of customer service (DOMAIN §3.4, §6.5). */

const LIST = RULE['user.list'];
const DETAIL = RULE['user.detail'];
const between = (length: { readonly min: number; readonly max: number }) =>
  z.string().trim().min(length.min).max(length.max);
const audit = (action: string, label: Text, more: Partial<AuditSpec> = {}): AuditSpec => ({
  module: 'user.list',
  action,
  object: 'user',
  text: label,
  ...more,
});
const label = (action: Parameters<typeof userLifecycle.transition>[0]) => userLifecycle.transition(action).text;

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(USER_RECORD),
  tagList: z.array(z.string()),
  /** Actions that the user's state and the caller's permissions allow. */
  actions: z.array(z.string()),
});

const blackFields = {
  scope: z.enum(keysOf(BLACK_SCOPE_TEXT)),
  teamIds: z.array(id()).max(200).default([]),
  reasonType: z.enum(keysOf(BLACK_REASON_TEXT)),
  reason: between(USER.blackReason),
  /** End of the blacklist entry. Without this time, the entry remains in force until staff lift it. */
  until: time().nullish(),
  evidence: z.array(id()).max(USER.evidence).default([]),
};
const tags = () => z.array(between(USER.tag)).max(USER.tags);
const couponFields = {
  couponTemplateId: id(),
  quantity: z.int().min(USER.couponQuantity.min).max(USER.couponQuantity.max),
  validDays: z.int().min(USER.couponDays.min).max(USER.couponDays.max),
};
/** Query for one page of a tab on the user's detail page. A page has at most `USER.tabRows` rows. */
export const pageOfUser = z.object({
  userId: queryId(),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIST_LIMITS.deepestRow / USER.tabRows)
    .default(1),
});
/** First and last day of a period. Both days are included. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() };
/** Builds the response schema of a tab on the user's detail page. The list has at most `USER.tabRows` rows. */
const tab = <R extends z.ZodRawShape>(shape: R) =>
  z.object({ list: z.array(z.object(shape)), more: z.boolean(), asOf: time() });
const fileLink = z.object({ fileId: id(), name: z.string(), url: z.string() });

export const userEndpoints = {
  'user.User/getList': read({
    summary: 'Users whose home station is in scope, newest first.',
    access: { rule: LIST },
    phoneSearch: { field: 'keyword', kinds: [{ page: LIST, unmask: RULE['user.list.unmask'] }] },
    input: listInput(filterShape(USER_RECORD), sortKeys(USER_RECORD)),
    data: listData(row, z.object(totalShape(USER_RECORD))),
    errors: [40005, 40006, 40301, 40302],
  }),
  'user.User/getDetail': read({
    summary: 'One user: the row of the list, the risk figures, and the order trend of twelve months.',
    access: { rule: DETAIL },
    input: z.object({ id: queryId() }),
    data: row.extend({
      asOf: time(),
      /** Time from which the data of a leaving user can be removed. `null` for users who have not asked to leave. */
      cancelAt: time().nullable(),
      risk: z.object({
        /** Risk score from 0 to 100. Staff should review a user whose score exceeds 60. */
        score: z.int(),
        refundBp: bp(),
        cancelBp: bp(),
        /** Number of other users who signed in with one of the user's devices. */
        sharedDevices: z.int(),
      }),
      runningOrders: z.int(),
      /** Number of food losses that the user reported plus the user's appeals. */
      complaints: z.int(),
      favouriteTeamName: z.string().nullable(),
      /** Hour of the day with the most orders, in the platform's time zone. */
      favouriteHour: z.int().nullable(),
      trend: z.array(z.object({ month: z.string(), orders: z.int(), paidFen: sumFen() })),
    }),
    errors: [40302, 40401],
  }),
  'user.User/getOrders': read({
    summary: 'Orders of a user at the stations in scope, newest first, and how many there are elsewhere.',
    access: { rule: DETAIL },
    input: pageOfUser.extend({ ...days, status: z.enum(['paid', 'accepted', 'delivered', 'cancelled']).optional() }),
    data: tab({ ...orderLine, teamName: z.string(), riderName: z.string().nullable() }).extend({
      /** Number of matching orders at stations outside the caller's data scope. They are not listed. */
      elsewhere: z.int(),
    }),
    errors: [40006, 40302, 40401],
  }),
  'user.User/getBalanceLog': read({
    summary: 'Movements of the wallet as the ledger has them, newest first.',
    access: { rule: DETAIL },
    input: pageOfUser.extend(days),
    data: tab({
      txNo: z.string(),
      at: time(),
      typeText: z.string(),
      direction: z.enum(keysOf(WALLET_DIRECTION_TEXT)),
      amountFen: fen(),
      balanceAfterFen: sumFen(),
      /**
       * Number of the order or document that caused the movement. `relatedNo` and `remark` are `null` when the movement belongs to a
       * station outside the caller's data scope.
       */
      relatedNo: z.string().nullable(),
      operatorName: z.string(),
      remark: z.string().nullable(),
    }),
    errors: [40006, 40302, 40401],
  }),
  'user.User/getCoupons': read({
    summary: 'Coupons of a user, newest first.',
    access: { rule: DETAIL },
    input: pageOfUser,
    data: tab({
      id: id(),
      version: z.int(),
      name: z.string(),
      faceFen: fen(),
      thresholdFen: fen(),
      sourceText: z.string(),
      validFrom: time(),
      validTo: time(),
      status: z.enum(keysOf(COUPON_STATES)),
      statusText: z.string(),
      /** `null` when the coupon was not used, or when the order belongs to a station outside the caller's data scope. */
      orderNo: z.string().nullable(),
      revokeReason: z.string().nullable(),
      mayRevoke: z.boolean(),
    }),
    errors: [40302, 40401],
  }),
  'user.User/getAddresses': read({
    summary: 'Delivery addresses of a user, names and phones masked.',
    access: { rule: DETAIL },
    input: pageOfUser,
    data: tab({
      addressNo: z.string(),
      contact: z.string(),
      tel: z.string(),
      address: z.string(),
      lng: z.number(),
      lat: z.number(),
      isDefault: z.boolean(),
      updatedAt: time(),
    }),
    errors: [40302, 40401],
  }),
  'user.User/getBlackRecords': read({
    summary:
      'When a user was blacklisted, why, and who lifted it; each entry is a document of approval.Case/getDetail.',
    access: { rule: DETAIL },
    input: pageOfUser,
    data: tab({
      id: id(),
      at: time(),
      scopeText: z.string(),
      /** Names of the stations in the caller's data scope. A last entry gives the number of other stations, if there are any. */
      teamNames: z.array(z.string()),
      reasonTypeText: z.string(),
      reason: z.string(),
      until: time().nullable(),
      evidence: z.array(fileLink),
      byName: z.string(),
      state: z.enum(keysOf(blacklistCase.states)),
      stateText: z.string(),
      liftedAt: time().nullable(),
      liftedByName: z.string().nullable(),
      liftReason: z.string().nullable(),
    }),
    errors: [40302, 40401],
  }),
  'user.User/getDevices': read({
    summary: 'Devices that a user signed in with, the latest first.',
    access: { rule: DETAIL },
    input: pageOfUser,
    data: tab(shownDevice),
    errors: [40302, 40401],
  }),
  'user.User/getRemarks': read({
    summary: 'Notes of staff about a user, newest first.',
    access: { rule: DETAIL },
    input: pageOfUser,
    data: tab({
      id: id(),
      version: z.int(),
      content: z.string(),
      authorName: z.string(),
      createdAt: time(),
      updatedAt: time(),
      mayEdit: z.boolean(),
    }),
    errors: [40302, 40401],
  }),
  'user.User/getCouponTemplates': read({
    summary: 'Coupon templates that can be sent, with what is left of each.',
    // Staff who decide a food loss may compensate with a coupon, so they need this list.
    access: { rule: [RULE['user.list.coupon'], 6007, RULE['foodLoss.decideAppeal']] },
    input: z.object({}),
    data: z.object({
      list: z.array(
        z.object({ id: id(), name: z.string(), faceFen: fen(), thresholdFen: fen(), stock: z.int(), text: z.string() }),
      ),
    }),
  }),
  'user.User/adjustBalance': write({
    summary: 'Moves money into or out of a wallet; above ¥200 another person has to agree.',
    access: { rule: RULE['user.list.balance'] },
    risk: 'fourEyes',
    idempotent: true,
    audit: audit('adjustBalance', text('调整用户余额', 'Adjust wallet', 'Ajustar carteira', '調整使用者餘額'), {
      money: true,
    }),
    input: z.object({
      id: id(),
      direction: z.enum(keysOf(WALLET_DIRECTION_TEXT)),
      amountFen: z.int().min(USER.adjustFen.min).max(USER.adjustFen.max),
      reason: between(USER.adjustReason),
      evidence: z.array(id()).max(USER.evidence).default([]),
    }),
    data: actionData,
    errors: [40302, 40305, 40401, 40901, 42201, 42232],
  }),
  'user.User/sendCoupon': write({
    summary: 'Sends coupons to a user, out of the stock of their template.',
    access: { rule: RULE['user.list.coupon'] },
    risk: 'confirm',
    idempotent: true,
    audit: audit('sendCoupon', WORD.sendCoupons),
    input: z.object({ id: id(), ...couponFields }),
    data: actionData,
    errors: [40302, 40401, 42201, 42234],
  }),
  'user.User/bulkSendCoupon': write({
    summary: 'Sends coupons to several users, each by itself.',
    access: { rule: RULE['user.list.coupon'] },
    risk: 'confirm',
    idempotent: true,
    audit: audit(
      'bulkSendCoupon',
      text('批量发放优惠券', 'Send coupons in bulk', 'Enviar cupons a vários', '批次發放優惠券'),
    ),
    input: z.object({ ids: bulkIds(), ...couponFields }),
    data: bulkData,
    errors: [40010],
  }),
  'user.User/revokeCoupon': write({
    summary: 'Takes back a coupon that was not used.',
    access: { rule: RULE['user.list.coupon'] },
    risk: 'confirm',
    versioned: true,
    audit: audit('revokeCoupon', WORD.revokeCoupon),
    input: z.object({ id: id(), version: z.int(), reason: between(USER.revokeReason) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.User/blacklist': write({
    summary: 'Blacklists a user; running orders go on, the balance stays payable.',
    access: { rule: RULE['user.list.blacklist'] },
    risk: 'confirm',
    versioned: true,
    audit: audit('blacklist', label('blacklist')),
    input: z.object({ id: id(), version: z.int(), ...blackFields }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42231],
  }),
  'user.User/bulkBlacklist': write({
    summary: 'Blacklists several users, each by itself.',
    access: { rule: RULE['user.list.blacklist'] },
    risk: 'confirm',
    audit: audit('bulkBlacklist', text('批量拉黑', 'Blacklist in bulk', 'Bloquear vários', '批次加入黑名單')),
    input: z.object({ ids: bulkIds(), ...blackFields }),
    data: bulkData,
    errors: [40010],
  }),
  'user.User/liftBlacklist': write({
    summary: 'Lifts the blacklist of a user.',
    access: { rule: RULE['user.list.blacklist'] },
    risk: 'confirm',
    versioned: true,
    audit: audit('liftBlacklist', label('liftBlacklist')),
    input: z.object({ id: id(), version: z.int(), reason: between(USER.blackReason) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.Blacklist/lift': stepEndpoint(blacklistCase, 'lift', {
    summary: 'Lifts an entry of the blacklist; the user can order again.',
    fields: { reason: between(USER.blackReason) },
  }),
  'user.User/tag': write({
    summary: 'Replaces the tags of a user.',
    access: { rule: RULE['user.list.edit'] },
    audit: audit('tag', text('设置标签', 'Set tags', 'Definir etiquetas', '設定標籤')),
    input: z.object({ id: id(), tags: tags() }),
    data: actionData,
    errors: [40302, 40401, 42201],
  }),
  'user.User/bulkTag': write({
    summary: 'Adds tags to several users.',
    access: { rule: RULE['user.list.edit'] },
    audit: audit('bulkTag', text('批量添加标签', 'Add tags in bulk', 'Adicionar etiquetas a vários', '批次新增標籤')),
    input: z.object({ ids: bulkIds(), tags: tags().min(1) }),
    data: bulkData,
    errors: [40010],
  }),
  'user.User/addRemark': write({
    summary: 'Writes a note about a user.',
    access: { rule: RULE['user.detail.create'] },
    idempotent: true,
    audit: {
      ...audit('addRemark', WORD.addRemark),
      secret: ['content'],
    },
    input: z.object({ id: id(), content: between(USER.remark) }),
    data: actionData,
    errors: [40302, 40401, 42201],
  }),
  'user.User/editRemark': write({
    summary: "Changes one's own note within ten minutes.",
    access: { rule: RULE['user.detail.edit'] },
    versioned: true,
    audit: {
      ...audit('editRemark', WORD.editRemark),
      secret: ['content'],
    },
    input: z.object({ id: id(), version: z.int(), content: between(USER.remark) }),
    data: actionData,
    errors: [40301, 40302, 40401, 40901, 42201],
  }),
} as const;
