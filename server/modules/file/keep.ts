import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { UploadedFile } from '../../core/files/images';
import type { SpooledFile } from '../../core/http/upload-guard';
import type { Ids } from '../../core/ids';
import type { FilePort } from '../../core/platforms/ports';
import { fileKey } from './links';
import { cleanName, keepsCapture, type UploadScene } from './rules';
import { insertFile } from './store';

interface Kept extends UploadedFile {
  /** Id that was already assigned; otherwise a new one is made. */
  readonly id?: number;
  readonly scene: UploadScene;
  readonly name: string;
  /** Account id; 0: a visitor, an app or the demo. */
  readonly createdBy: number;
  readonly at: Date;
}

/**
 * Stores a file that was read and accepted.
 *
 * @param files null: only the record is stored, without the content
 */
export async function keepFile(
  { db, ids, files }: { readonly db: Kysely<Database>; readonly ids: Ids; readonly files: FilePort | null },
  { id = ids.next(), scene, bytes, contentType, width, height, capture, createdBy, at, ...file }: Kept,
): Promise<{ id: number; name: string }> {
  const name = cleanName(file.name);
  await files?.put(fileKey(scene, id, contentType), bytes, contentType);
  const sha256 = sha256Of(bytes);
  const about = { id, scene, name, contentType, bytes: bytes.length, width, height, sha256, at, createdBy };
  await insertFile(db, { ...about, capture: keepsCapture(scene) ? capture : undefined });
  return { id, name };
}

/** Moves an accepted upload from disk into the store without holding it in memory. */
export async function keepSpooled(
  { db, ids, files }: { readonly db: Kysely<Database>; readonly ids: Ids; readonly files: FilePort },
  spooled: SpooledFile,
  { at, ...of }: Pick<Kept, 'scene' | 'contentType' | 'createdBy' | 'at'>,
): Promise<{ id: number; name: string }> {
  const id = ids.next();
  const name = cleanName(spooled.name);
  const { path, bytes, sha256 } = spooled;
  await insertFile(db, { id, name, bytes, sha256, width: null, height: null, at, ...of });
  await files.adopt(fileKey(of.scene, id, of.contentType), path);
  return { id, name };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
