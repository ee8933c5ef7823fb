import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ArchivePart, IdRange } from '../../core/database/archive';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

/** Maximum number of links that one statement reads. */
const BATCH = 10_000;

/** Data about a month's links that the archive stores. The links themselves stay in the database. */
export interface MonthLinks {
  readonly links: number;
  /** The smallest position; `lastPosition` is the largest. For some minutes, records of two months may alternate in the chain. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** Hash at the last position. */
  readonly lastHash: string;
  /** SHA-256 of all positions and hashes, in the order of record ids. */
  readonly sha256: string;
}

/** Reads the links of all records in a range of ids, and computes their number, positions, last hash and digest. */
export async function readLinks(db: Db, { from, below }: IdRange): Promise<MonthLinks> {
  const digest = createHash('sha256');
  let found = { links: 0, firstPosition: 0, lastPosition: 0, lastHash: '' };
  for (let after = (from ?? 0) - 1; ; ) {
    const { rows } = await sql<{ id: number; position: number; hash: string }>`
      select record_id as id, position, hash from audit_link
      where record_id > ${after} and record_id < ${below} order by record_id limit ${sql.lit(BATCH)}`.execute(db);
    for (const { position, hash } of rows) {
      digest.update(`${position}:${hash}\n`);
      const { links, firstPosition, lastPosition, lastHash } = found;
      found = {
        links: links + 1,
        firstPosition: links === 0 ? position : Math.min(firstPosition, position),
        ...(position > lastPosition ? { lastPosition: position, lastHash: hash } : { lastPosition, lastHash }),
      };
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return { ...found, sha256: digest.digest('hex') };
  }
}

/** Checks whether the links of an archived month are the same as when it was archived. */
export async function hasLinks(db: Db, part: ArchivePart): Promise<boolean> {
  const { links, sha256 } = await readLinks(db, part);
  return links === part.rows && sha256 === part.kept.sha256;
}
