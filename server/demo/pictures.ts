import { greyPng } from '../core/files/png';
import { keepFile, sha256Of } from '../modules/file';
import type { UploadScene } from '../modules/file/rules';
import { insertRows } from './insert';
import type { Making } from './world';

/** A picture that the generator creates. Nothing is downloaded. */
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

/** A PNG that consists of one grey pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
export type Drawn = { readonly bytes: Buffer; readonly side: number };

/** Stores a generated PNG. Without a file store it stores only the record. @returns the file's id */
export async function storeDrawn(
  making: Making,
  scene: 'certificate' | 'safetyPhoto' | 'riderPhoto' | 'foodLoss' | 'franchise' | 'franchiseAnswer',
  name: string,
  { bytes, side }: Drawn,
  at: Date = making.now,
): Promise<number> {
  const content = { contentType: 'image/png', bytes, width: side, height: side };
  return (await keepFile(making, { ...content, scene, name, createdBy: 0, at })).id;
}

/** Stores a picture of one pixel. @returns the file's id */
export const demoPicture = (
  making: Making,
  scene: 'certificate' | 'safetyPhoto' | 'foodLoss',
  name: string,
): Promise<number> => storeDrawn(making, scene, name, { bytes: PIXEL, side: 1 });

/** Width and height of a shop front in pixels. */
const SHOP = 160;

/** Renders a shop front in grey: awning, window and door. @param variant any integer; selects the tone and the side of the door */
export function demoShopFront(variant: number): Drawn {
  const tone = 70 + (variant % 5) * 20;
  const doorFrom = variant % 2 === 0 ? 0.16 : 0.62;
  const bytes = greyPng(SHOP, (column, row) => {
    const [x, y] = [column / SHOP, row / SHOP];
    if (y < 0.14 || x < 0.08 || x > 0.92) return 236;
    if (y < 0.32) return Math.floor(x * 14) % 2 === 0 ? tone : 220;
    if (y > 0.94) return 150;
    if (x > doorFrom && x < doorFrom + 0.22 && y > 0.45) return tone + 20;
    const isWindow = y > 0.45 && y < 0.78 && (variant % 2 === 0 ? x > 0.46 && x < 0.86 : x > 0.14 && x < 0.54);
    return isWindow ? 205 : tone + 75;
  });
  return { bytes, side: SHOP };
}

/** Width and height of a portrait in pixels. */
const PORTRAIT = 160;
const isInside = (x: number, y: number, [centreX, centreY, width, height]: readonly [number, number, number, number]) =>
  ((x - centreX) / width) ** 2 + ((y - centreY) / height) ** 2 <= 1;

/** Renders the head and shoulders of an invented person in grey. @param tone grey of the clothes, from 0 (black) to 255 */
function portrait(tone: number): Buffer {
  return greyPng(PORTRAIT, (column, row) => {
    const [x, y] = [column / PORTRAIT, row / PORTRAIT];
    if (isInside(x, y, [0.5, 0.37, 0.17, 0.21])) return tone + 50;
    return isInside(x, y, [0.5, 1.05, 0.38, 0.42]) ? tone : 238;
  });
}

/** Stores a neutral photo of a demo rider. @param variant any integer; selects the tone @returns the file's id */
export const demoPortrait = (making: Making, name: string, variant: number): Promise<number> =>
  storeDrawn(making, 'riderPhoto', name, { bytes: portrait(90 + (variant % 6) * 16), side: PORTRAIT });
