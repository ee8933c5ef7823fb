import type { ParsedOf } from '../../../contract/endpoint';
import type { foodLossEndpoints } from '../../../contract/foodLoss';
import {
  evidenceScene,
  foodLossCase,
  LOSS,
  type LossEvidenceKind,
  OPEN_LOSS_STATES,
  photosNeeded,
} from '../../../contract/foodLoss.states';
import type { ActorContext, CallContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import type { SpoolGuard } from '../../core/http/upload-guard';
import { filesOf, storeVideo, usableFiles, videoGuard } from '../file';
import { assertTeamInScope } from '../team';
import { dueIn, losses } from './kind';
import { changeLoss, insertEvidence, type LossRow, lockLoss, type Tools } from './store';
import { WORDS } from './words';

/** Evidence of food losses: files with the hash of their content, and statements of the parties. */

type In<A extends keyof typeof foodLossEndpoints> = ParsedOf<(typeof foodLossEndpoints)[A]>;

/** Maximum number of videos per hour from the server of the apps. One server sends the videos of all users. */
const APP_VIDEOS_PER_HOUR = 60;

/** Returns the guards that limit video uploads, by endpoint. */
export const lossVideos = (tools: Pick<CallContext, 'db' | 'clock'>): ReadonlyMap<string, SpoolGuard> =>
  new Map([
    ['foodLoss.Report/uploadVideo', videoGuard(tools, 'foodLossVideo')],
    ['foodLoss.Intake/addVideo', videoGuard(tools, 'foodLossVideo', APP_VIDEOS_PER_HOUR)],
  ]);

/** Stores a video as evidence. @throws Refusal 40008 the file is not a video, incomplete, or too large */
export const uploadVideo = (ctx: ActorContext) => storeVideo(ctx, 'foodLossVideo');

/** Checks that the caller uploaded the files as food loss evidence of this kind. @throws Refusal 40001 (a file is not usable) */
export async function usableEvidence(
  ctx: ActorContext,
  files: readonly number[],
  kind: LossEvidenceKind = 'document',
): Promise<void> {
  const usable = await usableFiles(ctx, { scene: evidenceScene(kind), ids: files });
  if (!files.every((id) => usable.has(id))) throw wrongFiles(ctx);
}

export const wrongFiles = ({ t }: Pick<ActorContext, 't'>) =>
  invalid([{ field: 'files', rule: 'requiredUpload', message: t(WORDS.files) }]);

/** Separates a report's pictures from its documents. @throws Refusal 42303 the report has fewer pictures than its reason requires */
export async function sortFiles(db: Tools['db'], reason: LossRow['reason'], ids: readonly number[]) {
  const stored = await filesOf(db, ids);
  const isPicture = (id: number) => stored.get(id)?.contentType.startsWith('image/') ?? false;
  const files = [...new Set(ids)];
  const photos = files.filter(isPicture);
  const needed = photosNeeded(reason);
  if (photos.length < needed) throw refuse(42303, { n: needed });
  return { photos, documents: files.filter((id) => !isPicture(id)) };
}

type Said = Pick<In<'foodLoss.Report/addEvidence'>, 'party' | 'kind' | 'files' | 'note'>;

/** Stores files with a note, or only a note, as evidence. @param byName name of the person who added them, in an app or as staff */
export function addFiles({ db, clock, ids }: Tools, lossId: number, said: Said, byName: string): Promise<void> {
  const about = { loss_id: lossId, created_at: clock.now(), party: said.party, by_name: byName };
  const files = said.files.map((fileId, at) => ({
    ...{ ...about, id: ids.next(), kind: said.kind, file_id: fileId, note: at === 0 ? said.note || null : null },
  }));
  const note = { ...about, id: ids.next(), kind: 'text' as const, file_id: null, note: said.note };
  return insertEvidence(db, files.length > 0 ? files : [note]);
}

/**
 * Adds evidence to a locked case. A case that waits for evidence continues after every party that was asked has answered.
 *
 * @returns the state of the case afterwards
 * @throws Refusal 40001 (neither a file nor a note), 42201 (case is closed)
 */
export async function takeEvidence(
  tools: Tools & Pick<ActorContext, 't'>,
  row: LossRow,
  said: Said,
  byName: string,
): Promise<LossRow['state']> {
  const { db, clock, ids } = tools;
  if (!OPEN_LOSS_STATES.includes(row.state)) throw refuse(42201, { state: foodLossCase.states[row.state].text });
  if (said.files.length === 0 && said.note === '')
    throw invalid([{ field: 'note', rule: 'required', message: tools.t(WORDS.said) }]);
  await addFiles(tools, row.id, said, byName);
  const at = clock.now().toISOString();
  const asked = row.asked.map((one) =>
    one.party === said.party && !one.answeredAt ? { ...one, answeredAt: at } : one,
  );
  const isComplete = row.state === 'supplementing' && asked.every(({ answeredAt }) => answeredAt !== null);
  await changeLoss(db, row, {
    asked: JSON.stringify(asked),
    ...(isComplete && { state: 'deciding', due_at: dueIn(tools, LOSS.decideHours) }),
  });
  if (isComplete) await losses.addStep({ db, clock, ids }, row.id, 'resume');
  return isComplete ? 'deciding' : row.state;
}

/**
 * Adds evidence that a staff member provides.
 *
 * @throws Refusal 40001 (no file or note, or a file is not usable), 40302 (out of scope), 40401 (unknown id), 42201 (case is closed)
 */
export async function addEvidence(ctx: ActorContext, input: In<'foodLoss.Report/addEvidence'>) {
  const row = await lockLoss(ctx.db, input.id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  const about = { objectId: row.id, objectNo: row.no };
  ctx.audit(about);
  if (OPEN_LOSS_STATES.includes(row.state)) await usableEvidence(ctx, input.files, input.kind);
  const state = await takeEvidence(ctx, row, input, ctx.actor.name);
  ctx.audit({ ...about, after: { state, party: input.party, kind: input.kind, files: input.files.length } });
  return losses.answer(ctx, row, state, row.version + 1, WORDS.evidence);
}
