import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { foodLossIntakeEndpoints, type LossEvent } from '../../../contract/foodLoss.intake';
import {
  type AskedParty,
  evidenceScene,
  foodLossCase,
  LOSS_SPEAKER_TEXT,
  type LossEvidenceKind,
} from '../../../contract/foodLoss.states';
import { contentDigest } from '../../core/canonical-json';
import { type CallContext, handlers } from '../../core/http/context';
import { pushedAnswer, requireNotAhead, takeAlone, takenReport } from '../../core/http/pushed';
import { refuse } from '../../core/http/refusal';
import { keepFile, keepVideo, recognize, sha256Of } from '../file';
import { peopleNames } from '../people';
import { teamNames } from '../team';
import { takeEvidence, wrongFiles } from './evidence';
import { endLoss, losses } from './kind';
import { ownCases } from './own-cases';
import { lockOrder, openLoss } from './report';
import { takeAppeal } from './steps';
import { changeLoss, type Db, type LossRow, partyId } from './store';

/**
 * Food loss events from the apps of riders, merchants, stations and users (docs/orders.md). An event with the kind and number of a stored
 * event changes nothing if the content is the same. If the content differs, the event is refused (40902).
 */

type Endpoints = typeof foodLossIntakeEndpoints;
type FileInput = ParsedOf<Endpoints['foodLoss.Intake/addFile']>;
type VideoInput = ParsedOf<Endpoints['foodLoss.Intake/addVideo']>;
type Rows = DataOf<Endpoints['foodLoss.Intake/push']>['rows'];
type OfCase = Exclude<LossEvent, { event: 'reported' }>;
interface Taken {
  readonly state: 'done' | 'repeated';
  readonly lossNo: string;
}
/** The upload scenes of files from apps. A file belongs to the first of these scenes that accepts its content. */
const SCENES = ['foodLoss', 'foodLossVoice', 'foodLossVideo'] as const;
const FILE = 'file';
/** Maximum length of a maker's name in the database, in characters. */
const NAME_LETTERS = 32;

/**
 * Stores an event.
 *
 * @returns the stored row of a repeated event, or `null` for a new event
 * @throws Refusal 40902 (a repeated event has different content)
 */
async function note(
  { db, clock }: Pick<CallContext, 'db' | 'clock'>,
  told: { readonly event: string; readonly no: string; readonly party: AskedParty; readonly personId: number },
  more: { readonly digest: string; readonly at: Date; readonly fileId?: number },
) {
  const { event, no, party, personId } = told;
  const added = await db
    .insertInto('food_loss_event')
    .values({
      ...{ event, no, party, person_id: personId, digest: more.digest, at: more.at, received_at: clock.now() },
      file_id: more.fileId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['event', 'no']).doNothing())
    .returning('no')
    .executeTakeFirst();
  if (added) return null;
  const known = await db
    .selectFrom('food_loss_event')
    .leftJoin('food_loss', 'food_loss.id', 'food_loss_event.loss_id')
    .where('event', '=', event)
    .where('food_loss_event.no', '=', no)
    .select(['food_loss_event.digest', 'food_loss.no as lossNo'])
    .executeTakeFirstOrThrow();
  if (known.digest !== more.digest) throw refuse(40902);
  return known;
}

/** Recognizes a file by its content. @throws Refusal 40008 no scene accepts the file */
async function recognizeFile(sent: Buffer) {
  for (const scene of SCENES) {
    const file = await recognize(scene, sent);
    if (file) return { ...file, scene };
  }
  throw refuse(40008);
}

/**
 * Returns the time and place that the camera wrote into a picture. If the file contains neither, returns the values that the app sent.
 *
 * @throws Refusal 40001 (recorded in the future)
 */
function captureOf(
  file: Pick<Awaited<ReturnType<typeof recognizeFile>>, 'capture'>,
  { capturedAt, place }: Pick<FileInput, 'capturedAt' | 'place'>,
  now: Date,
) {
  if (file.capture || (!capturedAt && !place)) return file.capture;
  const at = capturedAt ? new Date(capturedAt) : null;
  if (at) requireNotAhead(at, now);
  return { at, place: place ?? null, isStated: true };
}

/**
 * Stores a file from an app.
 *
 * @throws Refusal 40001 (recorded in the future), 40008 (wrong type, or too large), 40902 (another file has this number)
 */
async function storeFile(
  ctx: CallContext,
  told: Omit<FileInput, 'content'>,
  sent: Buffer,
  sha256: string,
): Promise<Pick<Taken, 'state'>> {
  const file = await recognizeFile(sent);
  const id = ctx.ids.next();
  const about = { objectNo: ctx.client?.name ?? '', after: { bytes: file.bytes.length } };
  ctx.audit(about);
  const at = ctx.clock.now();
  const capture = captureOf(file, told, at);
  const known = await note(
    ctx,
    { event: FILE, ...told },
    { digest: contentDigest({ ...told, sha256 }), at, fileId: id },
  );
  if (known) return { state: 'repeated' };
  const kept = { ...file, id, name: told.name, createdBy: 0, at, ...(capture && { capture }) };
  await keepFile({ ...ctx, files: ctx.ports.files }, kept);
  return { state: 'done' };
}

async function addFile(ctx: CallContext, { content, ...told }: FileInput) {
  const sent = Buffer.from(content, 'base64');
  const sha256 = sha256Of(sent);
  // The audit is permanent, so it must not contain the file name, which the person chose.
  ctx.audit({ objectNo: ctx.client?.name ?? '' });
  const taken = await takeAlone(ctx, (own) => storeFile(own, told, sent, sha256));
  return { sha256, ...takenReport(taken, ctx.locale) };
}

/**
 * Stores a video from an app.
 *
 * @throws Refusal 40001 (recorded in the future), 40008 (not the signed file, no video, or too large), 40902 (another file has this number)
 */
async function storeAppVideo(ctx: CallContext, { sha256, ...told }: VideoInput): Promise<Pick<Taken, 'state'>> {
  const { spooled } = ctx;
  if (spooled?.sha256 !== sha256) throw refuse(40008);
  const id = ctx.ids.next();
  const at = ctx.clock.now();
  const capture = captureOf({}, told, at);
  const digest = contentDigest({ ...told, sha256 });
  if (await note(ctx, { event: FILE, ...told }, { digest, at, fileId: id })) return { state: 'repeated' };
  const kept = { id, scene: 'foodLossVideo' as const, createdBy: 0, at, ...(capture && { capture }) };
  await keepVideo(ctx, { ...spooled, name: told.name }, kept);
  ctx.audit({ objectNo: ctx.client?.name ?? '', after: { bytes: spooled.bytes } });
  return { state: 'done' };
}

async function addVideo(ctx: CallContext, input: VideoInput) {
  ctx.audit({ objectNo: ctx.client?.name ?? '' });
  const taken = await takeAlone(ctx, (own) => storeAppVideo(own, input));
  return { sha256: ctx.spooled?.sha256 ?? '', ...takenReport(taken, ctx.locale) };
}

/** Returns the evidence kind of an event's files. The kind of files of reports and appeals is `document`, which includes pictures. */
const kindOf = (event: LossEvent): LossEvidenceKind => (event.event === 'evidence' ? event.kind : 'document');

/** Finds the ids of files that the same person sent before. @throws Refusal 40001 a file is unknown or of another kind */
async function filesOf(ctx: CallContext, event: LossEvent): Promise<number[]> {
  const nos = event.event === 'reported' ? event.photos : event.event === 'cancelled' ? [] : event.files;
  if (nos.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('food_loss_event')
    .innerJoin('stored_file', 'stored_file.id', 'food_loss_event.file_id')
    .where('stored_file.scene', '=', evidenceScene(kindOf(event)))
    .where('event', '=', FILE)
    .where('no', 'in', nos)
    .where('party', '=', event.party)
    .where('person_id', '=', event.personId)
    .select(['no', 'file_id as fileId'])
    .execute();
  const byNo = new Map(rows.map(({ no, fileId }) => [no, fileId]));
  return [...new Set(nos)].map((no) => {
    const fileId = byNo.get(no);
    if (!fileId) throw wrongFiles(ctx);
    return fileId;
  });
}

/** Returns the name of the person or station. Without a name, returns the label of the party, such as `Rider`. */
async function nameOf({ db, t }: CallContext, { party, personId }: LossEvent): Promise<string> {
  const name =
    party === 'team'
      ? (await teamNames(db, [personId])).get(personId)
      : (await peopleNames(db, { [party]: [personId] })).get(`${party} ${personId}`);
  return [...(name || t(LOSS_SPEAKER_TEXT[party]))].slice(0, NAME_LETTERS).join('');
}

/** Finds and locks a case of the person. @throws Refusal 40401 the case does not exist or belongs to another person */
async function lockOwn(db: Db, { lossNo, party, personId }: OfCase): Promise<LossRow> {
  const row = await db.selectFrom('food_loss').selectAll().where('no', '=', lossNo).forUpdate().executeTakeFirst();
  if (!row || partyId(row, party) !== personId) throw refuse(40401);
  return row;
}

/** Checks that the case's state allows the step. @throws Refusal with the code that the lifecycle defines for the step */
function assertStep(row: LossRow, step: 'cancel' | 'appeal'): void {
  const code = foodLossCase.refusalIn(row.state, step);
  if (code !== null) throw refuse(code, { state: foodLossCase.states[row.state].text });
}

async function takeOfCase(ctx: CallContext, event: OfCase, name: string): Promise<LossRow> {
  const row = await lockOwn(ctx.db, event);
  const files = await filesOf(ctx, event);
  const { party } = event;
  const writer = { db: ctx.db, clock: ctx.clock, ids: ctx.ids, actor: { accountId: 0, name } };
  if (event.event === 'evidence') {
    await takeEvidence(ctx, row, { party, kind: event.kind, files, note: event.note }, name);
    return row;
  }
  if (event.event === 'cancelled') {
    // Only the reporter may cancel the report.
    if (row.reporter_type !== party) throw refuse(40401);
    assertStep(row, 'cancel');
    await changeLoss(ctx.db, row, { state: 'cancelled', ...(await endLoss(ctx, row)) });
    await losses.addStep(writer, row.id, 'cancel');
    return row;
  }
  assertStep(row, 'appeal');
  const set = await takeAppeal(ctx, row, { party, ground: event.ground, files }, name);
  await changeLoss(ctx.db, row, { state: 'appealing', ...set });
  await losses.addStep(writer, row.id, 'appeal', { note: event.ground });
  return row;
}

/**
 * Opens a case for an order of the person.
 *
 * @throws Refusal 40401 (order does not exist or belongs to another person), 40001 (unknown file), and those of {@link openLoss}
 */
async function takeReport(ctx: CallContext, event: Extract<LossEvent, { event: 'reported' }>, name: string) {
  const { party, personId, orderNo, photos: _numbers, no: _no, event: _event, at: _at, ...said } = event;
  const order = await lockOrder(ctx.db, orderNo);
  const { rider_id, merchant_id, team_id, app_user_id: user_id } = order;
  if (partyId({ rider_id, merchant_id, team_id, user_id }, party) !== personId) throw refuse(40401);
  const photos = await filesOf(ctx, event);
  return openLoss(ctx, order, { ...said, reporterType: party, photos }, { id: 0, name });
}

async function take(ctx: CallContext, event: LossEvent): Promise<Taken> {
  const at = new Date(event.at);
  requireNotAhead(at, ctx.clock.now());
  const known = await note(ctx, event, { digest: contentDigest(event), at });
  if (known) return { state: 'repeated', lossNo: known.lossNo ?? '' };
  const name = await nameOf(ctx, event);
  const { id, no } =
    event.event === 'reported' ? await takeReport(ctx, event, name) : await takeOfCase(ctx, event, name);
  await ctx.db
    .updateTable('food_loss_event')
    .set({ loss_id: id })
    .where('event', '=', event.event)
    .where('no', '=', event.no)
    .execute();
  return { state: 'done', lossNo: no };
}

export const foodLossIntakeHandlers = handlers(foodLossIntakeEndpoints, {
  'foodLoss.Intake/addFile': addFile,
  'foodLoss.Intake/addVideo': addVideo,
  'foodLoss.Intake/push': async (ctx, { events }) => {
    const rows: Rows = [];
    for (const [index, event] of events.entries()) {
      const taken = await takeAlone(ctx, (own) => take(own, event));
      rows.push({ index, event: event.event, no: event.no, ...takenReport(taken, ctx.locale) });
    }
    return pushedAnswer(ctx, rows);
  },
  'foodLoss.Intake/getCases': ownCases,
});

/** Endpoints without an outer transaction, because each event has its own transaction. */
export const foodLossOwnTransactions = ['foodLoss.Intake/push'] as const;
