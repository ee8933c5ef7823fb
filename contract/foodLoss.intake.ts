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

/**
 * This file declares the endpoints for food losses from the apps of riders, merchants, stations and users. The apps' servers sign each
 * request (docs/orders.md).
 */

/**
 * The app's own number of an event or a file. A repeated call with the same number and content has no further effect. The server refuses
 * the same number with other content (40902).
 */
const number = () => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** The party for which an app acts. If the party is a station, `personId` is the id of the station. */
const by = { no: number(), party: z.enum(ASKED_PARTIES), personId: id() };
const about = { ...by, at: time() };
const lossNo = () => z.string().regex(/^FL\d{16,20}$/);
const ofCase = { ...about, lossNo: lossNo() };
/** The app's own numbers of the files that it has already sent for the same person or station. */
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

/** A case as one of its parties may see it. It contains no share, payment or appeal of another party. Amounts are in fen. */
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
  /** Claimed amount. `null` means that another party reported the case. */
  claimFen: fen().nullable(),
  /** Evidence that staff requested from this party and that is still missing. */
  asked: z.array(z.object({ what: z.string(), dueAt: time() })),
  /** `null` means that the case is not decided, or that the party neither pays nor receives anything. */
  decision: z
    .object({
      revision: z.int(),
      decidedAt: time(),
      opinion: z.string(),
      shareBp: bp(),
      /**
       * Amounts of the party: the decided share, the amount that the party finally bore (`borneFen`), and the part of `borneFen` that is
       * still to be collected.
       */
      bearsFen: fen(),
      borneFen: fen().nullable(),
      owedFen: fen(),
      /** Decided compensation of the party, and the amount paid so far. */
      receivesFen: fen(),
      receivedFen: fen(),
      payWay: z.enum(keysOf(LOSS_WAY_TEXT)).nullable(),
    })
    .nullable(),
  /** End of the party's appeal period. `null` means that the party cannot appeal. */
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

/** Time and place at which the app recorded a file. Data that a camera wrote into a picture has priority. */
const capture = { capturedAt: time().optional(), place: point().optional() };
const fileName = () => z.string().trim().min(1).max(120);
const stored = z.object({
  state: z.enum(PUSHED_STATES),
  /** SHA-256 digest of the received bytes. */
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
      /** Content of the file as Base64. */
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
      /** SHA-256 digest of the file, hexadecimal. The signature covers this digest instead of the file. */
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
      /** Limits the response to these cases. */
      lossNos: z.array(lossNo()).min(1).max(LOSS.appCases).optional(),
      /** Number of the last case on the previous page. */
      before: lossNo().optional(),
      limit: z.int().min(1).max(LOSS.appCases).default(20),
    }),
    data: z.object({ list: z.array(ownCase), more: z.boolean() }),
    errors: [],
    audit: null,
  }),
} as const;
