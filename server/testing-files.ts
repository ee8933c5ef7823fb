import { createHash } from 'node:crypto';
import { insertFile } from './modules/file';
import type { TestApp } from './testing';

/** A stored PDF as if this person had sent it. @returns its id */
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
