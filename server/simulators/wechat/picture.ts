import { encode } from 'uqr';
import { greyPng } from '../../core/files/png';
import type { Picture } from './world';

/** Pixels per module of the QR code. */
const SCALE = 8;

/** Draws a QR code as a PNG. The real platform returns a JPEG. */
export function testerPicture(content: string): Picture {
  const { data, size } = encode(content);
  return { picture: greyPng(size * SCALE, (x, y) => (isDark(data, x, y) ? 0 : 255)) };
}

const isDark = (data: readonly (readonly boolean[])[], x: number, y: number): boolean =>
  data[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true;
