import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { withTransaction } from '../database/transaction';
import { linkNew } from '../link-new';
import { isSameText } from '../platforms/checks';
import type { SecretBox } from '../platforms/ports';
import { StartupError } from '../startup';
import type { SealedColumn } from './rotation';

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
const DIGEST_PLACE = 'core/digest';
/** Purpose of the derived keys for signatures. */
const SIGNATURES = 'signatures';

/** The configured keys: the current key, then the earlier ones. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

export const hasKeys = (keys: readonly Buffer[]): keys is SecretKeys => keys.length > 0;

const idOf = (key: Buffer): Buffer => createHash('sha256').update('key id').update(key).digest().subarray(0, ID_BYTES);

/** Computes an id that identifies a key without revealing it. Backups store this id, never the key. */
export const secretKeyId = (key: Buffer): string => idOf(key).toString('hex');

/**
 * Returns the configured keys, else the keys in `secret.key` of the data folder. The result is empty if this file is missing.
 *
 * @throws StartupError when the file cannot be read or contains anything other than keys
 */
export async function findSecretKeys(given: readonly Buffer[], dataDir: string): Promise<readonly Buffer[]> {
  if (given.length > 0) return given;
  const path = join(dataDir, KEY_FILE);
  let text = '';
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  }
  const keys = keysOf(text);
  if (keys) return keys;
  throw new StartupError(
    `The key file ${path} cannot be read or is damaged: restore it from your copy, or set SECRET_KEY to its key.`,
  );
}

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Parses keys of 32 bytes in hexadecimal or base64, separated by commas or white space.
 *
 * @returns `null` if a part is no key, or if there is no part
 */
export function keysOf(text: string): readonly Buffer[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => HEX.test(part) || BASE64.test(part))) return null;
  return parts.map((part) => Buffer.from(part, HEX.test(part) ? 'hex' : 'base64'));
}

/** Derives a key for another purpose from a key. */
const derived = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Checks whether a value is encrypted with this key. */
const isSealedWith = (key: Buffer, sealed: Buffer): boolean => sealed.subarray(1, 1 + ID_BYTES).equals(idOf(key));

/**
 * Creates a secret box. The box seals (encrypts) and opens (decrypts) values with AES-256-GCM, and signs texts with HMAC-SHA-256.
 *
 * @param keys keys of 32 bytes. The first key seals and signs. The others only open values and verify signatures of earlier keys.
 * @param digestKey key of {@link SecretBox.digest}. It must not change, because digests are stored.
 */
export function createSecretBox(
  [current, ...former]: SecretKeys,
  clock: Clock,
  digestKey: Buffer = derived(current, SIGNATURES),
): SecretBox {
  const keys = new Map([current, ...former].map((key) => [secretKeyId(key), key]));
  const signing = [current, ...former].map((key) => derived(key, SIGNATURES));
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
    isCurrent: (sealed) => isSealedWith(current, sealed),
    sign: (text) => hmac(signing[0] as Buffer, text),
    isSigned: (text, signature) => signing.some((key) => isSameText(hmac(key, text), signature)),
    digest: (text) => hmac(digestKey, text),
    isDigest: (text, digest) => isSameText(hmac(digestKey, text), digest),
  };
}

/**
 * Creates a key file with a new key. Does nothing if the file exists. Servers that share the folder may start at the same time, so the file
 * is linked to its name only when it is complete. A process that is killed before leaves a file with another name, which is never read.
 */
async function createKeyFile(path: string, clock: Clock): Promise<void> {
  if (existsSync(path)) return;
  const draft = `${path}.${clock.randomBytes(ID_BYTES).toString('hex')}`;
  await writeFile(draft, `${clock.randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await linkNew(draft, path);
  } finally {
    await unlink(draft);
  }
}

/**
 * Loads the configured keys, else the keys in `secret.key` of the data folder. A missing file is created; only its owner can read it.
 *
 * @throws StartupError when the file cannot be used
 */
export async function loadSecretKeys(given: readonly Buffer[], dataDir: string, clock: Clock): Promise<SecretKeys> {
  if (hasKeys(given)) return given;
  const path = join(dataDir, KEY_FILE);
  try {
    await mkdir(dataDir, { recursive: true });
    await createKeyFile(path, clock);
  } catch {
    throw new StartupError(`The key file ${path} cannot be written: make the folder writable, or set SECRET_KEY.`);
  }
  const keys = await findSecretKeys([], dataDir);
  if (!hasKeys(keys))
    throw new StartupError(`The key file ${path} was deleted: restore it from a backup, or set SECRET_KEY to its key.`);
  return keys;
}

/**
 * Opens the secret box of a database. In a new database, it stores an encrypted value with which later starts check the key, and a random
 * key for digests.
 *
 * @param keys see {@link createSecretBox}
 * @throws StartupError when a secret in `secret_value` is encrypted with none of the keys
 */
export async function openSecretBox(database: Kysely<Database>, keys: SecretKeys, clock: Clock): Promise<SecretBox> {
  const box = createSecretBox(keys, clock);
  // One transaction, so that a refused start stores nothing, and a process that starts at the same time waits for both values.
  return withTransaction(database, async (db) => {
    const isNew = (await keepValue(db, box, clock, CHECK_PLACE, CHECK_TEXT)) && (await countValues(db)) === 1;
    const check = await sealedAt(db, CHECK_PLACE);
    const known = new Set(keys.map(secretKeyId));
    const missing = (await usedSecretKeys(db)).filter((id) => !known.has(id));
    if (missing.length > 0) {
      throw new StartupError(
        `Secrets of this database are encrypted with the key ${missing.join(' and the key ')}, but SECRET_KEY or secret.key has only ${[...known].join(', ')}: add the missing key after the first one, or use the key that belongs to this database.`,
      );
    }
    // Versions without a key for digests used the key for signatures, so their databases must continue with it.
    const earlier = keys.find((key) => isSealedWith(key, check)) ?? keys[0];
    const digestKey = isNew ? clock.randomBytes(KEY_BYTES) : derived(earlier, SIGNATURES);
    await keepValue(db, box, clock, DIGEST_PLACE, digestKey);
    return createSecretBox(keys, clock, box.openBytes(await sealedAt(db, DIGEST_PLACE), DIGEST_PLACE));
  });
}

async function countValues(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('secret_value')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores an encrypted value of this module unless another one is stored. @returns whether this value was stored */
async function keepValue(db: Kysely<Database>, box: SecretBox, clock: Clock, place: string, value: string | Buffer) {
  const kept = await db
    .insertInto('secret_value')
    .values({ place, sealed: box.seal(value, place), updated_at: clock.now(), updated_by: 0 })
    .onConflict((conflict) => conflict.column('place').doNothing())
    .returning('place')
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Returns the ids of the keys that encrypt the rows of `secret_value`. Damaged rows are ignored. A rotation encrypts this table last, so
 * afterwards the other tables need no other keys, except for values that the rotation reported.
 */
export async function usedSecretKeys(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct encode(substring(sealed from 2 for ${sql.lit(ID_BYTES)}), 'hex') as id from secret_value
    where length(sealed) >= ${sql.lit(HEAD_BYTES)} and get_byte(sealed, 0) = ${sql.lit(VERSION)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function sealedAt(db: Kysely<Database>, place: string): Promise<Buffer> {
  const row = await db.selectFrom('secret_value').select('sealed').where('place', '=', place).executeTakeFirstOrThrow();
  return row.sealed;
}

/** Column of the settings' secrets and of the values of this module. */
export const secretColumn: SealedColumn = {
  table: 'secret_value',
  column: 'sealed',
  key: ['place'],
  place: ({ place }) => String(place),
};
