import { z } from 'zod';
import { id, time, words, write } from './endpoint';
import { lossEvidence, lossReport } from './foodLoss';
import { APP_PARTIES, foodLossCase, LOSS } from './foodLoss.states';
import { INTAKE } from './limits';
import { PUSHED_STATES, pushedData } from './pushed';
import { text } from './text';

/** How the apps of riders, merchants and users report food losses: server to server, signed (docs/orders.md). */

/** Tells two events of a kind, or two files, apart; the same number again is the same one. */
const number = () => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const by = { no: number(), party: z.enum(APP_PARTIES), personId: id() };
const about = { ...by, at: time() };
const ofCase = { ...about, lossNo: z.string().regex(/^FL\d{16,20}$/) };
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
} as const;
