import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { withTransaction } from '../database/transaction';
import type { SecretBox } from '../platforms/ports';
import { StartupError } from '../startup';

/** Layout of a sealed value, with lengths in bytes: version (1) · key id (8) · nonce (12) · tag (16) · ciphertext. */
const VERSION = 1;
const KEY_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES + TAG_BYTES;
const KEY_FILE = 'secret.key';
const CHECK_PLACE = 'core/check';
const CHECK_TEXT = 'this key fits';

const idOf = (key: Buffer): Buffer => createHash('sha256').update('key id').update(key).digest().subarray(0, ID_BYTES);

/** Computes an id that identifies a key without revealing it. Backups store this id, never the key. */
export const secretKeyId = (key: Buffer): string => idOf(key).toString('hex');

/** Returns the configured key, else the key in the data folder. `null` means that the folder has no usable key. */
export async function findSecretKey(given: Buffer | null, dataDir: string): Promise<Buffer | null> {
  if (given) return given;
  const text = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => '');
  const key = Buffer.from(text.trim(), 'hex');
  return key.length === KEY_BYTES ? key : null;
}

/**
 * Creates a secret box. The box seals (encrypts) and opens (decrypts) values with AES-256-GCM, and signs texts with HMAC-SHA-256.
 *
 * @param current key of 32 bytes that seals new values; the key for signatures is derived from it
 * @param former earlier keys, which only open old values
 */
export function createSecretBox(current: Buffer, clock: Clock, former: readonly Buffer[] = []): SecretBox {
  const keys = new Map([current, ...former].map((key) => [idOf(key).toString('hex'), key]));
  const signing = Buffer.from(hkdfSync('sha256', current, '', 'signatures', KEY_BYTES));
  const openBytes = (sealed: Buffer, place: string): Buffer => {
    if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) throw new Error('not a sealed value');
    const key = keys.get(sealed.subarray(1, 1 + ID_BYTES).toString('hex'));
    if (!key) throw new Error('sealed with a key that is not here');
    const nonce = sealed.subarray(1 + ID_BYTES, 1 + ID_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
  };
  return {
    seal(plain, place) {
      const id = idOf(current);
      const nonce = clock.randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce);
      cipher.setAAD(Buffer.from(place));
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), id, nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed, place) => openBytes(sealed, place).toString('utf8'),
    openBytes,
    sign: (text) => createHmac('sha256', signing).update(text).digest('base64url'),
  };
}

/**
 * Loads the configured key, else the key in `secret.key` of the data folder. A missing file is created; only its owner can read it.
 *
 * @throws StartupError when the file cannot be used
 */
export async function loadSecretKey(given: Buffer | null, dataDir: string, clock: Clock): Promise<Buffer> {
  if (given) return given;
  const path = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, `${clock.randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartupError(`The key file ${path} cannot be written: make the folder writable, or set SECRET_KEY.`);
    }
  }
  const text = await readFile(path, 'utf8').catch(() => '');
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) {
    throw new StartupError(
      `The key file ${path} cannot be read or is damaged: restore it from a backup, or set SECRET_KEY to its key.`,
    );
  }
  return key;
}

/**
 * Checks that a key of the box opens the database's secrets. In a new database, it stores a sealed value for later checks.
 *
 * @throws StartupError when another key sealed the secrets
 */
export async function checkSecretKey(db: Kysely<Database>, box: SecretBox, clock: Clock): Promise<void> {
  await db
    .insertInto('secret_value')
    .values({ place: CHECK_PLACE, sealed: box.seal(CHECK_TEXT, CHECK_PLACE), updated_at: clock.now(), updated_by: 0 })
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute();
  const row = await db
    .selectFrom('secret_value')
    .select('sealed')
    .where('place', '=', CHECK_PLACE)
    .executeTakeFirstOrThrow();
  try {
    box.open(row.sealed, CHECK_PLACE);
  } catch {
    throw new StartupError(
      'The secrets in the database were sealed with another key: start with the SECRET_KEY or the secret.key file that belongs to it.',
    );
  }
}

/** Seals each row of `secret_value` again with the box's current key. The box must also have the former key. @returns number of rows */
export async function rotateSecrets(db: Kysely<Database>, box: SecretBox, clock: Clock): Promise<number> {
  return withTransaction(db, async (trx) => {
    const rows = await trx.selectFrom('secret_value').select(['place', 'sealed']).forUpdate().execute();
    for (const { place, sealed } of rows) {
      await trx
        .updateTable('secret_value')
        .set({ sealed: box.seal(box.open(sealed, place), place), updated_at: clock.now() })
        .where('place', '=', place)
        .execute();
    }
    return rows.length;
  });
}
