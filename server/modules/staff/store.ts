import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { StaffState } from '../../../contract/staff.states';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import { holdLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { violatedConstraint } from '../../core/database/transaction';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';

type Db = Kysely<Database>;

export interface StaffFilter {
  readonly keyword?: string | undefined;
  readonly departmentIds?: readonly number[] | undefined;
  readonly identityIds?: readonly number[] | undefined;
  /** Identities that reach the wanted stations, and the stations themselves. */
  readonly reach?: { readonly identityIds: readonly number[]; readonly teamIds: readonly number[] } | undefined;
  readonly status?: readonly StaffState[] | undefined;
  readonly lastLoginFrom?: Date | undefined;
  readonly lastLoginTo?: Date | undefined;
  readonly neverSignedIn?: boolean | undefined;
  /** The reader sees phones whole. */
  readonly seesPhones: boolean;
  /** Data scope of the reader. */
  readonly people: Expression<SqlBool> | null;
}

function filtered(db: Db, filter: StaffFilter) {
  const { keyword, departmentIds, identityIds, reach, status, people } = filter;
  let query = db
    .selectFrom('account')
    .where('account.account_type', '=', 'staff')
    .where('account.deleted_at', 'is', null);
  if (people) query = query.where(people);
  if (keyword) {
    query = query.where((eb) =>
      eb.or([
        eb('account.name', 'ilike', containing(keyword)),
        eb('account.account', 'ilike', containing(keyword)),
        eb('account.tel', 'like', phonePattern(keyword, filter.seesPhones)),
        eb('account.staff_no', 'like', beginning(keyword.toUpperCase())),
      ]),
    );
  }
  if (departmentIds?.length) query = query.where('account.department_id', 'in', departmentIds);
  if (identityIds?.length) {
    query = query.where('account.id', 'in', (eb) =>
      eb.selectFrom('account_identity').select('account_id').where('identity_id', 'in', identityIds),
    );
  }
  if (reach) {
    query = query.where(
      sql<SqlBool>`(exists (select 1 from account_identity held where held.account_id = account.id
          and held.identity_id = any(${sql.val([...reach.identityIds])}::bigint[]))
        or exists (select 1 from jsonb_array_elements_text(account.team_ids) own(id)
          where own.id::bigint = any(${sql.val([...reach.teamIds])}::bigint[])))`,
    );
  }
  if (status?.length) query = query.where('account.status', 'in', status);
  if (filter.lastLoginFrom) query = query.where('account.last_login_at', '>=', filter.lastLoginFrom);
  if (filter.lastLoginTo) query = query.where('account.last_login_at', '<', filter.lastLoginTo);
  if (filter.neverSignedIn !== undefined) {
    query = query.where('account.last_login_at', filter.neverSignedIn ? 'is' : 'is not', null);
  }
  return query;
}

const COLUMNS = [
  'account.id',
  'account.version',
  'account.staff_no as no',
  'account.name',
  'account.avatar_file_id as avatarFileId',
  'account.account',
  'account.tel',
  'account.email',
  'account.department_id as departmentId',
  'account.post',
  'account.remark',
  'account.status',
  'account.two_factor as twoFactor',
  'account.team_ids as teamIds',
  'account.expire_at as expireAt',
  'account.last_login_at as lastLoginAt',
  'account.last_login_ip as lastLoginIp',
  'account.disabled_at as disabledAt',
  'account.handed_over_at as handedOverAt',
  'account.handed_over_to as handedOverTo',
  'account.created_at as createdAt',
  'account.created_by as createdBy',
  'account.updated_at as updatedAt',
  'account.updated_by as updatedBy',
] as const;

const SORTED = {
  createdAt: 'account.created_at',
  lastLoginAt: 'account.last_login_at',
  name: 'account.name',
} as const;
export type StaffSort = keyof typeof SORTED;

export async function staffPage(
  db: Db,
  filter: StaffFilter,
  page: { offset: number; limit: number; sort: StaffSort; order: 'asc' | 'desc' },
) {
  return filtered(db, filter)
    .select(COLUMNS)
    .orderBy(SORTED[page.sort], (order) => (page.order === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()))
    .orderBy('account.id', page.order)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/** Ids of all people that a filter leaves, at most `limit`. */
export async function staffIds(db: Db, filter: StaffFilter, limit: number): Promise<number[]> {
  const rows = await filtered(db, filter).select('account.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export type StaffRecord = Awaited<ReturnType<typeof staffPage>>[number];

/** A batch of an export, newest first. */
export async function exportedStaff(
  db: Db,
  filter: StaffFilter,
  range: ExportRange,
  after: ExportKey | null,
  limit: number,
): Promise<StaffRecord[]> {
  return filtered(db, filter)
    .where(inExport('account', range, after))
    .select(COLUMNS)
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute();
}

/** How many rows an export has, counted no further than `most`. */
export async function exportedStaffCount(
  db: Db,
  filter: StaffFilter,
  range: ExportRange,
  after: ExportKey | null,
  most: number,
): Promise<number> {
  const some = filtered(db, filter)
    .where(inExport('account', range, after))
    .select(sql<number>`1`.as('one'))
    .limit(most);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
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

/** A living person of the head office. */
export async function staffById(db: Db, id: number): Promise<StaffRecord | undefined> {
  return db
    .selectFrom('account')
    .select(COLUMNS)
    .where('account.id', '=', id)
    .where('account.account_type', '=', 'staff')
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Living people of the head office, held until the transaction ends; always in the same order. */
export async function lockStaff(db: Db, ids: readonly number[]): Promise<StaffRecord[]> {
  return db
    .selectFrom('account')
    .select(COLUMNS)
    .where(idIn('account.id', ids))
    .where('account.account_type', '=', 'staff')
    .where('account.deleted_at', 'is', null)
    .orderBy('account.id')
    .forNoKeyUpdate()
    .execute();
}

/** What people call accounts, by id, deleted ones too. */
export async function accountsById(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('account').select(['id', 'account']).where(idIn('id', ids)).execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** Identities with what they give, whatever their state. */
export async function identitiesByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
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
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/** All living identities of the head office: for the import, and for "who reaches this station". */
export async function headOfficeIdentities(db: Db) {
  return db
    .selectFrom('identity')
    .select(['id', 'name', 'builtin_key as builtinKey', 'data_scope as scope'])
    .where('type', '=', 'hq')
    .where('status', '=', 'on')
    .where('deleted_at', 'is', null)
    .execute();
}

/** Which of these are taken by another living account. */
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

/** Whether a database error says that a unique value is taken, and which. */
export function takenIn(error: unknown): 'account' | 'tel' | null {
  const constraint = violatedConstraint(error);
  if (constraint === 'account_account') return 'account';
  return constraint === 'account_tel' ? 'tel' : null;
}

export interface StaffColumns {
  readonly name?: string;
  readonly account?: string;
  readonly tel?: string;
  readonly email?: string | null;
  readonly department_id?: number | null;
  readonly post?: string | null;
  readonly remark?: string | null;
  readonly expire_at?: string | null;
  readonly team_ids?: string;
  readonly staff_no?: string;
  readonly status?: StaffState;
  readonly disabled_at?: Date | null;
  readonly handed_over_at?: Date | null;
  readonly handed_over_to?: number | null;
  readonly deleted_at?: Date;
}

/** Writes columns of one version; answers the next version, or null when somebody was faster. */
export async function updateStaff(
  db: Db,
  of: { readonly id: number; readonly version: number | null; readonly from?: readonly StaffState[] },
  columns: StaffColumns,
  writer: { readonly at: Date; readonly by: number },
): Promise<number | null> {
  const row = await db
    .updateTable('account')
    .set((eb) => ({ ...columns, updated_at: writer.at, updated_by: writer.by, version: eb('version', '+', 1) }))
    .where('id', '=', of.id)
    .where('account_type', '=', 'staff')
    .where('deleted_at', 'is', null)
    .$if(of.version !== null, (qb) => qb.where('version', '=', of.version ?? 0))
    .$if(of.from !== undefined, (qb) => qb.where('status', 'in', of.from ?? []))
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Writes the same columns of people who are locked; each has its next version then. */
export async function updateLocked(
  db: Db,
  ids: readonly number[],
  columns: StaffColumns,
  writer: { readonly at: Date; readonly by: number },
): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ ...columns, updated_at: writer.at, updated_by: writer.by, version: eb('version', '+', 1) }))
    .where(idIn('id', ids))
    .execute();
}

/** How many seats are taken; whoever asks holds the question until his transaction ends. */
export async function seatsUsed(db: Db, hold: boolean): Promise<number> {
  if (hold) await holdLock(db, 'staffSeats');
  const { used } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('account_type', '=', 'staff')
    .where('status', '<>', 'disabled')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return used;
}

/** The highest staff number that begins so; deleted people keep theirs. */
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

/** The tree stays as it is read until the transaction ends. */
export async function holdDepartments(db: Db): Promise<void> {
  await holdLock(db, 'departments');
}

export async function insertDepartment(
  db: Db,
  department: { id: number; name: string; parentId: number | null },
  writer: { readonly at: Date; readonly by: number },
): Promise<void> {
  await db
    .insertInto('department')
    .values({
      id: department.id,
      name: department.name,
      parent_id: department.parentId,
      created_at: writer.at,
      updated_at: writer.at,
      created_by: writer.by,
      updated_by: writer.by,
    })
    .execute();
}

export async function updateDepartment(
  db: Db,
  of: { readonly id: number; readonly version: number },
  columns: { name?: string; parent_id?: number | null; deleted_at?: Date },
  writer: { readonly at: Date; readonly by: number },
): Promise<number | null> {
  const row = await db
    .updateTable('department')
    .set((eb) => ({ ...columns, updated_at: writer.at, updated_by: writer.by, version: eb('version', '+', 1) }))
    .where('id', '=', of.id)
    .where('version', '=', of.version)
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}
