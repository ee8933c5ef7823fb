import { z } from 'zod';
import { bp, fen, id, keysOf, time, words, write } from './endpoint';
import { lossEvidence, lossReport } from './foodLoss';
import {
  APP_PARTIES,
  foodLossCase,
  LOSS,
  LOSS_APPEAL_TEXT,
  LOSS_REASONS,
  LOSS_SPEAKERS,
  LOSS_WAY_TEXT,
} from './foodLoss.states';
import { INTAKE } from './limits';
import { PUSHED_STATES, pushedData } from './pushed';
import { text } from './text';

/** How the apps of riders, merchants and users report food losses: server to server, signed (docs/orders.md). */

/** Tells two events of a kind, or two files, apart; the same number again is the same one. */
const number = () => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const by = { no: number(), party: z.enum(APP_PARTIES), personId: id() };
const about = { ...by, at: time() };
const lossNo = () => z.string().regex(/^FL\d{16,20}$/);
const ofCase = { ...about, lossNo: lossNo() };
/** Numbers of files that the same person sent before. */
const files = () => z.array(number()).max(LOSS.photos);
const { reporterType: _reporter, ...told } = lossReport;

export const lossEvent = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('reported'), ...about, ...told, photos: files() }),
  z.strictObject({
    event: z.literal('evidence'),
    ...ofCase,
    kind: lossEvidence.kind,
    files: files(),
    note: lossEvidence.note,
  }),
  z.strictObject({ event: z.literal('cancelled'), ...ofCase }),
  z.strictObject({ event: z.literal('appealed'), ...ofCase, ground: words(LOSS.ground), files: files() }),
]);
export type LossEvent = z.output<typeof lossEvent>;

/** A case as one of its parties may know it: its own part, and nothing about the other parties. Amounts in fen. */
const ownCase = z.object({
  lossNo: z.string(),
  orderNo: z.string(),
  reason: z.enum(LOSS_REASONS),
  reasonText: z.string(),
  state: z.enum(keysOf(foodLossCase.states)),
  stateText: z.string(),
  reporterType: z.enum(LOSS_SPEAKERS),
  reportedAt: time(),
  closedAt: time().nullable(),
  /** Null unless the party has reported it. */
  claimFen: fen().nullable(),
  /** What the party is asked for and has not answered. */
  asked: z.array(z.object({ what: z.string(), dueAt: time() })),
  /** Null: nothing is decided, or the party neither bears nor receives anything. */
  decision: z
    .object({
      revision: z.int(),
      decidedAt: time(),
      opinion: z.string(),
      shareBp: bp(),
      /** Its part by the decision, what it bore in the end, and what of that is collected later. */
      bearsFen: fen(),
      borneFen: fen().nullable(),
      owedFen: fen(),
      /** By the decision, and what has been paid so far. */
      receivesFen: fen(),
      receivedFen: fen(),
      payWay: z.enum(keysOf(LOSS_WAY_TEXT)).nullable(),
    })
    .nullable(),
  /** Until when the party can appeal; null: it cannot. */
  appealUntil: time().nullable(),
  appeal: z
    .object({
      at: time(),
      result: z.enum(keysOf(LOSS_APPEAL_TEXT)),
      resultText: z.string(),
      answer: z.string().nullable(),
    })
    .nullable(),
});

const audit = (action: string, label: ReturnType<typeof text>) =>
  ({ module: foodLossCase.module, action, object: foodLossCase.key, text: label }) as const;

export const foodLossIntakeEndpoints = {
  'foodLoss.Intake/addFile': write({
    summary: 'Stores a picture or a PDF of a person for the reports that follow; each number once.',
    access: 'signed',
    input: z.strictObject({
      ...by,
      name: z.string().trim().min(1).max(120),
      /** The file as Base64. */
      content: z.base64().max(LOSS.appFileLetters),
    }),
    data: z.object({
      state: z.enum(PUSHED_STATES),
      /** Of what arrived. */
      sha256: z.string(),
      /** Why it was refused. */
      code: z.int().optional(),
      msg: z.string().optional(),
    }),
    errors: [],
    audit: audit(
      'addFile',
      text('接收餐损文件', 'Food-loss file received', 'Arquivo de perda recebido', '接收餐損檔案'),
    ),
  }),
  'foodLoss.Intake/push': write({
    summary: 'Reports, evidence, cancellations and appeals of food losses, in their order; each counts once.',
    access: 'signed',
    input: z.object({ events: z.array(lossEvent).min(1).max(INTAKE.batch) }),
    data: pushedData({ no: z.string(), lossNo: z.string().optional() }),
    errors: [],
    audit: audit(
      'push',
      text('接收餐损上报', 'Food-loss reports received', 'Relatos de perda recebidos', '接收餐損上報'),
    ),
  }),
  'foodLoss.Intake/getCases': write({
    summary:
      'Cases of a rider, merchant or user, newest first: state, decision, its amounts, and until when it can appeal.',
    access: 'signed',
    input: z.strictObject({
      party: by.party,
      personId: id(),
      /** Only these cases. */
      lossNos: z.array(lossNo()).min(1).max(LOSS.appCases).optional(),
      /** The last case of the page before. */
      before: lossNo().optional(),
      limit: z.int().min(1).max(LOSS.appCases).default(20),
    }),
    data: z.object({ list: z.array(ownCase), more: z.boolean() }),
    errors: [],
    audit: null,
  }),
} as const;
