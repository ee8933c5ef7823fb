import { z } from 'zod';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import {
  actionData,
  bulkData,
  bulkIds,
  id,
  linkedFile,
  listData,
  listInput,
  queryId,
  read,
  sumFen,
  time,
  words,
  write,
} from './endpoint';
import { orderLine } from './order.line';
import { shownDevice } from './pushed';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RIDER_LIST } from './rider.fields';
import { riderCertificate } from './riderCertificate';
import { COURSES, GATE_RESULTS, RIDER, riderCase, VIOLATION_KINDS } from './riderWork.states';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for riders (骑手管理, DOMAIN §3.8, §6.7): data, states, face checks, violations and training. */

const reason = () => words(RIDER.reason);
const { min = 0, max = 0 } = reasonOf(riderCase.steps.refuse) ?? {};
const reasonField = { reason: z.string().trim().min(min).max(max) };
const day = () => z.iso.date();

/** Result of the work checks, in total and for each check. */
const gate = z.object({
  verdict: z.enum(['yes', 'no']),
  checks: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      result: z.enum(GATE_RESULTS),
      resultText: z.string(),
      why: z.string(),
    }),
  ),
});

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(RIDER_LIST),
  /** Text that names the failed checks. It is empty if the rider may work. */
  mayNotText: z.string(),
  photoFileId: id().nullable(),
  photoUrl: z.string().nullable(),
  actions: z.array(z.string()),
});

const detail = row.extend({
  gender: z.enum(['male', 'female']),
  /** Masked identity card number. */
  idCard: z.string(),
  /** A new name or identity card that waits for review. `idCard` is masked, and is `null` if only the name changes. */
  identityReview: z.object({ id: id(), no: z.string(), name: z.string(), idCard: z.string().nullable() }).nullable(),
  birth: day(),
  leftAt: time().nullable(),
  faceAt: time().nullable(),
  heartbeatAt: time().nullable(),
  provinceText: z.string(),
  gate,
  certificates: z.array(riderCertificate),
  policies: z.array(
    z.object({
      id: id(),
      no: z.string(),
      stateText: z.string(),
      tone: z.string(),
      coverFrom: time(),
      coverTo: time(),
      premiumFen: z.int(),
      payerText: z.string(),
      productName: z.string(),
      kindText: z.string(),
    }),
  ),
  work: z.object({
    continuousMin: z.int(),
    restUntil: time().nullable(),
    days: z.array(
      z.object({
        day: day(),
        onlineMin: z.int(),
        maxContinuousMin: z.int(),
        prompts: z.array(z.string()),
        confirmedAt: time().nullable(),
      }),
    ),
  }),
  trainings: z.array(
    z.object({
      key: z.string(),
      courseText: z.string(),
      assignedAt: time(),
      byName: z.string(),
      score: z.int().nullable(),
      finishedAt: time().nullable(),
      expireAt: time().nullable(),
      isPassed: z.boolean(),
      isExpired: z.boolean(),
    }),
  ),
  recentViolations: z.array(
    z.object({
      key: z.string(),
      kindText: z.string(),
      isSerious: z.boolean(),
      points: z.int(),
      orderNo: z.string().nullable(),
      note: z.string(),
      at: time(),
      byName: z.string(),
      files: z.array(linkedFile()),
    }),
  ),
  money: z.object({
    availableFen: sumFen(),
    frozenFen: sumFen(),
    depositFen: sumFen(),
    owedFen: sumFen(),
    /** First day on which the deposit may be refunded to a rider who has left. `null` for a rider who has not left. */
    depositDueOn: day().nullable(),
    runningOrders: z.int(),
  }),
  steps: z.array(z.object({ key: z.string(), at: time(), text: z.string(), byName: z.string(), note: z.string() })),
});

const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: riderCase.module, action, object: riderCase.key, text: of }) as const;

export const riderEndpoints = {
  'safety.Rider/getList': read({
    summary: 'Riders of the stations in scope, the newest first; of every day unless days of joining are named.',
    access: { rule: 54 },
    phoneSearch: {
      field: 'keyword',
      kinds: [{ page: RULE['safety.rider'], unmask: RULE['safety.rider.unmask'] }],
    },
    input: listInput(filterShape(RIDER_LIST), sortKeys(RIDER_LIST)),
    data: listData(row, z.object(totalShape(RIDER_LIST))),
    errors: [40005, 40006, 40302],
  }),
  'safety.Rider/getDetail': read({
    summary: 'One rider: the gate check by check, certificates, work and rest, training, violations, money, history.',
    access: { rule: 54 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [40302, 40401],
  }),
  'safety.Rider/getOrders': read({
    summary: 'The newest orders that a rider took at the present station.',
    access: { rule: 54 },
    input: z.object({ riderId: queryId() }),
    data: z.object({ list: z.array(z.object(orderLine)) }),
    errors: [40302, 40401],
  }),
  'safety.Rider/getDevices': read({
    summary: 'Devices that a rider signed in with, the latest first.',
    access: { rule: 54 },
    input: z.object({ riderId: queryId() }),
    data: z.object({ list: z.array(z.object(shownDevice)), more: z.boolean() }),
    errors: [40302, 40401],
  }),
  'safety.Rider/savePhoto': write({
    summary: 'Stores the photo of a rider, or removes it. Place and time of the camera are not kept.',
    access: { rule: 5402 },
    versioned: true,
    audit: audit('savePhoto', text('更新骑手照片', 'Change rider photo', 'Alterar foto do entregador', '更新騎手照片')),
    input: z.object({ id: id(), version: z.int(), fileId: id().nullable() }),
    data: actionData,
    errors: [40008, 40302, 40401, 40901, 42201],
  }),
  'safety.Rider/admit': stepEndpoint(riderCase, 'admit', {
    summary: 'Approves the identity of an applicant: of age, a valid id number that no other rider has.',
  }),
  'safety.Rider/refuse': stepEndpoint(riderCase, 'refuse', {
    summary: 'Refuses an applicant.',
    fields: reasonField,
  }),
  'safety.Rider/activate': stepEndpoint(riderCase, 'activate', {
    summary: 'Ends the probation: exam passed, and a valid certificate where the province requires one.',
  }),
  'safety.Rider/suspend': stepEndpoint(riderCase, 'suspend', { summary: 'Suspends a rider.', fields: reasonField }),
  'safety.Rider/bulkSuspend': write({
    summary: 'Suspends several riders, each by itself.',
    access: { rule: 5407 },
    risk: 'confirm',
    audit: audit('bulkSuspend', text('批量停用骑手', 'Suspend riders', 'Suspender entregadores', '批次停用騎手')),
    input: z.object({ ids: bulkIds(), reason: reason() }),
    data: bulkData,
    errors: [40010],
  }),
  'safety.Rider/resume': stepEndpoint(riderCase, 'resume', {
    summary: 'Lets a suspended rider work again, if certificate, identity and face check are in order.',
  }),
  'safety.Rider/transfer': stepEndpoint(riderCase, 'transfer', {
    summary: 'Moves a rider without running orders to another station.',
    fields: { teamId: id(), reason: reason() },
  }),
  'safety.Rider/bulkTransfer': write({
    summary: 'Moves several riders to another station, each by itself.',
    access: { rule: 5408 },
    risk: 'confirm',
    audit: audit('bulkTransfer', text('批量调站', 'Transfer riders', 'Transferir entregadores', '批次調站')),
    input: z.object({ ids: bulkIds(), teamId: id(), reason: reason() }),
    data: bulkData,
    errors: [40010, 40302, 40401],
  }),
  'safety.Rider/offboard': stepEndpoint(riderCase, 'offboard', {
    summary: 'Off-boards a rider without running orders whose balance is cleared.',
    fields: reasonField,
  }),
  'safety.Rider/rejoin': stepEndpoint(riderCase, 'rejoin', {
    summary: 'Takes a rider who left back to the review of the identity.',
  }),
  'safety.Rider/askFaceCheck': write({
    summary: 'Asks a rider for a face check; until it is passed there are no orders.',
    access: { rule: 5407 },
    risk: 'confirm',
    audit: audit('askFaceCheck', WORD.askFaceCheck),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401, 42201],
  }),
  'safety.Rider/recordViolation': write({
    summary:
      'Records a violation and takes its points off the safety score; the second serious one in 90 days suspends.',
    access: { rule: 5402 },
    idempotent: true,
    audit: audit('recordViolation', WORD.recordViolation),
    input: z.object({
      id: id(),
      kind: z.enum(VIOLATION_KINDS),
      isSerious: z.boolean(),
      points: z.int().min(RIDER.violationPoints.min).max(RIDER.violationPoints.max),
      orderNo: z.string().trim().max(RIDER.orderNo.max).nullable().optional(),
      note: reason(),
      /** File ids of uploads by the caller in the scene `violation`. */
      files: z.array(id()).max(RIDER.evidence).default([]),
    }),
    data: actionData,
    errors: [40008, 40302, 40401, 42201],
  }),
  'safety.Rider/assignTraining': write({
    summary: 'Assigns a course to riders; the result comes with the report of their app.',
    access: { rule: 5402 },
    audit: audit('assignTraining', WORD.assignTraining),
    input: z.object({ ids: bulkIds(), course: z.enum(COURSES) }),
    data: bulkData,
    errors: [40010],
  }),
  'safety.Rider/remind': write({
    summary: 'Reminds riders whose certificate is missing, expired or at its end, and their stations.',
    access: { rule: 5402 },
    audit: audit('remind', text('提醒更新健康证', 'Send certificate reminders', 'Lembrar atestados', '提醒更新健康證')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
} as const;
