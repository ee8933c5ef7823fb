import { type Kysely, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

export async function selectOwn(db: Db, accountId: number) {
  return db
    .selectFrom('account')
    .select([
      'id',
      'version',
      'account',
      'name',
      'tel',
      'nickname',
      'avatar_file_id as avatarFileId',
      'email',
      'profile',
      'country',
      'province_code as provinceCode',
      'city_code as cityCode',
      'address',
      'password_at as passwordAt',
      'updated_at as updatedAt',
      'updated_by as updatedBy',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export interface BasicValues {
  readonly nickname: string;
  readonly avatarFileId: number | null;
  readonly email: string;
  readonly profile: string;
  readonly country: string;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly address: string;
}

/** Updates the basic details if the stored version is `version`. @returns the new version, or `null` after a concurrent change */
export async function updateBasic(
  db: Db,
  accountId: number,
  version: number,
  values: BasicValues,
  at: Date,
): Promise<number | null> {
  const row = await db
    .updateTable('account')
    .set((eb) => ({
      nickname: values.nickname,
      avatar_file_id: values.avatarFileId,
      email: values.email,
      profile: values.profile,
      country: values.country,
      province_code: values.provinceCode,
      city_code: values.cityCode,
      address: values.address,
      updated_at: at,
      updated_by: accountId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

export async function isEmailTaken(db: Db, accountId: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('id', '<>', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface LogFilter {
  readonly ok: boolean | undefined;
  readonly from: Date;
  readonly to: Date;
}

export async function loginLogPage(
  db: Db,
  accountId: number,
  filter: LogFilter,
  page: { readonly offset: number; readonly limit: number; readonly sortOrder: 'asc' | 'desc' },
) {
  const found = db
    .selectFrom('login_log')
    .where('account_id', '=', accountId)
    .where('at', '>=', filter.from)
    .where('at', '<', filter.to)
    .$if(filter.ok !== undefined, (qb) => qb.where('ok', '=', filter.ok ?? true));
  const [rows, count] = await Promise.all([
    found
      .select(['id', 'at', 'ok', 'method', 'reason', 'ip', 'ua'])
      .orderBy('at', page.sortOrder)
      .orderBy('id', page.sortOrder)
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    db
      .selectFrom(
        found
          .select('id')
          .limit(LIST_LIMITS.countCap + 1)
          .as('found'),
      )
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

export async function hasLogLine(db: Db, accountId: number, logId: number): Promise<boolean> {
  const row = await db
    .selectFrom('login_log')
    .select('id')
    .where('id', '=', logId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
