import type { Kysely } from 'kysely';
import { type Rotated, reasonOf, sumOf } from '../../core/access/rotation';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { sha256Of } from './keep';
import { storedKey } from './links';
import { openContent, sealContent } from './sealed';
import { nextSealed, type StoredFile, setHash } from './store';

interface Tools {
  readonly db: Kysely<Database>;
  readonly files: FilePort;
  readonly secrets: SecretBox;
}

/**
 * Finds the contents of files that an earlier key encrypted, and encrypts them with the current key. A repeated or interrupted call is safe.
 * While a file is replaced, its row is locked, so that the file is not deleted.
 */
export async function resealContents({ db, files, secrets }: Tools): Promise<Rotated> {
  const parts: Rotated[] = [];
  for (let afterId = 0; ; ) {
    const done = await withTransaction(db, async (trx) => {
      const file = await nextSealed(trx, afterId);
      return file ? { id: file.id, part: await resealContent({ db: trx, files, secrets }, file) } : null;
    });
    if (done === null) return sumOf(parts);
    parts.push(done.part);
    afterId = done.id;
  }
}

type SealedFile = Pick<StoredFile, 'id' | 'scene' | 'contentType' | 'sealedName' | 'sha256'>;

async function resealContent({ db, files, secrets }: Tools, file: SealedFile): Promise<Rotated> {
  const key = storedKey(file);
  const fault = (reason: string): Rotated => ({ checked: 1, resealed: 0, faults: [`file ${key}: ${reason}`] });
  if ((await files.size(key)) === null) return fault('its content is missing');
  const content = Buffer.from(await files.get(key));
  const isEarlier = !secrets.isCurrent(content);
  let stored: Buffer = content;
  if (isEarlier) {
    let plain: Buffer;
    try {
      plain = openContent(secrets, file.id, content);
    } catch (error) {
      return fault(reasonOf(error));
    }
    stored = sealContent(secrets, file.id, plain);
    await files.replace(key, stored);
  }
  // An interrupted call may have replaced the content without storing its hash.
  const sha256 = sha256Of(stored);
  if (sha256 !== file.sha256) await setHash(db, file.id, sha256);
  return { checked: 1, resealed: isEarlier ? 1 : 0, faults: [] };
}
