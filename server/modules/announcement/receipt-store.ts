import { type Kysely, type SqlBool, sql } from 'kysely';
import { RECEIPT } from '../../../contract/announcement.fields';
import { CONSOLE_PEOPLE } from '../../../contract/announcement.states';
import { idIn } from '../../core/database/id-in';
import { containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { conditions, type ListFilter, selection, withConditions } from '../../core/list/query';
import { touchInboxes } from '../notice';
import type { Receiver } from './store';

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'announcement_receipt.id',
  personType: 'announcement_receipt.person_type',
  personId: 'announcement_receipt.person_id',
  teamId: 'announcement_receipt.team_id',
  deliveredAt: 'announcement_receipt.created_at',
  readAt: 'announcement_receipt.read_at',
  confirmedAt: 'announcement_receipt.confirmed_at',
  remindedAt: 'announcement_receipt.reminded_at',
  device: 'announcement_receipt.device',
  answers: 'announcement_receipt.answers',
} as const;
export const RECEIPT_COLUMNS = COLUMNS;
const conditionsOf = conditions(RECEIPT, COLUMNS);

const NAME = sql<string>`coalesce(account.name, rider.name, merchant.name, '')`;
const isSet = (column: string, set: boolean) =>
  set ? sql<SqlBool>`${sql.ref(column)} is not null` : sql<SqlBool>`${sql.ref(column)} is null`;

/** Selects an announcement's receipts. @param seen stations in scope; `null` means all */
export function receiptRows(
  db: Db,
  announcementId: number,
  filter: ListFilter<typeof RECEIPT>,
  seen: readonly number[] | null,
) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`${NAME} ilike ${containing(words)}`,
    isRead: (read) => isSet('announcement_receipt.read_at', read),
    isConfirmed: (confirmed) => isSet('announcement_receipt.confirmed_at', confirmed),
  });
  const listed = db
    .selectFrom('announcement_receipt')
    .leftJoin('account', (join) =>
      join
        .onRef('account.id', '=', 'announcement_receipt.person_id')
        .on('announcement_receipt.person_type', 'in', [...CONSOLE_PEOPLE]),
    )
    .leftJoin('rider', (join) =>
      join
        .onRef('rider.id', '=', 'announcement_receipt.person_id')
        .on('announcement_receipt.person_type', '=', 'rider'),
    )
    .leftJoin('merchant', (join) =>
      join
        .onRef('merchant.id', '=', 'announcement_receipt.person_id')
        .on('announcement_receipt.person_type', '=', 'merchant'),
    )
    .where('announcement_receipt.announcement_id', '=', announcementId)
    .select(selection(COLUMNS))
    .select(NAME.as('personName'));
  return withConditions(listed, seen === null ? found : [...found, idIn('announcement_receipt.team_id', seen)]);
}

/** Marks the unread counts of all accounts that received an announcement as changed. */
export async function touchReceivers(db: Db, announcementId: number): Promise<void> {
  const rows = await db
    .selectFrom('announcement_receipt')
    .where('announcement_id', '=', announcementId)
    .where('person_type', 'in', [...CONSOLE_PEOPLE])
    .select('person_id as personId')
    .execute();
  if (rows.length > 0)
    await touchInboxes(
      db,
      rows.map(({ personId }) => personId),
    );
}

export interface Seen {
  /** `false` when the person had already read the announcement. */
  readonly isFirstRead: boolean;
  readonly isFirstConfirmed: boolean;
  readonly readAt: Date;
  readonly confirmedAt: Date | null;
}

/**
 * Records that a person has read or confirmed an announcement, and updates the announcement's counters in the same transaction. The caller
 * must have locked the announcement.
 *
 * @returns `null` when the person did not receive the announcement
 */
export async function noteReceipt(
  db: Db,
  announcementId: number,
  { personType, personId }: Receiver,
  told: { readonly at: Date; readonly device: string | null; readonly answers: readonly number[] | null },
): Promise<Seen | null> {
  const own = db
    .selectFrom('announcement_receipt')
    .where('announcement_id', '=', announcementId)
    .where('person_type', '=', personType)
    .where('person_id', '=', personId);
  const before = await own
    .select(['id', 'read_at as readAt', 'confirmed_at as confirmedAt', 'device'])
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const isFirstRead = before.readAt === null;
  const isFirstConfirmed = told.answers !== null && before.confirmedAt === null;
  const readAt = before.readAt ?? told.at;
  const confirmedAt = isFirstConfirmed ? told.at : before.confirmedAt;
  if (!isFirstRead && !isFirstConfirmed) return { isFirstRead, isFirstConfirmed, readAt, confirmedAt };
  await db
    .updateTable('announcement_receipt')
    .set({
      read_at: readAt,
      confirmed_at: confirmedAt,
      device: told.device ?? before.device,
      ...(isFirstConfirmed && { answers: JSON.stringify(told.answers) }),
    })
    .where('id', '=', before.id)
    .execute();
  await db
    .updateTable('announcement')
    .set((eb) => ({
      read_count: eb('read_count', '+', isFirstRead ? 1 : 0),
      confirmed_count: eb('confirmed_count', '+', isFirstConfirmed ? 1 : 0),
      locked_at: sql<Date>`coalesce(locked_at, ${told.at})`,
    }))
    .where('id', '=', announcementId)
    .execute();
  return { isFirstRead, isFirstConfirmed, readAt, confirmedAt };
}
