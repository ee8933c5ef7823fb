import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox, secretKeyId } from '../../core/access/secrets';
import type { Clock } from '../../core/clock';
import { type ChainHead, headText, parseHead } from './rules';

/**
 * Heads of the chain that are kept outside the database (DOMAIN §9 decision 31): a file of the data folder to which a signed line is
 * appended each day and with each backup. `audit:verify` compares the chain with it, so a cut-off end is found without other notes.
 */

/** What a line says: the chain stood there, or a backup was restored that ends there. */
type Kind = 'head' | 'restore';

/** Where heads are kept and what signs them. */
export interface HeadPlace {
  readonly dataDir: string;
  readonly key: Buffer;
  readonly clock: Clock;
}

const fileOf = (dataDir: string): string => join(dataDir, 'audit-heads.txt');
const signatureOf = ({ key, clock }: Pick<HeadPlace, 'key' | 'clock'>, text: string): string =>
  createSecretBox(key, clock).sign(`audit-head ${text}`);

/** Appends a head; the one that was appended last is not repeated. @returns whether it was appended */
export async function keepHead(place: HeadPlace, head: ChainHead, kind: Kind = 'head'): Promise<boolean> {
  if (head.position === 0) return false;
  const file = fileOf(place.dataDir);
  const last = (await linesOf(file)).at(-1)?.split(' ') ?? [];
  if (kind === 'head' && last[2] === headText(head)) return false;
  const text = [place.clock.now().toISOString(), kind, headText(head), secretKeyId(place.key)].join(' ');
  await appendFile(file, `${text} ${signatureOf(place, text)}\n`, { mode: 0o600 });
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
  /** The first line, from 1, that is none or that this key did not sign as it is; null: all are whole. */
  readonly badLine: number | null;
}

/**
 * Reads the kept heads. A restored backup ends the chain earlier: what was kept of it beyond counts no more. Lines of a former key cannot
 * be checked and count as they are.
 */
export async function keptHeads(place: HeadPlace): Promise<KeptHeads> {
  let heads: ChainHead[] = [];
  const keyId = secretKeyId(place.key);
  for (const [index, line] of (await linesOf(fileOf(place.dataDir))).entries()) {
    const [at = '', kind = '', text = '', signer = '', signature = ''] = line.split(' ');
    const head = parseHead(text);
    const isSigned = signer !== keyId || signature === signatureOf(place, [at, kind, text, signer].join(' '));
    if (!head || !isSigned) return { heads, badLine: index + 1 };
    if (kind === 'restore') heads = heads.filter(({ position }) => position <= head.position);
    heads.push(head);
  }
  return { heads, badLine: null };
}
