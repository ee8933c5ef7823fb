import { createHash } from 'node:crypto';
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
