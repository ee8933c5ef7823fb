import { createHash } from 'node:crypto';
import { fileKey, insertFile } from '../modules/file';
import type { Making } from './world';

/** A small picture, one pixel of grey: a picture of nothing. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** Notes a stored picture; its content only where files are kept. @returns its id */
export async function demoPicture(
  { db, ids, files, now }: Making,
  scene: 'certificate' | 'safetyPhoto',
  name: string,
): Promise<number> {
  const id = ids.next();
  const bytes = Buffer.from(PIXEL, 'base64');
  await files?.put(fileKey(scene, id, 'image/png'), bytes, 'image/png');
  await insertFile(db, {
    ...{ id, scene, name, contentType: 'image/png', bytes: bytes.length, width: 1, height: 1 },
    ...{ sha256: createHash('sha256').update(bytes).digest('hex'), at: now, createdBy: 0 },
  });
  return id;
}
