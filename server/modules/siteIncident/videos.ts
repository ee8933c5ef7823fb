import type { DataOf } from '../../../contract/endpoint';
import type { siteIncidentEndpoints } from '../../../contract/siteIncident';
import type { StoredPhoto } from '../../core/database/tables/siteSafety';
import type { ActorContext, CallContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { SpoolGuard } from '../../core/http/upload-guard';
import type { Job } from '../../core/jobs';
import type { FilePort } from '../../core/platforms/ports';
import { filesOf, fileUrl, PLAYER_LINK_SECONDS, storeVideo, unusedVideosJob, usableFiles, videoGuard } from '../file';
import { unusedVideos } from './store';

/** Videos of incidents (DOMAIN §3.8). */

type Shown = DataOf<(typeof siteIncidentEndpoints)['safety.Site/getIncident']>['videos'];

const SCENE = 'safetyVideo';

/** Returns the limits that the server checks during the upload of a video, by endpoint. */
export const incidentVideos = (tools: Pick<CallContext, 'db' | 'clock'>): ReadonlyMap<string, SpoolGuard> =>
  new Map([['safety.Site/uploadVideo', videoGuard(tools, SCENE)]]);

/** Stores a video. @throws Refusal 40008 not a video, incomplete, or too large */
export const uploadVideo = (ctx: ActorContext) => storeVideo(ctx, SCENE);

/** Checks that the caller may use the videos. @throws Refusal 40008 (not the caller's upload) */
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
    const url = fileUrl(ctx.ports.secrets, ctx.clock, video.fileId, PLAYER_LINK_SECONDS);
    return file ? [{ ...video, name: file.name, bytes: file.bytes, url }] : [];
  });
}

export const siteIncidentJobs = (files: FilePort): readonly Job[] => [
  unusedVideosJob('incident-videos', files, unusedVideos),
];
