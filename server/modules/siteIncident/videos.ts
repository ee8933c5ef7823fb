import { open } from 'node:fs/promises';
import type { DataOf } from '../../../contract/endpoint';
import { FILES } from '../../../contract/limits';
import type { siteIncidentEndpoints } from '../../../contract/siteIncident';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import type { StoredPhoto } from '../../core/database/tables/siteSafety';
import { readVideo, VIDEO_HEAD, type VideoType, videoTypeOf } from '../../core/files/video';
import type { ActorContext, CallContext } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import type { SpoolGuard } from '../../core/http/upload-guard';
import type { Job } from '../../core/jobs';
import type { FilePort } from '../../core/platforms/ports';
import {
  deleteFiles,
  fileKey,
  filesOf,
  fileUrl,
  isAcceptable,
  keepSpooled,
  usableFiles,
  VIDEO_LINK_SECONDS,
} from '../file';
import { unusedVideos } from './store';

/** Videos of incidents. They are too large for memory, so they are streamed to the disk (DOMAIN §0.1 "Files", §3.8). */

type Shown = DataOf<(typeof siteIncidentEndpoints)['safety.Site/getIncident']>['videos'];

const SCENE = 'safetyVideo';
/** Maximum upload attempts per account and hour. */
const PER_HOUR = 30;

/** Upload guards by endpoint address. */
export function incidentVideos({ db, clock }: Pick<CallContext, 'db' | 'clock'>): ReadonlyMap<string, SpoolGuard> {
  const guard: SpoolGuard = {
    maxBytes: FILES.videoBytes,
    headBytes: VIDEO_HEAD,
    async admit(accountId) {
      const { hits, secondsLeft } = await countHit(db, clock, `safety:video:${accountId}`, HOUR_MS / 1_000);
      if (hits > PER_HOUR) throw refuse(42901, {}, { retryAfter: secondsLeft });
    },
    accepts: (head) => videoTypeOf(head) !== null,
  };
  return new Map([['safety.Site/uploadVideo', guard]]);
}

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

/** @throws Refusal 40008 not a video, incomplete, or too large */
export async function uploadVideo(ctx: ActorContext) {
  const { spooled } = ctx;
  if (!spooled) throw refuse(40008);
  const { path, bytes } = spooled;
  const contentType = await typeOnDisk(path, bytes);
  if (contentType === null || !isAcceptable(SCENE, { contentType, bytes, width: null, height: null }))
    throw refuse(40008);
  const kept = { scene: SCENE, contentType, createdBy: ctx.actor.accountId, at: ctx.clock.now() } as const;
  const { id, name } = await keepSpooled({ ...ctx, files: ctx.ports.files }, spooled, kept);
  ctx.audit({ objectId: id, after: { name, bytes, contentType } });
  const url = fileUrl(ctx.ports.secrets, ctx.clock, id, VIDEO_LINK_SECONDS);
  return { fileId: id, url, width: null, height: null, name, bytes };
}

/** @throws Refusal 40008 the caller may not use the file */
export async function assertVideos(ctx: ActorContext, videos: readonly StoredPhoto[]): Promise<void> {
  const ids = videos.map(({ fileId }) => fileId);
  const usable = await usableFiles(ctx, { scene: SCENE, ids });
  if (!ids.every((id) => usable.has(id))) throw refuse(40008);
}

export async function videoAnswers(ctx: ActorContext, videos: readonly StoredPhoto[]): Promise<Shown> {
  const files = await filesOf(
    ctx.db,
    videos.map(({ fileId }) => fileId),
  );
  return videos.flatMap((video) => {
    const file = files.get(video.fileId);
    const url = fileUrl(ctx.ports.secrets, ctx.clock, video.fileId, VIDEO_LINK_SECONDS);
    return file ? [{ ...video, name: file.name, bytes: file.bytes, url }] : [];
  });
}

/** Deletes videos that no incident has used within a day. */
export const siteIncidentJobs = (files: FilePort): readonly Job[] => [
  {
    name: 'incident-videos',
    everyMs: HOUR_MS,
    async run(db, clock) {
      const ids = await unusedVideos(db, new Date(clock.now().getTime() - DAY_MS));
      for (const { id, scene, contentType } of await deleteFiles(db, ids)) {
        await files.remove(fileKey(scene, id, contentType));
      }
    },
  },
];
