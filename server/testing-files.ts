import { createHash } from 'node:crypto';
import { insertFile } from './modules/file';
import type { TestApp } from './testing';

const chunk = (kind: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([size, Buffer.from(kind), body, Buffer.alloc(4)]);
};
/** Builds a PNG of this size, with a place name in its metadata. It contains no real pixels. */
export function picture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Place\0Chengdu')),
    chunk('IDAT', Buffer.from('x')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts the row of an uploaded PDF of this account, without contents. @returns the file id */
export async function storeFile(test: TestApp, byId: number, scene = 'fundEvidence'): Promise<number> {
  const id = test.ids.next();
  await insertFile(test.db, {
    id,
    scene,
    name: 'proof.pdf',
    contentType: 'application/pdf',
    createdBy: byId,
    bytes: 10,
    width: null,
    height: null,
    sha256: createHash('sha256').update(String(id)).digest('hex'),
    at: test.clock.now(),
  });
  return id;
}
