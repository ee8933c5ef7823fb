import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import { isCreditCode } from './credit-code';
import {
  actionData,
  bp,
  bulkData,
  bulkIds,
  fen,
  id,
  linkedFile,
  listData,
  listInput,
  queryId,
  read,
  time,
  words,
  write,
} from './endpoint';
import { FRANCHISE_APPLY } from './franchiseApply.fields';
import { BUDGETS, EXPERIENCES, FOLLOW_WAYS, FRANCHISE, FUNNEL, franchiseCase, LEVELS } from './franchiseApply.states';
import { FORM, FORM_KINDS } from './franchiseForm';
import { E164, MANAGED_ACCOUNT, MOBILE } from './limits';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { text } from './text';

/** This file declares the endpoints for franchise applications (加盟申请, DOMAIN §3.6, §6.7), from the first record to the paid contract. */

const reasonField = { reason: words(FRANCHISE.reason) };
const regionCode = () => z.string().regex(/^\d{6}$/);
const day = () => z.iso.date();
const tel = () => z.string().regex(new RegExp(`${MOBILE.source}|${E164.source}`));

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(FRANCHISE_APPLY),
  /** `true` if the next follow-up is overdue, or if none is planned and there was none for `FRANCHISE.silentDays` days. */
  isOverdue: z.boolean(),
  /** Number of other applications with the same phone or id number. */
  duplicates: z.int(),
  /** Codes of the region in which the applicant wants a franchise, from the province downwards. */
  codes: z.array(z.string()),
  /** Id of the franchisee that the application led to. `null` means that there is no franchisee yet. */
  franchiseeId: id().nullable(),
  /** Fields that a request for material can name. The list is empty if the caller cannot request material now. */
  askable: z.array(z.object({ key: z.string(), label: z.string() })),
  actions: z.array(z.string()),
});

const contract = z.object({
  contractNo: z.string(),
  company: z.string(),
  creditCode: z.string(),
  level: z.enum(LEVELS),
  territory: z.array(z.object({ code: z.string(), name: z.string() })),
  exclusive: z.boolean(),
  shareRateBp: bp(),
  feeFen: fen(),
  depositFen: fen(),
  startsOn: day(),
  endsOn: day(),
  file: linkedFile().nullable(),
  txNo: z.string().nullable(),
  franchisee: z.object({ id: id(), no: z.string() }).nullable(),
});

/** The fields that every follow-up has. */
const followUp = z.object({
  key: z.string(),
  content: z.string(),
  byName: z.string(),
  at: time(),
  files: z.array(linkedFile()),
});

const detail = row.extend({
  makerName: z.string(),
  supplementUntil: time().nullable(),
  /** Labels of the fields that staff requested from the applicant. */
  missing: z.array(z.string()),
  /** Answers in the order of the form's version. Encrypted answers, phones and streets are masked. */
  answers: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(FORM_KINDS),
      label: z.string(),
      value: z.string(),
      isSensitive: z.boolean(),
      /** Files of the answer. The list is empty if the answer is sensitive. */
      files: z.array(linkedFile()),
      /** Location of a postal address, rounded to about 1 km. `null` means that there is no location, or that the answer is encrypted. */
      point: z.object({ lng: z.number(), lat: z.number() }).nullable(),
    }),
  ),
  /** The newest duplicates that are in the caller's data scope. */
  doubles: z.array(
    z.object({ id: id(), no: z.string(), name: z.string(), stateText: z.string(), createdAt: time(), by: z.string() }),
  ),
  /** Franchisees, and contracts that wait for payment, whose territory overlaps the applicant's region. */
  neighbours: z.array(
    z.object({
      id: id(),
      no: z.string(),
      name: z.string(),
      territory: z.string(),
      /** Region codes of the territory. */
      codes: z.array(z.string()),
      isExclusive: z.boolean(),
    }),
  ),
  follows: z.array(
    followUp.extend({
      wayText: z.string(),
      nextAt: time().nullable(),
      /** Answers that the applicant changed. `before` is empty if there was no earlier answer or the answer is encrypted. */
      changes: z.array(z.object({ label: z.string(), before: z.string() })),
    }),
  ),
  contract: contract.nullable(),
  steps: z.array(z.object({ key: z.string(), at: time(), text: z.string(), byName: z.string(), note: z.string() })),
});

const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: franchiseCase.module, action, object: franchiseCase.key, text: of }) as const;
const once = <E extends object>(endpoint: E): E => ({ ...endpoint, idempotent: true });

export const franchiseApplyEndpoints = {
  'franchise.Apply/getList': read({
    summary: 'Applications in scope, the newest first; of every day unless days are named.',
    access: { rule: 41 },
    phoneSearch: {
      field: 'keyword',
      kinds: [{ page: RULE['franchise.apply'], unmask: RULE['franchise.apply.unmask'] }],
    },
    input: listInput(filterShape(FRANCHISE_APPLY), sortKeys(FRANCHISE_APPLY)),
    data: listData(row, z.object(totalShape(FRANCHISE_APPLY))),
    errors: [40005, 40006],
  }),
  'franchise.Apply/getFunnel': read({
    summary: 'How far the filtered applications came, and where they come from.',
    access: { rule: 41 },
    phoneSearch: {
      field: 'keyword',
      kinds: [{ page: RULE['franchise.apply'], unmask: RULE['franchise.apply.unmask'] }],
    },
    input: z.object(filterShape(FRANCHISE_APPLY)),
    data: z.object({
      stages: z.array(z.object({ key: z.enum(FUNNEL), text: z.string(), n: z.int() })),
      /**
       * Numbers of applications (`n`) and of signed contracts (`signed`) per channel code, or per source for applications without a channel
       * code. The rows are sorted by `n`, largest first.
       */
      list: z.array(z.object({ source: z.string(), n: z.int(), signed: z.int() })),
    }),
    errors: [40006],
  }),
  'franchise.Apply/getDetail': read({
    summary: 'One application: answers, duplicates, neighbours, follow-ups, contract, history.',
    access: { rule: 41 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [40302, 40401],
  }),
  'franchise.Apply/getOfFranchisee': read({
    summary: 'The applications in scope from which a franchisee resulted, the newest first, and their visits.',
    access: { rule: 41 },
    input: z.object({ franchiseeId: queryId() }),
    data: z.object({
      list: z.array(row.pick({ id: true, no: true, state: true, stateText: true, createdAt: true })),
      /** Follow-up visits, newest first. */
      visits: z.array(followUp.extend({ applyId: id(), applyNo: z.string() })),
    }),
    errors: [],
  }),
  'franchise.Apply/register': write({
    summary: 'Records the lead of a person who called or came by.',
    access: { rule: 4102 },
    idempotent: true,
    audit: {
      ...audit('register', text('登记加盟线索', 'Record lead', 'Registrar interessado', '登記加盟線索')),
      personal: ['tel', 'name', 'idCard'],
    },
    input: z.object({
      name: words(FRANCHISE.name),
      tel: tel(),
      region: regionCode(),
      budget: z.enum(BUDGETS),
      experience: z.enum(EXPERIENCES).nullable().optional(),
      plan: words(FRANCHISE.plan).nullable().optional(),
      idCard: z.string().trim().toUpperCase().length(18).nullable().optional(),
    }),
    data: actionData,
    errors: [40001, 42281, 42292],
  }),
  'franchise.Apply/claim': stepEndpoint(franchiseCase, 'claim', { summary: 'Takes a new application on.' }),
  'franchise.Apply/assign': stepEndpoint(franchiseCase, 'assign', {
    summary: 'Gives an application to an employee.',
    fields: { followerId: id() },
  }),
  'franchise.Apply/bulkAssign': write({
    summary: 'Gives several applications to one employee, each by itself.',
    access: { rule: 4106 },
    risk: 'confirm',
    audit: audit(
      'bulkAssign',
      text('批量分配加盟申请', 'Assign applications', 'Atribuir solicitações', '批次分派加盟申請'),
    ),
    input: z.object({ ids: bulkIds(), followerId: id() }),
    data: bulkData,
    errors: [40001, 40010],
  }),
  'franchise.Apply/follow': once(
    stepEndpoint(franchiseCase, 'follow', {
      summary: 'Records a follow-up and when the next one is due.',
      fields: {
        way: z.enum(FOLLOW_WAYS),
        content: words(FRANCHISE.follow),
        files: z.array(id()).max(FRANCHISE.photos).default([]),
        nextAt: time().nullable().default(null),
      },
    }),
  ),
  'franchise.Apply/visit': stepEndpoint(franchiseCase, 'visit', { summary: 'Begins the visit on site.' }),
  'franchise.Apply/backToFollowing': stepEndpoint(franchiseCase, 'backToFollow', {
    summary: 'Leaves the visit and returns to contacts.',
  }),
  'franchise.Apply/handIn': stepEndpoint(franchiseCase, 'handIn', {
    summary: 'Submits an application for approval by another person.',
    fields: reasonField,
  }),
  'franchise.Apply/supply': stepEndpoint(franchiseCase, 'supply', {
    summary: 'Records that the missing material arrived.',
    fields: reasonField,
  }),
  'franchise.Apply/approve': stepEndpoint(franchiseCase, 'approve', {
    summary: 'Approves an application, with an opinion. Never by who submitted or follows it.',
    fields: reasonField,
  }),
  'franchise.Apply/askMaterial': stepEndpoint(franchiseCase, 'askMaterial', {
    summary: 'Sends an application back for missing material, for 15 days, and tells the applicant what is missing.',
    fields: {
      ...reasonField,
      /** Keys of the form's fields that are missing. */
      missing: z.array(z.string().max(32)).max(FORM.fields.max).default([]),
    },
  }),
  'franchise.Apply/decline': stepEndpoint(franchiseCase, 'decline', {
    summary: 'Declines an application that waits for approval.',
    fields: reasonField,
  }),
  'franchise.Apply/reject': stepEndpoint(franchiseCase, 'reject', {
    summary: 'Rejects an application before approval.',
    fields: reasonField,
  }),
  'franchise.Apply/sign': stepEndpoint(franchiseCase, 'sign', {
    summary: 'Records the signed contract: territory, share, fee, deposit and term.',
    fields: {
      contractNo: words(FRANCHISE.contractNo),
      company: words(FRANCHISE.company),
      creditCode: z.string().trim().toUpperCase().length(FRANCHISE.creditCode.max).refine(isCreditCode),
      level: z.enum(LEVELS),
      territory: z.array(regionCode()).min(FRANCHISE.regions.min).max(FRANCHISE.regions.max),
      exclusive: z.boolean(),
      shareRateBp: bp(),
      feeFen: z.int().min(FRANCHISE.feeFen.min).max(FRANCHISE.feeFen.max),
      depositFen: z.int().min(FRANCHISE.depositFen.min).max(FRANCHISE.depositFen.max),
      startsOn: day(),
      endsOn: day(),
      files: z.array(id()).length(1),
    },
  }),
  'franchise.Apply/open': stepEndpoint(franchiseCase, 'open', {
    summary: 'Books fee and deposit as received, makes the franchisee and invites an account.',
    fields: {
      merchantNumberId: id(),
      tradeNo: words(FRANCHISE.tradeNo),
      /** Name of the new account. The invitation is sent to the applicant’s phone. `null` means that no account is invited. */
      account: z.string().trim().regex(MANAGED_ACCOUNT.account).nullable(),
    },
  }),
  'franchise.Apply/close': stepEndpoint(franchiseCase, 'close', {
    summary: 'Closes an application.',
    fields: reasonField,
  }),
  'franchise.Apply/bulkClose': write({
    summary: 'Closes several applications, each by itself.',
    access: { rule: 4102 },
    risk: 'confirm',
    audit: audit(
      'bulkClose',
      text('批量关闭加盟申请', 'Close applications', 'Encerrar solicitações', '批次關閉加盟申請'),
    ),
    input: z.object({ ids: bulkIds(), ...reasonField }),
    data: bulkData,
    errors: [40010],
  }),
  'franchise.Apply/reopen': stepEndpoint(franchiseCase, 'reopen', { summary: 'Opens a closed application once more.' }),
} as const;
