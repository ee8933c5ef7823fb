import { createHash } from 'node:crypto';
import type { UploadedFile } from '../../core/files/images';
import type { CallContext } from '../../core/http/context';
import { fileKey } from './links';
import { cleanName, type UploadScene } from './rules';
import { insertFile } from './store';

/**
 * Stores a file that was read and accepted.
 *
 * @param createdBy account; 0: a visitor without one
 */
export async function keepFile(
  { db, ids, clock, ports }: Pick<CallContext, 'db' | 'ids' | 'clock' | 'ports'>,
  file: UploadedFile & { readonly scene: UploadScene; readonly name: string; readonly createdBy: number },
): Promise<{ id: number; name: string }> {
  const { scene, bytes, contentType, width, height, createdBy } = file;
  const id = ids.next();
  const name = cleanName(file.name);
  await ports.files.put(fileKey(scene, id, contentType), bytes, contentType);
  const sha256 = sha256Of(bytes);
  const at = clock.now();
  await insertFile(db, { id, scene, name, contentType, bytes: bytes.length, width, height, sha256, at, createdBy });
  return { id, name };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
