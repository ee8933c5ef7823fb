import { type Kysely, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { ArchiveRule, IdRange } from '../../core/database/archive';
import type { Database } from '../../core/database/schema';
import { type Breach, CANONICAL, VERIFIED_AT_ONCE } from './chain';
import { readLinks } from './links';
import { CHAIN_START, linkAfter } from './rules';

/** The archive of operation records: files with one month each (docs/decisions/0082). */

type Db = Kysely<Database>;

/**
 * Verifies the records of one month against their links. Each record is checked with the hash of the previous link.
 *
 * @param source the table with the records: a partition, or a table loaded from a file
 * @returns the first breach, or `null`
 */
export async function verifyMonth(db: Db, source: string, range: IdRange): Promise<Breach | null> {
  const { from, below } = range;
  let read = 0;
  for (let after = (from ?? 0) - 1; ; ) {
    const { rows } = await sql<{
      id: number;
      canonical: string;
      position: number | null;
      hash: string | null;
      before: string | null;
    }>`
      select r.id, ${CANONICAL} as canonical, l.position, l.hash, p.hash as before from ${sql.table(source)} r
      left join audit_link l on l.record_id = r.id left join audit_link p on p.position = l.position - 1
      where r.id > ${after} order by r.id limit ${sql.lit(VERIFIED_AT_ONCE)}`.execute(db);
    for (const { id, canonical, position, hash, before } of rows) {
      if (position === null) return { kind: 'inserted', position, recordId: id };
      if (before === null && position > 1) return { kind: 'linkDeleted', position: position - 1, recordId: null };
      const { hash: next } = linkAfter({ position: position - 1, hash: before ?? CHAIN_START.hash }, canonical);
      if (next !== hash) return { kind: 'changed', position, recordId: id };
    }
    read += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < VERIFIED_AT_ONCE) break;
  }
  const { rows } = await sql<{ links: number; position: number | null; recordId: number | null }>`
    select count(*) as links, min(l.position) filter (where r.id is null) as position,
      min(l.record_id) filter (where r.id is null) as "recordId"
    from audit_link l left join ${sql.table(source)} r on r.id = l.record_id
    where l.record_id >= ${from ?? 0} and l.record_id < ${below}`.execute(db);
  const [{ links, position, recordId }] = rows as [(typeof rows)[number]];
  return links === read ? null : { kind: 'deleted', position, recordId };
}

/**
 * The rule for archiving months. Months with records of the last 92 days stay in the database, because lists show 92 days. A month is
 * archived only if its chain has no breach.
 */
export const recordArchiveRule: ArchiveRule = {
  keepsDays: LIST_LIMITS.rangeDays,
  async check(db, partition, range) {
    const breach = await verifyMonth(db, partition, range);
    if (breach) {
      const where = breach.position === null ? `record ${breach.recordId}` : `position ${breach.position}`;
      return {
        refusal: `the chain of the operation records is broken at ${where} (${breach.kind}). Run npm run audit:verify.`,
      };
    }
    return { kept: { ...(await readLinks(db, range)) } };
  },
};
