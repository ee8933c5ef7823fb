import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox, type SecretKeys, secretKeyId } from '../../core/access/secrets';
import type { Clock } from '../../core/clock';
import { type ChainHead, headText, parseHead } from './rules';

/**
 * Chain heads stored outside of the database (DOMAIN §9 decision 31), in a file in the data folder. A daily job and each backup append
 * a signed line. `audit:verify` compares the chain with the file, which reveals a truncated chain.
 */

/** The kind of a line: the chain's head at a moment, or the head of a restored backup. */
type Kind = 'head' | 'restore';

/** The folder of the head file, the signing key, and the clock for the time of each line. */
export interface HeadPlace {
  readonly dataDir: string;
  /** The first key signs. The others only verify lines of earlier keys. */
  readonly keys: SecretKeys;
  readonly clock: Clock;
}

const fileOf = (dataDir: string): string => join(dataDir, 'audit-heads.txt');
const signatureOf = (clock: Clock, key: Buffer, text: string): string =>
  createSecretBox([key], clock).sign(`audit-head ${text}`);

/**
 * Appends a head, except for an empty chain. A head of kind `head` is also skipped if the last line of the file already has this head.
 *
 * @returns whether the head was appended
 */
export async function keepHead(place: HeadPlace, head: ChainHead, kind: Kind = 'head'): Promise<boolean> {
  if (head.position === 0) return false;
  const file = fileOf(place.dataDir);
  const last = (await linesOf(file)).at(-1)?.split(' ') ?? [];
  if (kind === 'head' && last[2] === headText(head)) return false;
  const [key] = place.keys;
  const text = [place.clock.now().toISOString(), kind, headText(head), secretKeyId(key)].join(' ');
  await appendFile(file, `${text} ${signatureOf(place.clock, key, text)}\n`, { mode: 0o600 });
  return true;
}

async function linesOf(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

export interface KeptHeads {
  /** Heads that the chain must contain. */
  readonly heads: readonly ChainHead[];
  /** Number of the first line that is invalid or wrongly signed, counted from 1. `null` if all lines are valid. */
  readonly badLine: number | null;
}

/**
 * Reads the stored heads up to the first invalid line. A restored backup shortens the chain, so heads after the restored head are ignored.
 * Lines of a key that is not in `keys` cannot be verified and are accepted.
 */
export async function keptHeads(place: HeadPlace): Promise<KeptHeads> {
  let heads: ChainHead[] = [];
  const keys = new Map(place.keys.map((key) => [secretKeyId(key), key]));
  for (const [index, line] of (await linesOf(fileOf(place.dataDir))).entries()) {
    const [at = '', kind = '', text = '', signer = '', signature = ''] = line.split(' ');
    const head = parseHead(text);
    const key = keys.get(signer);
    const isSigned = !key || signature === signatureOf(place.clock, key, [at, kind, text, signer].join(' '));
    if (!head || !isSigned) return { heads, badLine: index + 1 };
    if (kind === 'restore') heads = heads.filter(({ position }) => position <= head.position);
    heads.push(head);
  }
  return { heads, badLine: null };
}
