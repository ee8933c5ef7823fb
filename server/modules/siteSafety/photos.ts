import type { StoredPhoto } from '../../core/database/tables/siteSafety';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { filesOf, fileUrl, usableFiles } from '../file';

/** Photos of inspections and incidents: files with the time and position that the camera recorded. */

const SCENE = 'safetyPhoto';

/**
 * Checks that the caller may use the photos.
 *
 * @param standing the present photos of this item
 * @throws Refusal 40008 (neither the caller's upload nor a present photo)
 */
export async function assertPhotos(
  ctx: ActorContext,
  photos: readonly StoredPhoto[],
  standing: readonly StoredPhoto[] = [],
): Promise<void> {
  const ids = photos.map(({ fileId }) => fileId);
  const usable = await usableFiles(ctx, { scene: SCENE, ids, standing: standing.map(({ fileId }) => fileId) });
  if (!ids.every((id) => usable.has(id))) throw refuse(40008);
}

/** Returns a function that adds name and URL to stored photos. One query reads the file records of all photos, for several lists. */
export async function photoReader(ctx: ActorContext, photos: readonly StoredPhoto[]) {
  const files = await filesOf(
    ctx.db,
    photos.map(({ fileId }) => fileId),
  );
  return (list: readonly StoredPhoto[] | null) =>
    (list ?? []).flatMap((photo) => {
      const file = files.get(photo.fileId);
      const url = fileUrl(ctx.ports.secrets, ctx.clock, photo.fileId);
      return file ? [{ ...photo, name: file.name, url }] : [];
    });
}
