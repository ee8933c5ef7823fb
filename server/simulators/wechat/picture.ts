import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import type { Picture } from './world';

/** Pixels of one module of the code. */
const SCALE = 8;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A QR code as a PNG; the platform's own pictures are JPEG. */
export function testerPicture(content: string): Picture {
  const { data, size } = encode(content);
  const side = size * SCALE;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits of grey.
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (__, x) => (isDark(data, x, y) ? 0 : 255))]),
  );
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))];
  return { picture: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]) };
}

const isDark = (data: readonly (readonly boolean[])[], x: number, y: number): boolean =>
  data[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true;
