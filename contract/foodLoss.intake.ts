import { z } from 'zod';
import { bp, fen, id, keysOf, point, time, words, write } from './endpoint';
import { lossEvidence, lossReport } from './foodLoss';
import {
  ASKED_PARTIES,
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

/** Food losses from the apps of riders, merchants, stations and users. Their servers call these endpoints with a signature (docs/orders.md). */

/** The app's own number of an event or a file. A repeated number identifies the same event or file. */
const number = () => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** The party that an app speaks for. Of a station, `personId` is the id of the station. */
const by = { no: number(), party: z.enum(ASKED_PARTIES), personId: id() };
const about = { ...by, at: time() };
const lossNo = () => z.string().regex(/^FL\d{16,20}$/);
const ofCase = { ...about, lossNo: lossNo() };
/** Numbers of files that the same person has sent before. */
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
  z.strictObject({ event: z.literal('appealed'), ...ofCase, ground: words(LOSS.ground), files: files().min(1) }),
]);
export type LossEvent = z.output<typeof lossEvent>;

/** A case as one of its parties may see it: their own part, without the other parties. Amounts in fen. */
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
  /** Null unless this party reported the case. */
  claimFen: fen().nullable(),
  /** Evidence that was asked of this party and is still missing. */
  asked: z.array(z.object({ what: z.string(), dueAt: time() })),
  /** Null if nothing is decided, or if the party neither bears nor receives anything. */
  decision: z
    .object({
      revision: z.int(),
      decidedAt: time(),
      opinion: z.string(),
      shareBp: bp(),
      /** The party's part by the decision, the amount that it finally bore, and the part of that to be collected later. */
      bearsFen: fen(),
      borneFen: fen().nullable(),
      owedFen: fen(),
      /** The amount by the decision, and the amount paid so far. */
      receivesFen: fen(),
      receivedFen: fen(),
      payWay: z.enum(keysOf(LOSS_WAY_TEXT)).nullable(),
    })
    .nullable(),
  /** End of the party's appeal period; null if it cannot appeal. */
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

/** When and where the app recorded a file. What a camera wrote into a picture has priority. */
const capture = { capturedAt: time().optional(), place: point().optional() };
const fileName = () => z.string().trim().min(1).max(120);
const stored = z.object({
  state: z.enum(PUSHED_STATES),
  /** Digest of the received bytes. */
  sha256: z.string(),
  /** Error code and message of a refused file. */
  code: z.int().optional(),
  msg: z.string().optional(),
});

export const foodLossIntakeEndpoints = {
  'foodLoss.Intake/addFile': write({
    summary:
      'Stores a picture, PDF, voice message or short video of a person for the reports that follow; each number once.',
    access: 'signed',
    input: z.strictObject({
      ...by,
      name: fileName(),
      /** The file as Base64. */
      content: z.base64().max(LOSS.appFileLetters),
      ...capture,
    }),
    data: stored,
    errors: [],
    audit: audit(
      'addFile',
      text('接收餐损文件', 'Food-loss file received', 'Arquivo de perda recebido', '接收餐損檔案'),
    ),
  }),
  'foodLoss.Intake/addVideo': write({
    summary: 'Stores a video of up to 100 MB, sent as a file behind the signed field `body`; each number once.',
    access: 'signed',
    body: 'multipart',
    input: z.strictObject({
      ...by,
      name: fileName(),
      /** Digest of the file, hexadecimal. It is signed, and the file is not. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      ...capture,
    }),
    data: stored,
    errors: [42901, 50301],
    audit: audit(
      'addVideo',
      text('接收餐损视频', 'Food-loss video received', 'Vídeo de perda recebido', '接收餐損影片'),
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
      'Cases of a rider, merchant, station or user, newest first: state, decision, its amounts, and until when it can appeal.',
    access: 'signed',
    input: z.strictObject({
      party: by.party,
      personId: id(),
      /** Limits the answer to these cases. */
      lossNos: z.array(lossNo()).min(1).max(LOSS.appCases).optional(),
      /** The last case of the previous page. */
      before: lossNo().optional(),
      limit: z.int().min(1).max(LOSS.appCases).default(20),
    }),
    data: z.object({ list: z.array(ownCase), more: z.boolean() }),
    errors: [],
    audit: null,
  }),
} as const;
