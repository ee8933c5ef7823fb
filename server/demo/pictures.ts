import { greyPng } from '../core/files/png';
import { keepFile, sha256Of } from '../modules/file';
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
      sha256: sha256Of(bytes),
      created_at: now,
      created_by: 0,
    });
  }
  await insertRows(db, 'stored_file', rows);
}

/** A small picture, one pixel of grey. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
type Drawn = { readonly bytes: Buffer; readonly side: number };

/** Notes a drawn PNG; its content only where files are kept. @returns its id */
async function storeDrawn(
  making: Making,
  scene: 'certificate' | 'safetyPhoto' | 'riderPhoto' | 'foodLoss',
  name: string,
  { bytes, side }: Drawn,
): Promise<number> {
  const content = { contentType: 'image/png', bytes, width: side, height: side };
  return (await keepFile(making, { ...content, scene, name, createdBy: 0, at: making.now })).id;
}

/** Notes a stored picture of one pixel. @returns its id */
export const demoPicture = (
  making: Making,
  scene: 'certificate' | 'safetyPhoto' | 'foodLoss',
  name: string,
): Promise<number> => storeDrawn(making, scene, name, { bytes: PIXEL, side: 1 });

/** Pixels of a portrait in each direction. */
const PORTRAIT = 160;
const isInside = (x: number, y: number, [centreX, centreY, width, height]: readonly [number, number, number, number]) =>
  ((x - centreX) / width) ** 2 + ((y - centreY) / height) ** 2 <= 1;

/** Head and shoulders in grey: the picture of no real person. @param tone darkness of the clothes, 0 to 255 */
function portrait(tone: number): Buffer {
  return greyPng(PORTRAIT, (column, row) => {
    const [x, y] = [column / PORTRAIT, row / PORTRAIT];
    if (isInside(x, y, [0.5, 0.37, 0.17, 0.21])) return tone + 50;
    return isInside(x, y, [0.5, 1.05, 0.38, 0.42]) ? tone : 238;
  });
}

/** The neutral photo of a demo rider. @param variant any whole number; it chooses the tone @returns id of the file */
export const demoPortrait = (making: Making, name: string, variant: number): Promise<number> =>
  storeDrawn(making, 'riderPhoto', name, { bytes: portrait(90 + (variant % 6) * 16), side: PORTRAIT });
