import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import { type Breach, chainHead, findInserted, LATE_IDS, linkAt, VERIFIED_AT_ONCE, verifyBatch } from './chain';
import { CHAIN_START, type ChainHead } from './rules';

/**
 * The nightly verification (docs/decisions/0076). Each night it reads all new links and the next section of the older links. A night
 * therefore reads only a fraction of a long chain. `verifyChain` reads the whole chain and does not trust the progress that is stored here.
 */

type Db = Kysely<Database>;

export interface PartSize {
  /** Minimum number of older links per night. */
  readonly least: number;
  /** The section has at least 1/`share` of the chain. */
  readonly share: number;
}

/**
 * Every link is read again within 30 nights. A section of 200,000 links takes about six seconds, and 25 sections cover 5,000,000 links.
 * A longer chain needs a fixed share per night. The share is 1/25 and not 1/30, because the chain may grow by up to 1 % per night
 * meanwhile.
 */
export const PART: PartSize = { least: 200_000, share: 25 };

/** The positions that the verification has reached. */
interface Progress {
  /** All links up to this link were verified. */
  verified: ChainHead;
  /** End of the last older section. The next section begins after it. */
  reread: ChainHead;
}

export interface NightlyVerdict {
  readonly breach: Breach | null;
  /** The last verified link. */
  readonly head: ChainHead;
  /** Number of links that were read. */
  readonly read: number;
}

/**
 * Verifies the new links and one section of older links. The progress is stored after each batch, so that the next run continues an
 * interrupted run. The progress stops before a breach: the next run reports the same breach. Only one verification may run at a time.
 *
 * @param batch number of links after which the progress is stored
 */
export async function verifyNightly(db: Db, part = PART, batch = VERIFIED_AT_ONCE): Promise<NightlyVerdict> {
  const progress = await loadProgress(db);
  const { verified: before, reread } = progress;
  const replaced = (await findReplaced(db, before)) ?? (await findReplaced(db, reread));
  if (replaced) return { breach: replaced, head: before, read: 0 };

  const newest = await verifyRange(db, { from: before, until: null, batch }, async (head) => {
    progress.verified = head;
    await saveProgress(db, progress);
  });
  if (newest.breach || before.position === 0) return newest;

  let older: NightlyVerdict = { ...newest, read: 0 };
  for (const range of findPart(reread, before.position, part)) {
    const { breach, head, read } = await verifyRange(db, { ...range, batch }, async (end) => {
      progress.reread = end;
      await saveProgress(db, progress);
    });
    older = { breach, head: breach ? head : newest.head, read: older.read + read };
    if (breach) break;
  }
  return { ...older, read: newest.read + older.read };
}

/** Computes the ranges of the next section of older links. At the end of the chain, the section continues at the start of the chain. */
export function findPart(
  last: ChainHead,
  end: number,
  { least, share }: PartSize,
): { from: ChainHead; until: number }[] {
  const size = Math.max(least, Math.ceil(end / share));
  const until = Math.min(last.position + size, end);
  const rest = size - (until - last.position);
  return [
    { from: last, until },
    { from: CHAIN_START, until: Math.min(rest, last.position) },
  ].filter((range) => range.from.position < range.until);
}

interface Range {
  readonly from: ChainHead;
  /** Last position. `null` means the end of the chain. */
  readonly until: number | null;
  readonly batch: number;
}

async function verifyRange(
  db: Db,
  { from, until, batch }: Range,
  reached: (head: ChainHead) => Promise<void>,
): Promise<NightlyVerdict> {
  let head = from;
  let read = 0;
  // Record ids do not always increase along the chain. The checked ranges still cover all ids without a gap.
  let recordId = (await linkAt(db, from.position))?.recordId ?? null;
  if (recordId !== null && until === null) {
    // The previous run could not check these ids, because their records might not have been linked yet.
    const inserted = await findInserted(db, recordId - LATE_IDS, recordId);
    if (inserted) return { breach: inserted, head, read };
  }
  while (until === null || head.position < until) {
    const size = until === null ? batch : Math.min(batch, until - head.position);
    const links = await verifyBatch(db, head, until ?? Number.MAX_SAFE_INTEGER, size);
    read += links.read;
    if (links.breach) return { breach: links.breach, head: links.head, read };
    if (links.recordId === null) break;
    const inserted = await findInserted(db, recordId, links.recordId);
    if (inserted) return { breach: inserted, head, read };
    ({ head, recordId } = links);
    await reached(head);
  }
  const isShort = until !== null && head.position < until;
  return { breach: isShort ? { kind: 'linkDeleted', position: head.position + 1, recordId: null } : null, head, read };
}

/** Compares the chain with a link that was verified before. */
async function findReplaced(db: Db, { position, hash }: ChainHead): Promise<Breach | null> {
  if (position === 0) return null;
  const link = await linkAt(db, position);
  if (link) return link.hash === hash ? null : { kind: 'rewritten', position, recordId: link.recordId };
  const head = await chainHead(db);
  return head.position < position
    ? { kind: 'cutOff', position: head.position + 1, recordId: null }
    : { kind: 'linkDeleted', position, recordId: null };
}

async function loadProgress(db: Db): Promise<Progress> {
  const row = await db
    .selectFrom('audit_verified')
    .select(['position', 'hash', 'reread_position', 'reread_hash'])
    .executeTakeFirst();
  // Without a stored progress, all links are verified.
  if (!row) return { verified: CHAIN_START, reread: CHAIN_START };
  return {
    verified: { position: row.position, hash: row.hash },
    reread: { position: row.reread_position, hash: row.reread_hash },
  };
}

async function saveProgress(db: Db, { verified, reread }: Progress): Promise<void> {
  const columns = {
    position: verified.position,
    hash: verified.hash,
    reread_position: reread.position,
    reread_hash: reread.hash,
  };
  await db
    .insertInto('audit_verified')
    .values(columns)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}
