import type { Kysely } from 'kysely';
import { formatReason, type RotationResult, sumResults } from '../../core/access/rotation';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import { saysFull } from '../../core/files/disk';
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
 * Finds the contents of files that an earlier key encrypted, and encrypts them with the current key. A repeated or interrupted call is
 * safe. While a file is replaced, its row is locked, so that the file is not deleted.
 */
export async function resealContents({ db, files, secrets }: Tools): Promise<RotationResult> {
  const parts: RotationResult[] = [];
  for (let afterId = 0; ; ) {
    const done = await withTransaction(db, async (trx) => {
      const file = await nextSealed(trx, afterId);
      return file ? { id: file.id, part: await resealContent({ db: trx, files, secrets }, file) } : null;
    });
    if (done === null) return sumResults(parts);
    parts.push(done.part);
    afterId = done.id;
  }
}

type SealedFile = Pick<StoredFile, 'id' | 'scene' | 'contentType' | 'sealedName' | 'sha256'>;

async function resealContent({ db, files, secrets }: Tools, file: SealedFile): Promise<RotationResult> {
  const key = storedKey(file);
  const fault = (reason: string): RotationResult => ({ checked: 1, resealed: 0, faults: [`file ${key}: ${reason}`] });
  let done: { readonly sha256: string; readonly isEarlier: boolean };
  try {
    if ((await files.size(key)) === null) return fault('its content is missing');
    done = await encryptedAgain({ files, secrets }, file, key);
  } catch (error) {
    if (saysFull(error)) throw error;
    return fault(formatReason(error));
  }
  if (done.sha256 !== file.sha256) await setHash(db, file.id, done.sha256);
  return { checked: 1, resealed: done.isEarlier ? 1 : 0, faults: [] };
}

/**
 * Encrypts a content with the current key, unless it already is.
 *
 * @returns the hash of the stored content, and whether it had an earlier key
 * @throws Error the content is damaged, or its key is not configured
 */
async function encryptedAgain(
  { files, secrets }: Omit<Tools, 'db'>,
  { id, sha256 }: Pick<SealedFile, 'id' | 'sha256'>,
  key: string,
): Promise<{ readonly sha256: string; readonly isEarlier: boolean }> {
  const content = Buffer.from(await files.get(key));
  const isEarlier = !secrets.isCurrent(content);
  const found = sha256Of(content);
  if (!isEarlier && found === sha256) return { sha256, isEarlier };
  const plain = openContent(secrets, id, content);
  // The hash differs although the key is the current one: an interrupted call replaced the content without storing its hash.
  if (!isEarlier) return { sha256: found, isEarlier };
  const stored = sealContent(secrets, id, plain);
  await files.replace(key, stored);
  return { sha256: sha256Of(stored), isEarlier };
}
