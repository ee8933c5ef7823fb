import { createHash } from 'node:crypto';
import { fileKey, insertFile } from '../modules/file';
import type { UploadScene } from '../modules/file/rules';
import { insertRows } from './insert';
import type { Making } from './world';

/** A drawn picture of the demo: nothing is fetched from outside. */
export interface Picture {
  readonly id: number;
  readonly scene: UploadScene;
  readonly name: string;
  readonly svg: string;
}

export async function writePictures({ db, files, now }: Making, pictures: readonly Picture[]): Promise<void> {
  const rows = [];
  for (const { id, scene, name, svg } of pictures) {
    const bytes = Buffer.from(svg);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    await files?.put(`${scene}/${id}.svg`, bytes, 'image/svg+xml');
    rows.push({
      id,
      scene,
      name,
      content_type: 'image/svg+xml',
      bytes: bytes.length,
      width: Number(width),
      height: Number(height),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: now,
      created_by: 0,
    });
  }
  await insertRows(db, 'stored_file', rows);
}

/** A small picture, one pixel of grey. */
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
