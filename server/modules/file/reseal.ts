import type { Kysely } from 'kysely';
import type { Rotated } from '../../core/access/rotation';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { sha256Of } from './keep';
import { storedKey } from './links';
import { openContent, sealContent } from './sealed';
import { nextSealed, setHash } from './store';

/**
 * Encrypts the contents of files that an earlier key encrypted with the current key. A repeated or interrupted call is safe. Files whose
 * content no longer exists are skipped.
 *
 * @throws Error when a content is damaged, or is encrypted with a key that is not configured
 */
export async function resealContents({
  db,
  files,
  secrets,
}: {
  readonly db: Kysely<Database>;
  readonly files: FilePort;
  readonly secrets: SecretBox;
}): Promise<Rotated> {
  let [checked, resealed] = [0, 0];
  for (let afterId = 0; ; ) {
    const done = await withTransaction(db, async (trx) => {
      const file = await nextSealed(trx, afterId);
      if (!file) return null;
      const key = storedKey(file);
      if ((await files.size(key)) === null) return { id: file.id, checked: 0, resealed: 0 };
      const content = Buffer.from(await files.get(key));
      const isEarlier = !secrets.isCurrent(content);
      const stored = isEarlier ? sealContent(secrets, file.id, openContent(secrets, file.id, content)) : content;
      if (isEarlier) await files.replace(key, stored);
      // An interrupted call may have replaced the content without storing its hash.
      const sha256 = sha256Of(stored);
      if (sha256 !== file.sha256) await setHash(trx, file.id, sha256);
      return { id: file.id, checked: 1, resealed: isEarlier ? 1 : 0 };
    });
    if (done === null) return { checked, resealed };
    afterId = done.id;
    checked += done.checked;
    resealed += done.resealed;
  }
}
