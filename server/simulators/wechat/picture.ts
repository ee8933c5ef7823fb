import { encode } from 'uqr';
import { greyPng } from '../../core/files/png';
import type { Picture } from './world';

/** Pixels of one module of the code. */
const SCALE = 8;

/** A QR code as a PNG; the platform's own pictures are JPEG. */
export function testerPicture(content: string): Picture {
  const { data, size } = encode(content);
  return { picture: greyPng(size * SCALE, (x, y) => (isDark(data, x, y) ? 0 : 255)) };
}

const isDark = (data: readonly (readonly boolean[])[], x: number, y: number): boolean =>
  data[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true;
