import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import { storedUpload } from './common';
import {
  actionData,
  bp,
  bulkData,
  bulkIds,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  point,
  queryId,
  queryIds,
  read,
  sumFen,
  time,
  words,
  write,
} from './endpoint';
import { FOOD_LOSS } from './foodLoss.fields';
import {
  ASKED_PARTIES,
  foodLossCase,
  LOSS,
  LOSS_APPEAL_TEXT,
  LOSS_EVIDENCE_TEXT,
  LOSS_PARTIES,
  LOSS_PAYEE_TEXT,
  LOSS_PUNISH_TEXT,
  LOSS_REASONS,
  LOSS_REMEDY_TEXT,
  LOSS_SPEAKERS,
  LOSS_WAY_TEXT,
  type LossAppealResult,
  type LossEvidenceKind,
  type LossPayee,
  type LossPunish,
  type LossRemedy,
  type LossWay,
} from './foodLoss.states';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for food losses (餐损, DOMAIN §3.9, §6.7): report, evidence, decision, appeal, compensation. */

const REMEDIES = keysOf<LossRemedy>(LOSS_REMEDY_TEXT);
const PAYEES = keysOf<LossPayee>(LOSS_PAYEE_TEXT);
const WAYS = keysOf<LossWay>(LOSS_WAY_TEXT);
const PUNISH = keysOf<LossPunish>(LOSS_PUNISH_TEXT);
const KINDS = keysOf<LossEvidenceKind>(LOSS_EVIDENCE_TEXT);
const RESULTS = keysOf<LossAppealResult>(LOSS_APPEAL_TEXT);

const files = () => z.array(id()).max(LOSS.photos);
const reason = () => words(LOSS.reason);

const item = z.object({
  name: words(LOSS.itemName),
  quantity: z.int().min(LOSS.quantity.min).max(LOSS.quantity.max),
  lossFen: z.int().min(0).max(LOSS.claimFen.max),
});
const row = z.object({ id: id(), version: z.int(), ...fieldShape(FOOD_LOSS), actions: z.array(z.string()) });
const share = z.object({
  party: z.enum(LOSS_PARTIES),
  partyText: z.string(),
  name: z.string(),
  shareBp: bp(),
  decidedFen: fen(),
  /** The amount that the party finally bore. `null` before the payment. */
  borneFen: fen().nullable(),
  /** The amount of `borneFen` that is still to be collected. */
  owedFen: fen(),
});
const link = z.object({ fileId: id(), name: z.string(), url: z.string() });

const detail = row.extend({
  /** The user's masked phone. */
  userTel: z.string(),
  userName: z.string(),
  description: z.string(),
  items: z.array(item),
  wantedRemedyText: z.string(),
  /** The order of the case. `null` means that the server has not stored an order with this number. */
  order: z
    .object({
      statusText: z.string(),
      goodsFen: fen(),
      deliveryFen: fen(),
      paidFen: fen(),
      refundFen: fen(),
      paidAt: time(),
      promisedAt: time(),
      deliveredAt: time().nullable(),
      isHeld: z.boolean(),
    })
    .nullable(),
  /** Maximum compensation in this case. */
  maxCompFen: fen(),
  /** Requests for evidence, by party. */
  asked: z.array(
    z.object({
      party: z.enum(ASKED_PARTIES),
      partyText: z.string(),
      what: z.string(),
      dueAt: time(),
      isAnswered: z.boolean(),
    }),
  ),
  evidence: z.array(
    z.object({
      id: id(),
      party: z.enum(LOSS_SPEAKERS),
      partyText: z.string(),
      kind: z.enum(KINDS),
      kindText: z.string(),
      file: link.nullable(),
      /** How the page shows the file. `null` means that the page shows only a link. */
      player: z.enum(['picture', 'video', 'audio']).nullable(),
      /** SHA-256 digest of the file's content. */
      sha256: z.string().nullable(),
      /** Time and place that the camera wrote into the picture. If `isCaptureStated` is `true`, the sender's app stated them instead. */
      capturedAt: time().nullable(),
      place: point().nullable(),
      isCaptureStated: z.boolean(),
      note: z.string(),
      byName: z.string(),
      at: time(),
    }),
  ),
  decisions: z.array(
    z.object({
      revision: z.int(),
      compFen: fen(),
      payToText: z.string(),
      payWayText: z.string(),
      urgent: z.boolean(),
      opinion: z.string(),
      punishText: z.string(),
      byName: z.string(),
      at: time(),
      shares: z.array(share),
    }),
  ),
  appeals: z.array(
    z.object({
      id: id(),
      party: z.enum(ASKED_PARTIES),
      partyText: z.string(),
      ground: z.string(),
      files: z.array(link),
      at: time(),
      byName: z.string(),
      result: z.enum(RESULTS),
      resultText: z.string(),
      answer: z.string().nullable(),
    }),
  ),
  entries: z.array(z.object({ key: z.string(), txNo: z.string(), typeText: z.string(), amountFen: fen(), at: time() })),
  /** The ten newest earlier losses of the same rider, merchant or user, within the caller's data scope. */
  past: z.array(
    z.object({ id: id(), no: z.string(), reasonText: z.string(), stateText: z.string(), paidFen: fen(), at: time() }),
  ),
  failText: z.string().nullable(),
  history: z.array(
    z.object({
      key: z.string(),
      at: time(),
      text: z.string(),
      byName: z.string(),
      note: z.string(),
      amountFen: fen().nullable(),
      txNo: z.string().nullable(),
    }),
  ),
});

const liabilities = () =>
  z
    .array(z.object({ party: z.enum(LOSS_PARTIES), shareBp: z.int().min(1).max(10_000) }))
    .min(1)
    .max(LOSS_PARTIES.length);
const decision = {
  /** Liable parties. Their shares total 100 % (42301), and each party occurs at most once. */
  liabilities: liabilities(),
  compFen: z.int().min(1).max(LOSS.claimFen.max),
  payTo: z.enum(PAYEES),
  payWay: z.enum(WAYS),
  /** Required for payment by `coupon`. The face value of the coupon equals the compensation. */
  couponTemplateId: id().nullable().default(null),
  opinion: words(LOSS.opinion),
  punish: z.enum(PUNISH),
};
export const lossEvidence = {
  party: z.enum(LOSS_SPEAKERS),
  kind: z.enum(KINDS),
  files: files(),
  note: z.string().trim().max(LOSS.statement.max),
};
export const lossReport = {
  orderNo: words(LOSS.orderNo),
  reporterType: z.enum(LOSS_SPEAKERS),
  reason: z.enum(LOSS_REASONS),
  items: z.array(item).min(1).max(LOSS.items),
  claimFen: z.int().min(LOSS.claimFen.min).max(LOSS.claimFen.max),
  description: words(LOSS.description),
  wantedRemedy: z.enum(REMEDIES),
};

const AT_CASE = [40302, 40401] as const;
const audit = (action: string, label: ReturnType<typeof text>, money = false) =>
  ({ module: 'foodLoss', action, object: 'foodLoss', text: label, ...(money && { money: true }) }) as const;
const suggestion = z.object({
  liabilities: z.array(z.object({ party: z.enum(LOSS_PARTIES), partyText: z.string(), shareBp: bp() })),
  compFen: fen(),
  maxCompFen: fen(),
  payTo: z.enum(PAYEES),
  /** The reasons for the suggestion. Each rule that applied has one sentence. */
  why: z.array(z.string()),
});

export const foodLossEndpoints = {
  'foodLoss.Report/getList': read({
    phoneSearch: { field: 'keyword', kinds: [{ page: RULE.foodLoss, unmask: RULE['foodLoss.unmask'] }] },
    summary: 'Food losses, the newest first. Without days and keyword: the last 30 days, and everything that is open.',
    access: { rule: 60 },
    input: listInput(
      { ...filterShape(FOOD_LOSS), userId: queryId().optional(), riderId: queryId().optional() },
      sortKeys(FOOD_LOSS),
    ),
    data: listData(
      row,
      z.object({ ...totalShape(FOOD_LOSS), fromDay: z.iso.date().nullable(), toDay: z.iso.date().nullable() }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'foodLoss.Report/getDetail': read({
    summary: 'One food loss: order, evidence, decisions, appeals, payments and history.',
    access: { rule: 60 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [...AT_CASE],
  }),
  'foodLoss.Report/getSuggestion': read({
    summary: 'Who is liable by rule, with the reason. People decide.',
    access: { rule: 60 },
    input: z.object({ id: queryId() }),
    data: suggestion,
    errors: [...AT_CASE],
  }),
  'foodLoss.Report/getFigures': read({
    summary:
      'What food losses of this month cost whom: by party, by reason, by rider, by merchant, and for 1,000 orders.',
    access: { rule: 60 },
    input: z.object({ teamIds: queryIds() }),
    data: z.object({
      fromDay: z.iso.date(),
      toDay: z.iso.date(),
      cases: z.int(),
      /** Cases per 1,000 delivered orders, in hundredths. `null` means that no order was delivered. */
      per1000X100: z.int().nullable(),
      paidFen: sumFen(),
      byParty: z.array(z.object({ party: z.enum(LOSS_PARTIES), text: z.string(), borneFen: sumFen() })),
      byReason: z.array(z.object({ reason: z.enum(LOSS_REASONS), text: z.string(), cases: z.int() })),
      riders: z.array(z.object({ key: z.string(), name: z.string(), cases: z.int(), borneFen: sumFen() })),
      merchants: z.array(z.object({ key: z.string(), name: z.string(), cases: z.int(), borneFen: sumFen() })),
      asOf: time(),
    }),
    errors: [40302],
  }),
  'foodLoss.Report/create': write({
    summary: 'Reports a food loss of an order; its settlement is held until the case is closed.',
    access: { rule: 6001 },
    idempotent: true,
    audit: audit('create', WORD.reportFoodLoss),
    input: z.object({ ...lossReport, photos: files() }),
    data: actionData,
    errors: [40001, 40008, 40302, 40401, 42201, 42302, 42303, 42306],
  }),
  'foodLoss.Report/accept': stepEndpoint(foodLossCase, 'accept', {
    summary: 'Takes a report on; the caller becomes its handler.',
  }),
  'foodLoss.Report/assign': write({
    summary: 'Gives cases to a person of the head office.',
    access: { rule: 6006 },
    risk: 'confirm',
    audit: audit('assign', text('分配餐损', 'Assign food losses', 'Atribuir perdas', '分派餐損')),
    input: z.object({ ids: bulkIds(), handlerId: id() }),
    data: bulkData,
    errors: [40010, 40401],
  }),
  'foodLoss.Report/remind': write({
    summary: 'Reminds the handlers of cases.',
    access: { rule: 6006 },
    risk: 'confirm',
    audit: audit('remind', text('催办餐损', 'Send food loss reminders', 'Lembrar das perdas', '催辦餐損')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'foodLoss.Report/askEvidence': stepEndpoint(foodLossCase, 'askEvidence', {
    summary: 'Asks a party for evidence within a time; the case waits for it.',
    fields: {
      from: z.enum(ASKED_PARTIES),
      what: words(LOSS.what),
      hours: z.int().min(LOSS.askHours.min).max(LOSS.askHours.max),
    },
  }),
  'foodLoss.Report/addEvidence': write({
    summary: 'Adds what a party said or showed. The case continues once everyone asked has answered.',
    access: { rule: 6006 },
    idempotent: true,
    audit: audit('addEvidence', text('补充餐损证据', 'Add evidence', 'Adicionar provas', '補充餐損證據')),
    input: z.object({ id: id(), ...lossEvidence }),
    data: actionData,
    errors: [40001, 40008, ...AT_CASE, 42201],
  }),
  'foodLoss.Report/uploadVideo': write({
    summary: 'Stores a video (MP4, QuickTime or WebM); it is deleted after a day unless evidence is added with it.',
    access: { rule: 6006 },
    body: 'multipart',
    audit: audit(
      'uploadVideo',
      text('上传餐损视频', 'Upload food-loss video', 'Enviar vídeo da perda', '上傳餐損影片'),
    ),
    input: z.object({}),
    data: storedUpload,
    errors: [40008, 42901, 50301],
  }),
  'foodLoss.Report/decide': stepEndpoint(foodLossCase, 'decide', {
    summary:
      'Says who is liable for which share, what is paid to whom, and why. An urgent payment needs a second verification.',
    fields: { ...decision, urgentPay: z.boolean() },
  }),
  'foodLoss.Report/payNow': stepEndpoint(foodLossCase, 'payNow', {
    summary: 'Pays before the appeal window is over: the platform advances it.',
  }),
  'foodLoss.Report/appeal': stepEndpoint(foodLossCase, 'appeal', {
    summary: 'Records the appeal of a liable party, once for each party and within the window.',
    fields: { party: z.enum(ASKED_PARTIES), ground: words(LOSS.ground), files: files().min(1) },
  }),
  'foodLoss.Report/decideAppeal': stepEndpoint(foodLossCase, 'decideAppeal', {
    summary:
      'Decides the open appeals: never by the person who decided first. A new decision takes the place of the first.',
    fields: {
      result: z.enum(['upheld', 'dismissed']),
      answer: words(LOSS.opinion),
      /** The new decision. It is required if the appeal is upheld. */
      decision: z.object(decision).nullable().default(null),
    },
  }),
  'foodLoss.Report/recordRefund': stepEndpoint(foodLossCase, 'recordRefund', {
    summary: 'Records that the payment platform refunded the user; the parties bear it.',
    fields: { channelRefundNo: words(LOSS.refundNo) },
  }),
  'foodLoss.Report/collect': stepEndpoint(foodLossCase, 'collect', {
    summary:
      'Records that the insurer paid its share of a closed case to a merchant number, with the number of the voucher.',
    fields: { merchantNumberId: id(), voucherNo: words(LOSS.refundNo) },
  }),
  'foodLoss.Report/refundFailed': stepEndpoint(foodLossCase, 'refundFailed', {
    summary: 'Records that the payment platform refused the refund.',
    fields: { reason: reason() },
  }),
  'foodLoss.Report/retryPay': stepEndpoint(foodLossCase, 'retryPay', {
    summary: 'Pays again after a failure, in another way if need be.',
    fields: { payWay: z.enum(WAYS) },
  }),
  'foodLoss.Report/close': stepEndpoint(foodLossCase, 'close', {
    summary: 'Gives a failed payment up and closes the case. Another person must agree.',
    fields: { reason: reason() },
  }),
  'foodLoss.Report/reject': stepEndpoint(foodLossCase, 'reject', {
    summary: 'Refuses a report, with a reason; the settlement continues.',
    fields: { reason: reason() },
  }),
  'foodLoss.Report/cancel': stepEndpoint(foodLossCase, 'cancel', {
    summary: 'Takes a report back before it was accepted. By its maker only.',
  }),
} as const;
