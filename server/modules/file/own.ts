import type { ActorContext } from '../../core/http/context';
import { isOwnUpload, type UploadScene } from './rules';
import { filesOf } from './store';

/** A field of a record that contains files. */
export interface FilePlace {
  readonly scene: UploadScene;
  readonly ids: readonly (number | null | undefined)[];
  /** The files that are already attached in this field. */
  readonly standing?: readonly (number | null | undefined)[];
}

/**
 * Finds which files the caller may attach to a record. These are the caller's uploads for this scene ({@link isOwnUpload}) and files that
 * are already attached. The undo of a call may attach any stored file, so that it can restore earlier attachments.
 */
export async function usableFiles(
  ctx: Pick<ActorContext, 'db' | 'actor' | 'isUndo'>,
  { scene, ids, standing = [] }: FilePlace,
): Promise<Set<number>> {
  const wanted = ids.filter((id) => typeof id === 'number');
  const known = new Set(standing.filter((id) => typeof id === 'number'));
  const files = await filesOf(
    ctx.db,
    wanted.filter((id) => !known.has(id)),
  );
  const isUsable = (id: number): boolean =>
    known.has(id) || (ctx.isUndo ? files.has(id) : isOwnUpload(files.get(id), scene, ctx.actor.accountId));
  return new Set(wanted.filter(isUsable));
}
