import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { UploadedFile } from '../../core/files/images';
import type { Ids } from '../../core/ids';
import type { FilePort } from '../../core/platforms/ports';
import { fileKey } from './links';
import { cleanName, type UploadScene } from './rules';
import { insertFile } from './store';

interface Kept extends UploadedFile {
  /** Where it is known already; else a new one. */
  readonly id?: number;
  readonly scene: UploadScene;
  readonly name: string;
  /** Account; 0: a visitor, an app or the demo. */
  readonly createdBy: number;
  readonly at: Date;
}

/**
 * Stores a file that was read and accepted.
 *
 * @param files null: the file is noted without its content
 */
export async function keepFile(
  { db, ids, files }: { readonly db: Kysely<Database>; readonly ids: Ids; readonly files: FilePort | null },
  { id = ids.next(), scene, bytes, contentType, width, height, createdBy, at, ...file }: Kept,
): Promise<{ id: number; name: string }> {
  const name = cleanName(file.name);
  await files?.put(fileKey(scene, id, contentType), bytes, contentType);
  const sha256 = sha256Of(bytes);
  await insertFile(db, { id, scene, name, contentType, bytes: bytes.length, width, height, sha256, at, createdBy });
  return { id, name };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
