import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Text } from '../../../contract/text';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import { leftAtOf, RIDER_STATES } from './rules';

/** Data about a rider that other modules need: person, station and state. */
export interface RiderFacts {
  readonly id: number;
  readonly riderNo: string;
  readonly name: string;
  /** Not masked. The caller must mask it. */
  readonly tel: string;
  readonly teamId: number;
  readonly statusText: Text;
  /** True for riders on probation, active or suspended. */
  readonly isOnBooks: boolean;
  /** See `leftAtOf`. */
  readonly leftAt: Date | null;
}

const ON_BOOKS: readonly string[] = ['probation', 'active', 'suspended'];

function select(db: Kysely<Database>) {
  return db
    .selectFrom('rider')
    .select([
      'rider.id',
      'rider.rider_no as riderNo',
      'rider.name',
      'rider.tel',
      'rider.team_id as teamId',
      'rider.status',
      'rider.left_at as leftAt',
    ]);
}
type Found = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];
const factsOf = ({ status, leftAt, ...rider }: Found): RiderFacts => ({
  ...rider,
  leftAt: leftAtOf(status, leftAt),
  statusText: RIDER_STATES[status],
  isOnBooks: ON_BOOKS.includes(status),
});

/** Builds the condition that a row of `rider` belongs to one of the stations. `null` includes all stations. */
export const isRiderOf = (teamIds: readonly number[] | null): RawBuilder<SqlBool> =>
  teamIds === null ? sql<SqlBool>`true` : idIn('rider.team_id', teamIds);

/** Builds a subselect that counts the stations' riders who meet a condition. */
export const ridersWhere = (which: RawBuilder<SqlBool>, teamIds: readonly number[] | null) =>
  sql<number>`(select count(*)::int from rider where ${which} and ${isRiderOf(teamIds)})`;

/** Reads riders by their ids, in no fixed order. Unknown ids are missing in the result. */
export async function ridersById(db: Kysely<Database>, ids: readonly number[]): Promise<RiderFacts[]> {
  const rows = await select(db)
    .where(sql<SqlBool>`rider.id = any(${sql.val([...ids])}::bigint[])`)
    .execute();
  return rows.map(factsOf);
}

/** Reads riders by their numbers, in no fixed order. Unknown numbers are missing in the result. */
export async function ridersByNo(db: Kysely<Database>, nos: readonly string[]): Promise<RiderFacts[]> {
  const rows = await select(db)
    .where(sql<SqlBool>`rider.rider_no = any(${sql.val([...nos])}::text[])`)
    .execute();
  return rows.map(factsOf);
}

/**
 * Finds riders by a substring of the name, a prefix of the number, or the phone. Riders on probation, active or suspended are first.
 *
 * @param reader the reader's stations (`null` means all), and whether the reader sees unmasked phones
 */
export async function searchRiders(
  db: Kysely<Database>,
  keyword: string,
  reader: { readonly teamIds: readonly number[] | null; readonly seesPhones: boolean },
  limit: number,
): Promise<RiderFacts[]> {
  const { teamIds } = reader;
  const rows = await select(db)
    .$if(teamIds !== null, (qb) =>
      qb.where(sql<SqlBool>`rider.team_id = any(${sql.val([...(teamIds ?? [])])}::bigint[])`),
    )
    .$if(keyword !== '', (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('rider.name', 'ilike', containing(keyword)),
          eb('rider.rider_no', 'like', beginning(keyword.toUpperCase())),
          eb('rider.tel', 'like', phonePattern(keyword, reader.seesPhones)),
        ]),
      ),
    )
    .orderBy(sql`rider.status in ('applying', 'refused', 'offboarded')`)
    .orderBy('rider.name')
    .orderBy('rider.id')
    .limit(limit)
    .execute();
  return rows.map(factsOf);
}
