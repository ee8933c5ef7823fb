import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import { isCreditCode } from './credit-code';
import {
  actionData,
  bp,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  queryId,
  read,
  sumFen,
  time,
  words,
  write,
} from './endpoint';
import { FRANCHISE, LEVELS } from './franchiseApply.states';
import { FRANCHISEE_LIST } from './franchisee.fields';
import { FRANCHISEE, FRANCHISEE_ACTIONS } from './franchisee.states';
import { type FranchiseeAdjustState, franchiseeAdjustCase } from './franchiseeAdjust.states';
import { E164, MOBILE } from './limits';
import { PAYEE, PAYEE_CHANNELS, type PayeeChannel } from './payee';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { SETTLE_CYCLES } from './team.choices';
import { ADJUST_CATEGORY_TEXT, ADJUST_DIRECTION_TEXT, type AdjustCategory, FUND } from './teamFund.states';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints for franchisees (加盟商, DOMAIN §3.6, §6.7): profiles, contracts, territories, shares, payee
 * accounts, adjustments, and the termination of a franchise.
 */

const regionCode = () => z.string().regex(/^\d{6}$/);
const day = () => z.iso.date();

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(FRANCHISEE_LIST),
  /** Days until the contract ends. The number is negative after the end. */
  daysLeft: z.int(),
  regionCodes: z.array(z.string()),
  actions: z.array(z.string()),
});

const detail = row.extend({
  frozenFen: sumFen(),
  deferredFen: sumFen(),
  territories: z.array(z.object({ code: z.string(), name: z.string() })),
  stationList: z.array(z.object({ id: id(), code: z.string(), name: z.string(), statusText: z.string() })),
  contracts: z.array(
    z.object({
      id: id(),
      contractNo: z.string(),
      startsOn: day(),
      endsOn: day(),
      shareRateBp: bp(),
      feeFen: fen(),
      depositFen: fen(),
      recognisedFen: sumFen(),
      txNo: z.string().nullable(),
      applyId: id().nullable(),
      file: z.object({ fileId: id(), name: z.string(), url: z.string() }).nullable(),
    }),
  ),
  /** Shares of the last months, newest first. */
  months: z.array(z.object({ month: z.string(), orders: z.int(), shareFen: sumFen(), backFen: sumFen() })),
  accounts: z.array(
    z.object({
      id: id(),
      account: z.string(),
      name: z.string(),
      maskedTel: z.string(),
      statusText: z.string(),
      actions: z.array(z.string()),
    }),
  ),
  /** Payee accounts, newest first. */
  payees: z.array(
    z.object({
      id: id(),
      channelText: z.string(),
      name: z.string(),
      /** Masked account number. */
      account: z.string(),
      bankName: z.string().nullable(),
      changedAt: time(),
      verifiedAt: time().nullable(),
      isActive: z.boolean(),
      actions: z.array(z.string()),
    }),
  ),
  /** Adjustments of the share balance, newest first. */
  adjusts: z.array(
    z.object({
      id: id(),
      no: z.string(),
      createdAt: time(),
      directionText: z.string(),
      /** Amount in fen. It is negative if it reduced the balance. */
      amountFen: sumFen(),
      categoryText: z.string(),
      reason: z.string(),
      state: z.enum(keysOf<FranchiseeAdjustState>(franchiseeAdjustCase.states)),
      stateText: z.string(),
      makerName: z.string(),
      checkerName: z.string().nullable(),
    }),
  ),
});

const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: 'franchise.list', action, object: 'franchisee', money: true, text: of }) as const;
const changes = { id: id(), version: z.int() };
const COMMON = [40302, 40401, 40901, 42201] as const;
const paid = {
  /** The merchant number that received or refunded the money. `null` means that no merchant number was used. */
  merchantNumberId: id().nullable(),
  tradeNo: words(FRANCHISE.tradeNo).nullable(),
};

export const franchiseeEndpoints = {
  'franchise.Franchisee/getList': read({
    summary: 'Franchisees in scope, the newest first.',
    access: { rule: 42 },
    phoneSearch: {
      field: 'keyword',
      kinds: [{ page: RULE['franchise.list'], unmask: RULE['franchise.list.unmask'] }],
    },
    input: listInput(filterShape(FRANCHISEE_LIST), sortKeys(FRANCHISEE_LIST)),
    data: listData(row, z.object(totalShape(FRANCHISEE_LIST))),
    errors: [40005, 40006],
  }),
  'franchise.Franchisee/getDetail': read({
    summary: 'One franchisee: profile, contracts, stations, shares by month, funds, accounts.',
    access: { rule: 42 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [40302, 40401],
  }),
  'franchise.Franchisee/getShareFlow': read({
    summary:
      'What moved the share balance of a franchisee, all or in one month, the newest first, and the balance around it.',
    access: { rule: 42 },
    input: listInput(
      {
        id: queryId(),
        month: z
          .string()
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
          .optional(),
      },
      ['at'],
    ),
    data: listData(
      z.object({
        id: id(),
        at: time(),
        txNo: z.string(),
        typeText: z.string(),
        relatedNo: z.string(),
        stationName: z.string(),
        amountFen: sumFen(),
        balanceAfterFen: sumFen(),
      }),
      /** Balance before the first movement, and balance after the last movement. */
      z.object({ openingFen: sumFen(), closingFen: sumFen() }),
    ),
    errors: [40005, 40302, 40401],
  }),
  'franchise.Franchisee/getHistory': read({
    summary: 'What people changed of a franchisee, the newest first: profile, contract, territory, level, state.',
    access: { rule: 42 },
    input: listInput({ id: queryId() }, ['at']),
    data: listData(
      z.object({
        id: id(),
        at: time(),
        actionText: z.string(),
        byName: z.string(),
        reason: z.string().nullable(),
        changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
      }),
      z.object({}),
    ),
    errors: [40005, 40302, 40401],
  }),
  'franchise.Franchisee/adjustFund': write({
    summary: 'Proposes to change a share balance by hand; nothing moves before another person approves.',
    access: { rule: RULE['franchise.list.adjustSubmit'] },
    risk: 'second',
    idempotent: true,
    audit: {
      ...audit('adjustFund', WORD.submitAdjustment),
      object: franchiseeAdjustCase.key,
    },
    input: z.object({
      id: id(),
      direction: z.enum(keysOf<keyof typeof ADJUST_DIRECTION_TEXT>(ADJUST_DIRECTION_TEXT)),
      amountFen: z.int().min(FUND.adjustFen.min).max(FUND.adjustFen.max),
      category: z.enum(keysOf<AdjustCategory>(ADJUST_CATEGORY_TEXT)),
      relatedNo: z.string().trim().max(FUND.relatedNo).nullable().optional(),
      reason: words(FUND.reason),
      evidence: z.array(id()).max(FUND.evidence).default([]),
    }),
    data: actionData,
    errors: [40001, 40302, 40401, 42201, 42241],
  }),
  'franchise.Franchisee/approveAdjust': stepEndpoint(franchiseeAdjustCase, 'approve', {
    summary: 'Posts a proposed adjustment. Never by its maker; above the limit the owner has to be one of the two.',
  }),
  'franchise.Franchisee/rejectAdjust': stepEndpoint(franchiseeAdjustCase, 'reject', {
    summary: 'Refuses a proposed adjustment, with a reason.',
    fields: { reason: words(FUND.reason) },
  }),
  'franchise.Franchisee/cancelAdjust': stepEndpoint(franchiseeAdjustCase, 'cancel', {
    summary: 'Takes one’s own adjustment back.',
  }),
  'franchise.Franchisee/save': write({
    summary: 'Changes profile and share of a franchisee; a share counts for orders paid afterwards.',
    access: { rule: 4202 },
    idempotent: true,
    versioned: true,
    audit: {
      ...audit('save', text('编辑加盟商', 'Edit franchisee', 'Editar franqueado', '編輯加盟商')),
      personal: ['contactTel', 'idCard'],
    },
    input: z.object({
      ...changes,
      name: words(FRANCHISEE.name),
      contactName: words(FRANCHISEE.contact),
      /** New phone. `null` means that the phone does not change. */
      contactTel: z
        .string()
        .regex(new RegExp(`${MOBILE.source}|${E164.source}`))
        .nullable(),
      level: z.enum(LEVELS),
      shareRateBp: bp(),
      /** The following fields are optional. An absent field does not change. */
      creditCode: z.string().trim().toUpperCase().length(FRANCHISE.creditCode.max).refine(isCreditCode).optional(),
      legalName: z.union([z.literal(''), words(FRANCHISE.legalName)]).optional(),
      /** Identity card number of the legal representative. The number does not change if the field is `null` or absent. */
      idCard: z.string().trim().toUpperCase().length(18).nullable().optional(),
      settleCycle: z.enum(SETTLE_CYCLES).nullable().optional(),
      /** Account id of the staff member who is responsible for the franchisee. `null` means that there is none. */
      ownerId: id().nullable().optional(),
    }),
    data: actionData,
    errors: [...COMMON, 40001, 42292],
  }),
  'franchise.Franchisee/setPayee': write({
    summary: 'Replaces the payee account of a franchisee; another person verifies it before it is paid to.',
    access: { rule: FRANCHISEE_ACTIONS.setPayee.rule },
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: {
      ...audit('setPayee', WORD.changePayeeAccount),
      personal: ['accountNo'],
    },
    input: z.object({
      ...changes,
      channel: z.enum(keysOf<PayeeChannel>(PAYEE_CHANNELS)),
      accountNo: words(PAYEE.account),
      /** Name of the account holder. */
      name: words(PAYEE.name),
      /** Name of the bank of a bank account. `null` for accounts of other channels. */
      bankName: words(PAYEE.bankName).nullable(),
      /** AppID of the application to which the OpenID of a WeChat account belongs. `null` for accounts of other channels. */
      appId: z.string().trim().regex(PAYEE.appId).nullable(),
    }),
    data: actionData,
    errors: [...COMMON, 40001],
  }),
  'franchise.Franchisee/verifyPayee': write({
    summary: 'Records that a payee account was checked with the franchisee. Never by the person who entered it.',
    access: { rule: FRANCHISEE_ACTIONS.setPayee.rule },
    risk: 'second',
    audit: audit('verifyPayee', WORD.verifyPayeeAccount),
    input: z.object({ id: id(), payeeId: id() }),
    data: actionData,
    errors: [40302, 40305, 40401, 42201],
  }),
  'franchise.Franchisee/renew': write({
    summary: 'Records the next contract of a franchisee, and its fee as received.',
    access: { rule: 4202 },
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: audit(
      'renew',
      text('续签加盟合同', 'Renew franchise contract', 'Renovar contrato de franquia', '續簽加盟合約'),
    ),
    input: z.object({
      ...changes,
      contractNo: words(FRANCHISE.contractNo),
      shareRateBp: bp(),
      feeFen: z.int().min(FRANCHISE.feeFen.min).max(FRANCHISE.feeFen.max),
      startsOn: day(),
      endsOn: day(),
      files: z.array(id()).length(1),
      ...paid,
    }),
    data: actionData,
    errors: [...COMMON, 40001, 40008, 40903, 42246, 42283],
  }),
  'franchise.Franchisee/setTerritory': write({
    summary: 'Changes the territory of a franchisee.',
    access: { rule: 4202 },
    risk: 'confirm',
    versioned: true,
    audit: audit('setTerritory', text('变更加盟区域', 'Change territory', 'Alterar território', '變更加盟區域')),
    input: z.object({
      ...changes,
      territory: z.array(regionCode()).min(FRANCHISE.regions.min).max(FRANCHISE.regions.max),
      exclusive: z.boolean(),
    }),
    data: actionData,
    errors: [...COMMON, 40001, 42283],
  }),
  'franchise.Franchisee/suspend': write({
    summary: 'Suspends a franchisee: no share of later orders, no new stations.',
    access: { rule: 4206 },
    risk: 'confirm',
    versioned: true,
    audit: audit('suspend', text('暂停加盟商', 'Suspend franchisee', 'Suspender franqueado', '暫停加盟商')),
    input: z.object({ ...changes, reason: words(FRANCHISEE.reason) }),
    data: actionData,
    errors: [...COMMON],
  }),
  'franchise.Franchisee/resume': write({
    summary: 'Lets a suspended franchisee have its share again.',
    access: { rule: 4206 },
    risk: 'confirm',
    versioned: true,
    audit: audit('resume', text('恢复加盟商', 'Resume franchisee', 'Retomar franqueado', '恢復加盟商')),
    input: z.object({ ...changes, reason: words(FRANCHISEE.reason) }),
    data: actionData,
    errors: [...COMMON],
  }),
  'franchise.Franchisee/terminate': write({
    summary: 'Ends a franchise that has no station and no balance; pays the deposit back and disables its accounts.',
    access: { rule: 4207 },
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: audit('terminate', text('终止加盟', 'Terminate franchise', 'Rescindir franquia', '終止加盟')),
    input: z.object({ ...changes, reason: words(FRANCHISEE.reason), ...paid }),
    data: actionData,
    errors: [...COMMON, 40001, 42227, 42228, 42241, 42246, 42286],
  }),
} as const;
