import { open } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { FILES } from '../../../contract/limits';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { readVideo, VIDEO_HEAD, type VideoType, videoTypeOf } from '../../core/files/video';
import type { ActorContext, CallContext } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import type { SpooledFile, SpoolGuard } from '../../core/http/upload-guard';
import type { Job } from '../../core/jobs';
import type { FilePort } from '../../core/platforms/ports';
import { keepSpooled } from './keep';
import { fileKey, fileUrl, PLAYER_LINK_SECONDS } from './links';
import { isAcceptable, type UploadScene } from './rules';
import { deleteFiles } from './store';

/** Uploads of videos. They are too large for memory, so they are streamed to disk (DOMAIN §0.1 "Files"). */

type VideoScene = Extract<UploadScene, 'safetyVideo' | 'foodLossVideo'>;

/** Maximum upload attempts per account, scene and hour. */
const PER_HOUR = 30;
const COUNTERS: Readonly<Record<VideoScene, string>> = { safetyVideo: 'safety:video', foodLossVideo: 'foodLoss:video' };

/** Builds the guard that limits a scene's uploads before data is stored. @param perHour maximum number of attempts per caller and hour */
export const videoGuard = (
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  scene: VideoScene,
  perHour = PER_HOUR,
): SpoolGuard => ({
  maxBytes: FILES.videoBytes,
  headBytes: VIDEO_HEAD,
  async admit(callerId) {
    const { hits, secondsLeft } = await countHit(db, clock, `${COUNTERS[scene]}:${callerId}`, HOUR_MS / 1_000);
    if (hits > perHour) throw refuse(42901, {}, { retryAfter: secondsLeft });
  },
  accepts: (head) => videoTypeOf(head) !== null,
});

async function typeOnDisk(path: string, size: number): Promise<VideoType | null> {
  const handle = await open(path, 'r');
  try {
    return await readVideo(async (position, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    }, size);
  } finally {
    await handle.close();
  }
}

/** Stores a video that was spooled to disk. @throws Refusal 40008 the file is not a video, incomplete, or too large */
export async function keepVideo(
  ctx: Pick<CallContext, 'db' | 'ids' | 'ports'>,
  spooled: SpooledFile,
  of: { readonly scene: VideoScene } & Omit<Parameters<typeof keepSpooled>[2], 'scene' | 'contentType'>,
) {
  const { path, bytes } = spooled;
  const contentType = await typeOnDisk(path, bytes);
  if (contentType === null || !isAcceptable(of.scene, { contentType, bytes, width: null, height: null }))
    throw refuse(40008);
  return { contentType, ...(await keepSpooled({ ...ctx, files: ctx.ports.files }, spooled, { ...of, contentType })) };
}

/** Stores the video that was uploaded with a call. @throws Refusal 40008 the file is not a video, incomplete, or too large */
export async function storeVideo(ctx: ActorContext, scene: VideoScene) {
  const { spooled } = ctx;
  if (!spooled) throw refuse(40008);
  const { bytes } = spooled;
  const kept = { scene, createdBy: ctx.actor.accountId, at: ctx.clock.now() };
  const { id, name, contentType } = await keepVideo(ctx, spooled, kept);
  ctx.audit({ objectId: id, after: { name, bytes, contentType } });
  const url = fileUrl(ctx.ports.secrets, ctx.clock, id, PLAYER_LINK_SECONDS);
  return { fileId: id, url, width: null, height: null, name, bytes };
}

/**
 * Builds the job that deletes videos that no record uses. A video is kept for at least one day after its upload.
 *
 * @param find finds the unused videos that were uploaded before a moment
 */
export const unusedVideosJob = (
  name: string,
  files: FilePort,
  find: (db: Kysely<Database>, before: Date) => Promise<number[]>,
): Job => ({
  name,
  everyMs: HOUR_MS,
  async run(db, clock) {
    const ids = await find(db, new Date(clock.now().getTime() - DAY_MS));
    for (const { id, scene, contentType } of await deleteFiles(db, ids)) {
      await files.remove(fileKey(scene, id, contentType));
    }
  },
});
