import { type Kysely, sql } from 'kysely';
import { PERSON_TYPES, type PersonType } from '../../../contract/announcement.states';
import type { Database } from '../../core/database/schema';
import { isConsolePerson } from './fill';
import type { Addressee } from './people';
import type { AnnouncementRecord } from './store';

/** Records reminders of an announcement, and reads the people who are reminded. */

type Db = Kysely<Database>;

interface Reminded {
  readonly personType: PersonType;
  readonly personId: number;
  readonly teamId: number | null;
}

/**
 * Marks the receipts of people who have not confirmed an announcement or, if it needs no confirmation, have not read it.
 *
 * @returns these people
 */
export async function noteReminder(
  db: Db,
  { id, mustConfirm }: Pick<AnnouncementRecord, 'id' | 'mustConfirm'>,
  at: Date,
): Promise<readonly Reminded[]> {
  const { rows } = await sql<Reminded>`
    update announcement_receipt set reminded_at = ${at}
    where announcement_id = ${id} and ${sql.ref(mustConfirm ? 'confirmed_at' : 'read_at')} is null
    returning person_type as "personType", person_id as "personId", team_id as "teamId"`.execute(db);
  return rows;
}

const TABLES = { rider: 'rider', merchant: 'merchant' } as const;
/** Number of people per statement. */
const BATCH = 5_000;

/** Reads the reminded people with their phone numbers, in groups of at most `BATCH` people of one type. */
export async function openReceivers(
  db: Db,
  reminded: readonly Reminded[],
): Promise<{ type: PersonType; people: readonly Addressee[] }[]> {
  const found: { type: PersonType; people: readonly Addressee[] }[] = [];
  for (const type of PERSON_TYPES) {
    const own = reminded.filter(({ personType }) => personType === type);
    const table = isConsolePerson(type) ? 'account' : TABLES[type as keyof typeof TABLES];
    for (let from = 0; from < own.length; from += BATCH) {
      const ids = own.slice(from, from + BATCH).map(({ personId }) => personId);
      const { rows } = await sql<Addressee>`
        select id as "personId", null::bigint as "teamId", tel from ${sql.table(table)}
        where id = any(${sql.val(ids)}::bigint[]) order by id`.execute(db);
      found.push({ type, people: rows });
    }
  }
  return found;
}
