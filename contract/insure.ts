import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
  actionData,
  bulkData,
  bulkIds,
  fen,
  id,
  listData,
  listInput,
  point,
  queryId,
  queryIds,
  read,
  sumFen,
  time,
  within,
  words,
  write,
} from './endpoint';
import { CLAIM_LIST, INSURE_RECON_LIST, POLICY_LIST, PRODUCT_LIST } from './insure.fields';
import {
  GAP_STATES,
  type GapState,
  INSURE,
  INSURE_KIND_KEYS,
  INSURE_MODE_KEYS,
  INSURE_PAYER_KEYS,
  INSURE_SUM_KEYS,
  INSURE_UNIT_KEYS,
} from './insure.states';
import { CLAIM_KIND_KEYS, CLAIM_MATERIAL_KEYS, claimCase } from './insureClaim.states';
import { policyCase } from './insurePolicy.states';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints for insurance data (保险数据, DOMAIN §3.8, §6.7): policies, claims, products, reconciliation and
 * remittance.
 */

const VIEW = RULE['safety.insure'];
const EDIT = RULE['safety.insure.edit'];
const CLAIM = RULE['safety.insure.claim'];
const month = () => z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const version = z.int();
const reason = { reason: words(INSURE.reason) };
const bySum = <Z extends z.ZodType>(value: Z) =>
  z.object(
    Object.fromEntries(INSURE_SUM_KEYS.map((key) => [key, value])) as Record<(typeof INSURE_SUM_KEYS)[number], Z>,
  );

const audit = (action: string, object: string, label: ReturnType<typeof text>, money = false) =>
  ({ module: 'safety.insure', action, object, text: label, ...(money && { money: true }) }) as const;

const product = z.object({
  name: z.string(),
  insurer: z.string(),
  kind: z.enum(INSURE_KIND_KEYS),
  planCode: z.string(),
  agreementNo: z.string(),
  premiumFen: z.int(),
  premiumUnit: z.enum(INSURE_UNIT_KEYS),
  payer: z.enum(INSURE_PAYER_KEYS),
  coverEnd: z.int(),
  sums: bySum(z.int()),
  minAge: z.int(),
  maxAge: z.int(),
  teamIds: z.array(id()),
  apiMode: z.enum(INSURE_MODE_KEYS),
});

const policyRow = z.object({
  id: id(),
  version,
  riderId: id(),
  ...fieldShape(POLICY_LIST),
  actions: z.array(z.string()),
});
const claimRow = z.object({
  id: id(),
  version,
  ...fieldShape(CLAIM_LIST),
  limitFen: fen(),
  actions: z.array(z.string()),
});

const monthRow = z.object({ id: id(), ...fieldShape(INSURE_RECON_LIST), actions: z.array(z.string()) });

export const insureEndpoints = {
  'safety.Insure/getPolicies': read({
    summary: 'Policies of the stations in scope, newest first; cover of the last 30 days unless told otherwise.',
    access: { rule: VIEW },
    input: listInput(filterShape(POLICY_LIST), sortKeys(POLICY_LIST)),
    data: listData(policyRow, z.object(totalShape(POLICY_LIST))),
    errors: [40005, 40006, 40302],
  }),
  'safety.Insure/createPolicy': write({
    summary: 'Insures a rider ahead, from midnight of a day; once for each product and day.',
    access: { rule: RULE['safety.insure.create'] },
    idempotent: true,
    audit: audit('createPolicy', policyCase.key, WORD.insureRider, true),
    input: z.object({ riderNo: z.string().trim().min(1).max(20), productId: id(), coverDate: z.iso.date() }),
    data: actionData,
    errors: [40001, 40302, 40401, 42201, 42297],
  }),
  'safety.Insure/retryPolicy': stepEndpoint(policyCase, 'retryPolicy', {
    summary: 'Asks the insurer again for a policy that it refused, under the same number.',
  }),
  'safety.Insure/bulkRetry': write({
    summary: 'Asks the insurer again for several policies, each by itself.',
    access: { rule: EDIT },
    risk: 'confirm',
    audit: audit(
      'bulkRetry',
      policyCase.key,
      text('批量重新投保', 'Retry policies', 'Tentar apólices de novo', '批次重新投保'),
      true,
    ),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'safety.Insure/surrender': stepEndpoint(policyCase, 'surrender', {
    summary: 'Surrenders a policy before its cover begins; the premium goes back once the insurer confirms.',
    fields: reason,
  }),

  'safety.Insure/downloadPolicy': write({
    summary: 'A confirmed policy as a PDF in the caller’s language.',
    access: { rule: VIEW },
    audit: {
      ...audit(
        'downloadPolicy',
        policyCase.key,
        text('下载电子保单', 'Download e-policy', 'Baixar apólice', '下載電子保單'),
      ),
      reveals: true,
    },
    input: z.object({ id: id() }),
    /** `content` is the file as Base64. */
    data: z.object({ name: z.string(), content: z.base64() }),
    errors: [40302, 40401, 42201],
  }),

  'safety.Insure/getClaims': read({
    summary: 'Claims of the stations in scope, newest first; of all days unless days are named.',
    access: { rule: VIEW },
    input: listInput(filterShape(CLAIM_LIST), sortKeys(CLAIM_LIST)),
    data: listData(claimRow, z.object(totalShape(CLAIM_LIST))),
    errors: [40005, 40006, 40302],
  }),
  'safety.Insure/getClaim': read({
    summary: 'One claim as its list shows it, for the forms of its drawer.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: claimRow,
    errors: [40302, 40401],
  }),
  'safety.Insure/createClaim': write({
    summary: 'Reports a claim under a policy whose cover held at the moment of the accident.',
    access: { rule: CLAIM },
    idempotent: true,
    audit: audit('createClaim', claimCase.key, WORD.reportClaim),
    input: z.object({
      policyId: id(),
      kind: z.enum(CLAIM_KIND_KEYS),
      happenedAt: time(),
      place: words(INSURE.place),
      point: point().nullable().optional(),
      orderNo: z.string().trim().max(INSURE.orderNo.max).nullable().optional(),
      claimedFen: z.int().min(1).max(INSURE.sumFen.max),
      description: words(INSURE.description),
    }),
    data: actionData,
    errors: [40001, 40302, 40401, 42201],
  }),
  'safety.Insure/askMaterial': stepEndpoint(claimCase, 'askMaterial', {
    summary: 'Tells the reporter which material is missing.',
    fields: reason,
  }),
  'safety.Insure/addMaterial': stepEndpoint(claimCase, 'addMaterial', {
    summary: 'Adds files of one kind of material, or replaces its files.',
    fields: {
      material: z.enum(CLAIM_MATERIAL_KEYS),
      files: z.array(id()).min(1).max(INSURE.files),
      replaces: z.boolean().default(false),
    },
  }),
  'safety.Insure/submitClaim': stepEndpoint(claimCase, 'submitClaim', {
    summary: 'Hands a claim with all its material to the insurer.',
  }),
  'safety.Insure/acceptClaim': stepEndpoint(claimCase, 'acceptClaim', {
    summary: 'Records the insurer’s case number.',
    fields: { insurerCaseNo: words(INSURE.caseNo) },
  }),
  'safety.Insure/approveClaim': stepEndpoint(claimCase, 'approveClaim', {
    summary: 'Records the amount that the insurer approved, at most the sum insured.',
    fields: { paidFen: z.int().min(1).max(INSURE.sumFen.max) },
  }),
  'safety.Insure/refuseClaim': stepEndpoint(claimCase, 'refuseClaim', {
    summary: 'Records that the insurer refused.',
    fields: reason,
  }),
  'safety.Insure/payClaim': stepEndpoint(claimCase, 'payClaim', {
    summary: 'Records what the insurer paid to the injured party, at most the sum insured.',
    fields: { paidFen: z.int().min(1).max(INSURE.sumFen.max) },
  }),
  'safety.Insure/disputeClaim': stepEndpoint(claimCase, 'disputeClaim', {
    summary: 'Disputes a refusal, once.',
    fields: reason,
  }),
  'safety.Insure/closeClaim': stepEndpoint(claimCase, 'closeClaim', { summary: 'Closes a claim.', fields: reason }),

  'safety.Insure/getProducts': read({
    summary: 'Insurance products.',
    access: { rule: VIEW },
    input: listInput(filterShape(PRODUCT_LIST), sortKeys(PRODUCT_LIST)),
    data: listData(
      z.object({ id: id(), version, ...fieldShape(PRODUCT_LIST), actions: z.array(z.string()) }),
      z.object({}),
    ),
    errors: [40005],
  }),
  'safety.Insure/getProduct': read({
    summary: 'One product, for its drawer and its form.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: product.extend({
      id: id(),
      version,
      hasSecret: z.boolean(),
      stateText: z.string(),
      teamNames: z.array(z.string()),
      teamText: z.string(),
      coverText: z.string(),
      actions: z.array(z.string()),
    }),
    errors: [40401],
  }),
  'safety.Insure/saveProduct': write({
    summary: 'Makes or changes a product. Policies that were made keep their terms.',
    access: { rule: [RULE['safety.insure.create'], EDIT] },
    risk: 'second',
    idempotent: true,
    audit: {
      ...audit(
        'saveProduct',
        'insureProduct',
        text('保存保险方案', 'Save insurance product', 'Salvar produto de seguro', '儲存保險方案'),
        true,
      ),
      secret: ['apiSecret'],
    },
    input: z.object({
      id: id().optional(),
      version: z.int().optional(),
      name: words(INSURE.name),
      insurer: words(INSURE.insurer),
      kind: z.enum(INSURE_KIND_KEYS),
      planCode: words(INSURE.planCode),
      agreementNo: z.string().trim().max(INSURE.agreementNo.max),
      premiumFen: within(INSURE.premiumFen),
      premiumUnit: z.enum(INSURE_UNIT_KEYS),
      payer: z.enum(INSURE_PAYER_KEYS),
      coverEnd: within(INSURE.coverEnd),
      sums: bySum(within(INSURE.sumFen)),
      minAge: within(INSURE.minAge),
      maxAge: within(INSURE.maxAge),
      teamIds: z.array(id()).max(INSURE.teams),
      apiMode: z.enum(INSURE_MODE_KEYS),
      /** New secret. If the field is absent, the stored secret does not change. */
      apiSecret: words(INSURE.secret).optional(),
    }),
    data: actionData,
    errors: [40001, 40301, 40302, 40401, 40901, 40903],
  }),
  'safety.Insure/switchProduct': write({
    summary: 'Switches a product on or off; policies that were made stay.',
    access: { rule: EDIT },
    risk: 'confirm',
    versioned: true,
    audit: audit(
      'switchProduct',
      'insureProduct',
      text('启停保险方案', 'Switch insurance product', 'Ligar ou desligar produto', '啟停保險方案'),
      true,
    ),
    input: z.object({ id: id(), version, on: z.boolean() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),

  'safety.Insure/getRecon': read({
    summary: 'Premiums by month and insurer: our count and sum, those of the insurer’s file, and what was remitted.',
    access: { rule: VIEW },
    input: listInput(filterShape(INSURE_RECON_LIST), ['month']),
    data: listData(monthRow, z.object({ dueFen: sumFen(), openGaps: z.int() })),
    errors: [40005, 40302],
  }),
  'safety.Insure/uploadStatement': write({
    summary: 'Compares the insurer’s file of a month with our policies. Uploaded again, it replaces the earlier one.',
    access: { rule: EDIT },
    audit: audit(
      'uploadStatement',
      'insureMonth',
      text('上传保险公司对账单', 'Upload insurer’s statement', 'Enviar extrato da seguradora', '上傳保險公司對帳單'),
    ),
    input: z.object({ id: id(), fileId: id() }),
    data: actionData,
    errors: [40001, 40302, 40401],
  }),
  'safety.Insure/getMonth': read({
    summary: 'One month of an insurer: its figures, its differences, the open ones first, and what was remitted.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: monthRow.extend({
      fileName: z.string().nullable(),
      gaps: z.array(
        z.object({
          id: id(),
          version,
          policyId: id().nullable(),
          policyNo: z.string().nullable(),
          insurerNo: z.string().nullable(),
          kindText: z.string(),
          ourFen: fen().nullable(),
          theirFen: fen().nullable(),
          state: z.enum(Object.keys(GAP_STATES) as [GapState, ...GapState[]]),
          stateText: z.string(),
          note: z.string().nullable(),
          /** Amount that an adjustment would add to the premiums owed to the insurer. A negative amount would reduce them. */
          gapFen: fen(),
          /** Amount of the adjustment. `null` means that there was no adjustment. */
          adjustFen: fen().nullable(),
          txNo: z.string().nullable(),
          resolvedByName: z.string().nullable(),
          resolvedAt: time().nullable(),
          actions: z.array(z.string()),
        }),
      ),
      remits: z.array(
        z.object({
          no: z.string(),
          at: time(),
          policies: z.int(),
          amountFen: fen(),
          merchantNumber: z.string(),
          voucherNo: z.string(),
          txNo: z.string(),
          byName: z.string(),
        }),
      ),
    }),
    errors: [40302, 40401],
  }),
  'safety.Insure/resolveGap': write({
    summary: 'Explains a difference with a note. It moves no money.',
    access: { rule: EDIT },
    versioned: true,
    audit: audit(
      'resolveGap',
      'insureGap',
      text('说明保费差异', 'Explain premium difference', 'Explicar diferença de prêmio', '說明保費差異'),
    ),
    input: z.object({ id: id(), version, note: words(INSURE.reason) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'safety.Insure/adjustGap': write({
    summary:
      'Posts a difference, so that the insurer is owed what its file says; a second person agrees. The platform bears a higher premium; of a lower one each payer gets its part back.',
    access: { rule: RULE['safety.insure.remit'] },
    risk: 'fourEyes',
    idempotent: true,
    versioned: true,
    audit: audit('adjustGap', 'insureGap', WORD.adjustPremium, true),
    input: z.object({ id: id(), version, note: words(INSURE.reason) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42241, 42246],
  }),
  'safety.Insure/remit': write({
    summary: 'Books that a month’s premiums were paid to the insurer from a merchant number; a second person agrees.',
    access: { rule: RULE['safety.insure.remit'] },
    risk: 'fourEyes',
    idempotent: true,
    audit: audit('remit', 'insureMonth', WORD.remitPremiums, true),
    input: z.object({
      id: id(),
      merchantNumberId: id(),
      voucherNo: words(INSURE.voucherNo),
      /** Amount that the page showed. The server refuses the call if the amount has changed. */
      amountFen: z.int().min(1),
    }),
    data: actionData,
    errors: [40302, 40401, 42201, 42241, 42246, 50201],
  }),

  'safety.Insure/getSummary': read({
    summary: 'Cover today, premiums of today and of the month by payer, claims, and twelve months of both.',
    access: { rule: VIEW },
    input: z.object({ teamIds: queryIds() }),
    data: z.object({
      insuredToday: z.int(),
      uninsured: z.int(),
      /** Premiums of today and of this month, by payer. */
      today: z.object({ platformFen: sumFen(), teamFen: sumFen(), riderFen: sumFen() }),
      month: z.object({ platformFen: sumFen(), teamFen: sumFen(), riderFen: sumFen() }),
      claimsOpen: z.int(),
      claimsPaidFen: sumFen(),
      /** Paid claims divided by premiums, over the months in `months`, in basis points. `null` means that there were no premiums. */
      lossBp: z.int().nullable(),
      months: z.array(z.object({ month: month(), premiumFen: sumFen(), paidFen: sumFen() })),
    }),
    errors: [40302],
  }),
} as const;
