import { type Kysely, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { SortKey } from '../../../contract/resource';
import { PEOPLE } from '../../../contract/staff.fields';
import type { StaffState } from '../../../contract/staff.states';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import { holdLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { violatedConstraint } from '../../core/database/transaction';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';
import type { Page } from '../../core/list/paged';
import { conditions, countUpTo, inOrder, type ListFilter, selection, withConditions } from '../../core/list/query';

type Db = Kysely<Database>;
type LivingState = Exclude<StaffState, 'deleted'>;
interface Writer {
  readonly at: Date;
  readonly by: number;
}

const COLUMNS = {
  id: 'account.id',
  version: 'account.version',
  no: 'account.staff_no',
  name: 'account.name',
  avatarFileId: 'account.avatar_file_id',
  account: 'account.account',
  tel: 'account.tel',
  email: 'account.email',
  departmentId: 'account.department_id',
  post: 'account.post',
  remark: 'account.remark',
  status: 'account.status',
  twoFactor: 'account.two_factor',
  teamIds: 'account.team_ids',
  expireAt: 'account.expire_at',
  lastLoginAt: 'account.last_login_at',
  lastLoginIp: 'account.last_login_ip',
  disabledAt: 'account.disabled_at',
  handedOverAt: 'account.handed_over_at',
  handedOverTo: 'account.handed_over_to',
  createdAt: 'account.created_at',
  createdBy: 'account.created_by',
  updatedAt: 'account.updated_at',
  updatedBy: 'account.updated_by',
} as const;

/** Selects head office staff who are not deleted. */
const living = (db: Db) =>
  db.selectFrom('account').where('account.account_type', '=', 'staff').where('account.deleted_at', 'is', null);
const records = (query: ReturnType<typeof living>) =>
  query.select(selection(COLUMNS)).$narrowType<{ status: LivingState }>();

export type StaffFilter = ListFilter<typeof PEOPLE> & {
  /** Ids of the identities whose scope contains one of the stations in `teamId`. */
  readonly reaching?: readonly number[];
  /** `true` if the reader may see unmasked phones. Other readers must type the whole number in a phone search. */
  readonly seesPhones: boolean;
  /** Condition that limits people to the reader's data scope. `null` means no limit. */
  readonly people: RawBuilder<SqlBool> | null;
};

const bigints = (ids: readonly number[]) => sql`${sql.val([...ids])}::bigint[]`;
const holdsOneOf = (identityIds: readonly number[]) =>
  sql<SqlBool>`exists (select 1 from account_identity held where held.account_id = account.id
    and held.identity_id = any(${bigints(identityIds)}))`;

function filtered(db: Db, filter: StaffFilter) {
  const { people, reaching = [], seesPhones } = filter;
  const found = conditions(PEOPLE, COLUMNS)(filter, {
    keyword: (keyword) =>
      sql<SqlBool>`(account.name ilike ${containing(keyword)} or account.account ilike ${containing(keyword)}
        or account.tel like ${phonePattern(keyword, seesPhones)} or account.staff_no like ${beginning(keyword.toUpperCase())})`,
    identityIds: holdsOneOf,
    teamId: (teamIds) =>
      sql<SqlBool>`(${holdsOneOf(reaching)} or exists (select 1 from jsonb_array_elements_text(account.team_ids) own(id)
        where own.id::bigint = any(${bigints(teamIds)})))`,
    neverSignedIn: (isNever) => sql<SqlBool>`(account.last_login_at is null) = ${isNever}`,
  });
  return withConditions(living(db), people ? [people, ...found] : found);
}

export async function staffPage(
  db: Db,
  filter: StaffFilter,
  page: Page & { readonly sort: SortKey<(typeof PEOPLE)['fields']>; readonly order: 'asc' | 'desc' },
) {
  return inOrder(records(filtered(db, filter)), COLUMNS, [page.sort, 'id'], page.order, ['lastLoginAt'])
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

export type StaffRecord = Awaited<ReturnType<typeof staffPage>>[number];

/** Lists the ids of the people that match a filter, at most `limit`. */
export async function staffIds(db: Db, filter: StaffFilter, limit: number): Promise<number[]> {
  const rows = await filtered(db, filter).select('account.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Builds the two queries of an export of people after a cursor, newest first. `batch` reads rows; `count` counts them. */
export function exportedStaff(db: Db, filter: StaffFilter, range: ExportRange, after: ExportKey | null) {
  const query = filtered(db, filter).where(inExport('account', range, after));
  return {
    batch: (limit: number) => records(query).orderBy('account.id', 'desc').limit(limit).execute(),
    count: (most: number) => countUpTo(db, query, most),
  };
}

export async function staffTotals(db: Db, filter: StaffFilter) {
  return filtered(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('account.status', '<>', 'disabled').as('active'),
      eb.fn.countAll<number>().filterWhere('account.status', '=', 'disabled').as('disabled'),
      eb.fn.countAll<number>().filterWhere('account.last_login_at', 'is', null).as('neverSignedIn'),
    ])
    .executeTakeFirstOrThrow();
}

/** Reads a head office person who is not deleted. */
export const staffById = (db: Db, id: number): Promise<StaffRecord | undefined> =>
  records(living(db)).where('account.id', '=', id).executeTakeFirst();

/** Locks undeleted head office staff until the transaction ends. It locks in id order, so concurrent calls cannot deadlock. */
export const lockStaff = (db: Db, ids: readonly number[]): Promise<StaffRecord[]> =>
  records(living(db)).where(idIn('account.id', ids)).orderBy('account.id').forNoKeyUpdate().execute();

/** Reads account names by id, including those of deleted accounts. */
export async function accountsById(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('account').select(['id', 'account']).where(idIn('id', ids)).execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** Reads undeleted identities with their permissions. Disabled identities are included. */
export const identitiesByIds = (db: Db, ids: readonly number[]) =>
  livingIdentities(db).where(idIn('id', ids)).execute();

/** Reads all enabled identities of the head office, for the import and for the list's filter by station. */
export const headOfficeIdentities = (db: Db) =>
  livingIdentities(db).where('type', '=', 'hq').where('status', '=', 'on').execute();

const livingIdentities = (db: Db) =>
  db
    .selectFrom('identity')
    .select([
      'id',
      'name',
      'builtin_key as builtinKey',
      'type',
      'status',
      'rule_ids as ruleIds',
      'data_scope as scope',
      'field_rules as fields',
    ])
    .where('deleted_at', 'is', null);

/** Finds which of these values another undeleted account already has. */
export async function takenBy(
  db: Db,
  wanted: { readonly account?: string; readonly tel?: string; readonly email?: string | null },
  exceptId: number | null,
): Promise<('account' | 'tel' | 'email')[]> {
  const rows = await db
    .selectFrom('account')
    .select([
      sql<boolean>`lower(account) = ${wanted.account?.toLowerCase() ?? ''}`.as('account'),
      sql<boolean>`tel = ${wanted.tel ?? ''}`.as('tel'),
      sql<boolean>`lower(email) = ${wanted.email?.toLowerCase() ?? ''}`.as('email'),
    ])
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId ?? 0)
    .where((eb) =>
      eb.or([
        eb(sql`lower(account)`, '=', wanted.account?.toLowerCase() ?? ''),
        eb('tel', '=', wanted.tel ?? ''),
        eb(sql`lower(email)`, '=', wanted.email?.toLowerCase() || '?'),
      ]),
    )
    .execute();
  return (['account', 'tel', 'email'] as const).filter((field) => rows.some((row) => row[field]));
}

/** Finds whether a database error reports a taken account name or phone. Returns `null` for any other error. */
export function takenIn(error: unknown): 'account' | 'tel' | null {
  const constraint = violatedConstraint(error);
  if (constraint === 'account_account') return 'account';
  return constraint === 'account_tel' ? 'tel' : null;
}

/** Writes the same columns for all these locked people and raises their versions. */
export async function updateLocked(
  db: Db,
  ids: readonly number[],
  columns: Omit<Updateable<Database['account']>, 'id' | 'version' | 'updated_at' | 'updated_by'>,
  writer: Writer,
): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ ...columns, updated_at: writer.at, updated_by: writer.by, version: eb('version', '+', 1) }))
    .where(idIn('id', ids))
    .execute();
}

/** Counts the taken seats. `hold` takes a lock until the transaction ends, so that no other call takes a seat meanwhile. */
export async function seatsUsed(db: Db, hold: boolean): Promise<number> {
  if (hold) await holdLock(db, 'staffSeats');
  const { used } = await living(db)
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('status', '<>', 'disabled')
    .executeTakeFirstOrThrow();
  return used;
}

/** Finds the highest staff number with this prefix, including numbers of deleted people. */
export async function highestNo(db: Db, beginning: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select((eb) => eb.fn.max('staff_no').as('no'))
    .where('staff_no', 'like', `${beginning}%`)
    .executeTakeFirst();
  return row?.no ?? null;
}

export async function departments(db: Db) {
  return db
    .selectFrom('department')
    .select((eb) => [
      'department.id',
      'department.parent_id as parentId',
      'department.name',
      'department.version',
      eb
        .selectFrom('account')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('account.department_id', '=', 'department.id')
        .where('account.account_type', '=', 'staff')
        .where('account.deleted_at', 'is', null)
        .as('staffCount'),
    ])
    .where('department.deleted_at', 'is', null)
    .orderBy('department.name')
    .orderBy('department.id')
    .execute();
}

export type DepartmentRecord = Awaited<ReturnType<typeof departments>>[number];

/** Locks the department tree until the transaction ends, so that concurrent changes wait. */
export async function holdDepartments(db: Db): Promise<void> {
  await holdLock(db, 'departments');
}

/** Inserts or updates one department. The caller has locked the department tree. @returns the department's new version */
export async function writeDepartment(
  db: Db,
  id: number,
  columns: { readonly name: string; readonly parent_id: number | null; readonly deleted_at?: Date },
  writer: Writer,
): Promise<number> {
  const updated = { ...columns, updated_at: writer.at, updated_by: writer.by };
  const { version } = await db
    .insertInto('department')
    .values({ id, ...updated, created_at: writer.at, created_by: writer.by })
    .onConflict((row) =>
      row.column('id').doUpdateSet((eb) => ({ ...updated, version: eb('department.version', '+', 1) })),
    )
    .returning('department.version')
    .executeTakeFirstOrThrow();
  return version;
}
