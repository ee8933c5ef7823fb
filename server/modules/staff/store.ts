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

/** Head office staff who are not deleted. */
const living = (db: Db) =>
  db.selectFrom('account').where('account.account_type', '=', 'staff').where('account.deleted_at', 'is', null);
const records = (query: ReturnType<typeof living>) =>
  query.select(selection(COLUMNS)).$narrowType<{ status: LivingState }>();

export type StaffFilter = ListFilter<typeof PEOPLE> & {
  /** Identities whose scope contains the station `teamId`. */
  readonly reaching?: readonly number[];
  /** The reader may see unmasked phones. */
  readonly seesPhones: boolean;
  /** Data scope of the reader. */
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

/** Ids of all people that match a filter, at most `limit`. */
export async function staffIds(db: Db, filter: StaffFilter, limit: number): Promise<number[]> {
  const rows = await filtered(db, filter).select('account.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Queries for an export of people after a cursor, newest first: one batch, and the count. */
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

/** A person of the head office who is not deleted. */
export const staffById = (db: Db, id: number): Promise<StaffRecord | undefined> =>
  records(living(db)).where('account.id', '=', id).executeTakeFirst();

/** Locks undeleted head office staff until the transaction ends, always in the same order. */
export const lockStaff = (db: Db, ids: readonly number[]): Promise<StaffRecord[]> =>
  records(living(db)).where(idIn('account.id', ids)).orderBy('account.id').forNoKeyUpdate().execute();

/** Account names by id, including deleted accounts. */
export async function accountsById(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('account').select(['id', 'account']).where(idIn('id', ids)).execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** Identities with their rights, in any state. */
export const identitiesByIds = (db: Db, ids: readonly number[]) =>
  livingIdentities(db).where(idIn('id', ids)).execute();

/** All undeleted identities of the head office: for the import, and for the filter by reached station. */
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

/** Tells which of these values another undeleted account has. */
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

/** The unique value that a database error reports as taken, or null. */
export function takenIn(error: unknown): 'account' | 'tel' | null {
  const constraint = violatedConstraint(error);
  if (constraint === 'account_account') return 'account';
  return constraint === 'account_tel' ? 'tel' : null;
}

/** Writes the same columns of locked people and raises their versions. */
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

/** Counts the taken seats; `hold` locks the count until the transaction ends. */
export async function seatsUsed(db: Db, hold: boolean): Promise<number> {
  if (hold) await holdLock(db, 'staffSeats');
  const { used } = await living(db)
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('status', '<>', 'disabled')
    .executeTakeFirstOrThrow();
  return used;
}

/** The highest staff number with this prefix, including deleted people. */
export async function highestNo(db: Db, beginning: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select((eb) => eb.fn.max('staff_no').as('no'))
    .where('staff_no', 'like', `${beginning}%`)
    .executeTakeFirst();
  return row?.no ?? null;
}

/* ---- departments ---- */

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

/** Locks the department tree until the transaction ends. */
export async function holdDepartments(db: Db): Promise<void> {
  await holdLock(db, 'departments');
}

/** Adds or updates a department of the locked tree. @returns its new version */
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
