import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { UploadedFile } from '../../core/files/images';
import type { SpooledFile } from '../../core/http/upload-guard';
import type { Ids } from '../../core/ids';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { fileKey, storedKey } from './links';
import { cleanName, keepsCapture, type UploadScene } from './rules';
import { sealContent, sealName } from './sealed';
import { insertFile, markSealed, type StoredFile } from './store';

interface Kept extends UploadedFile {
  /** Id that was already assigned. If it is missing, a new id is created. */
  readonly id?: number;
  readonly scene: UploadScene;
  readonly name: string;
  /** Account id. 0 means a visitor, an app or the demo. */
  readonly createdBy: number;
  readonly at: Date;
  /** Secret box that encrypts the name and the content. Without a secret box, both are stored in plain text. */
  readonly sealWith?: Pick<SecretBox, 'seal'> | undefined;
}

/**
 * Stores a file that was read and accepted.
 *
 * @param files `null` stores only the database record, without the content
 */
export async function keepFile(
  { db, ids, files }: { readonly db: Kysely<Database>; readonly ids: Ids; readonly files: FilePort | null },
  { id = ids.next(), scene, bytes, contentType, width, height, capture, createdBy, at, sealWith, ...file }: Kept,
): Promise<{ id: number; name: string }> {
  const name = cleanName(file.name);
  const names = sealWith ? sealName(sealWith, id, name) : { name, sealedName: null };
  const stored = sealWith ? sealContent(sealWith, id, bytes) : bytes;
  await files?.put(storedKey({ id, scene, contentType, ...names }), stored, sealWith ? SEALED_TYPE : contentType);
  // Hash the stored bytes. A hash of the plain content would reveal whether the file equals a known file.
  const sha256 = sha256Of(stored);
  const about = { id, scene, ...names, contentType, bytes: bytes.length, width, height, sha256, at, createdBy };
  await insertFile(db, { ...about, capture: keepsCapture(scene) ? capture : undefined });
  return { id, name };
}

const SEALED_TYPE = 'application/octet-stream';

/**
 * Encrypts a file that was stored before files could be encrypted. Repeated calls are safe. While the plain content exists, the encrypted
 * file is written again, because an interrupted call may have left it incomplete.
 */
export async function sealStored(
  { db, files, secrets }: { readonly db: Kysely<Database>; readonly files: FilePort; readonly secrets: SecretBox },
  file: Pick<StoredFile, 'id' | 'name' | 'scene' | 'contentType'>,
): Promise<void> {
  const { id, scene, contentType } = file;
  const names = sealName(secrets, id, file.name);
  const plain = fileKey(scene, id, contentType);
  const sealed = storedKey({ ...file, ...names });
  if ((await files.size(plain)) !== null) {
    await files.put(sealed, sealContent(secrets, id, await files.get(plain)), SEALED_TYPE);
    await files.remove(plain);
  }
  const isKept = (await files.size(sealed)) !== null;
  await markSealed(db, id, { ...names, ...(isKept && { sha256: sha256Of(await files.get(sealed)) }) });
}

/** Moves an accepted upload from disk into the store without loading it into memory. */
export async function keepSpooled(
  { db, ids, files }: { readonly db: Kysely<Database>; readonly ids: Ids; readonly files: FilePort },
  spooled: SpooledFile,
  { id = ids.next(), at, capture, ...of }: Pick<Kept, 'id' | 'scene' | 'contentType' | 'createdBy' | 'at' | 'capture'>,
): Promise<{ id: number; name: string }> {
  const name = cleanName(spooled.name);
  const { path, bytes, sha256 } = spooled;
  const about = { id, name, bytes, sha256, width: null, height: null, at, ...of };
  await insertFile(db, { ...about, capture: keepsCapture(of.scene) ? capture : undefined });
  await files.adopt(fileKey(of.scene, id, of.contentType), path);
  return { id, name };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
