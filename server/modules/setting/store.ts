import type { Kysely } from 'kysely';
import { completeValues, type SettingGroup } from '../../../contract/settings';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { SecretBox } from '../../core/platforms/ports';

type Db = Kysely<Database>;

/** A version of a group. Before the first save it is version 0 with the initial values. Secrets are always null. */
export interface SettingVersion<V extends object> {
  readonly values: V;
  readonly version: number;
  readonly at: Date | null;
  readonly by: number;
}

/** Returns the name for which a secret is encrypted, such as `site_setting/sms/accessKeySecret`. Decryption needs the same name. */
const place = (group: SettingGroup, field: string): string => `site_setting/${group.key}/${field}`;

function versionOf<V extends object>(
  group: SettingGroup<V>,
  row: { content: unknown; version: number; created_at: Date; created_by: number } | undefined,
): SettingVersion<V> {
  return {
    values: completeValues(group, (row?.content as object | undefined) ?? {}),
    version: row?.version ?? 0,
    at: row?.created_at ?? null,
    by: row?.created_by ?? 0,
  };
}

/** Reads the current version of a group. */
export async function currentSetting<V extends object>(db: Db, group: SettingGroup<V>): Promise<SettingVersion<V>> {
  const row = await db
    .selectFrom('site_setting')
    .select(['content', 'version', 'created_at', 'created_by'])
    .where('group_key', '=', group.key)
    .orderBy('version', 'desc')
    .limit(1)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return versionOf(group, row);
}

/** Reads the current values of several groups in one statement. */
export async function currentValues<G extends Readonly<Record<string, SettingGroup>>>(
  db: Db,
  groups: G,
): Promise<{ readonly [K in keyof G]: G[K]['initial'] }> {
  const rows = await db
    .selectFrom('site_setting')
    .distinctOn('group_key')
    .select(['group_key', 'content'])
    .where(
      'group_key',
      'in',
      Object.values(groups).map(({ key }) => key),
    )
    .orderBy('group_key')
    .orderBy('version', 'desc')
    .modifyEnd(PREPARED)
    .execute();
  const stored = new Map<string, object>(rows.map((row) => [row.group_key, row.content as object]));
  const values = Object.entries(groups).map(([name, group]) => [
    name,
    completeValues(group, stored.get(group.key) ?? {}),
  ]);
  return Object.fromEntries(values) as { [K in keyof G]: G[K]['initial'] };
}

/**
 * Finds a version of a group by its number or by a moment at which it was valid. Returns `null` for an unknown number.
 * `secrets` has the names of the secrets stored at that time. It is `null` for versions that did not record them.
 */
export async function settingVersion<V extends object>(
  db: Db,
  group: SettingGroup<V>,
  wanted: { readonly version: number } | { readonly at: Date },
): Promise<(SettingVersion<V> & { readonly secrets: readonly string[] | null }) | null> {
  const isInitial = 'version' in wanted && wanted.version === 0;
  const row = isInitial
    ? undefined
    : await db
        .selectFrom('site_setting')
        .select(['content', 'version', 'created_at', 'created_by', 'secrets'])
        .where('group_key', '=', group.key)
        .$if('version' in wanted, (query) => query.where('version', '=', (wanted as { version: number }).version))
        .$if('at' in wanted, (query) => query.where('created_at', '<=', (wanted as { at: Date }).at))
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
  if (!row && 'version' in wanted && !isInitial) return null;
  return { ...versionOf(group, row), secrets: row ? row.secrets : [] };
}

/** Inserts a version. @returns `false` if a concurrent save has already inserted it */
export async function insertSetting(
  db: Db,
  row: {
    readonly id: number;
    readonly group: SettingGroup;
    readonly version: number;
    readonly values: object;
    readonly changed: readonly string[];
    readonly secrets: readonly string[];
    readonly restoredFrom: number | null;
    readonly at: Date;
    readonly by: number;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('site_setting')
    .values({
      id: row.id,
      group_key: row.group.key,
      version: row.version,
      content: JSON.stringify(row.values),
      changed: JSON.stringify(row.changed),
      secrets: JSON.stringify(row.secrets),
      restored_from: row.restoredFrom,
      created_at: row.at,
      created_by: row.by,
    })
    .onConflict((conflict) => conflict.columns(['group_key', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists versions of a group, newest first. */
export async function settingHistory(db: Db, group: SettingGroup, offset: number, limit: number) {
  const versions = db.selectFrom('site_setting').where('group_key', '=', group.key);
  const [rows, count] = await Promise.all([
    versions
      .select(['id', 'version', 'content', 'changed', 'restored_from', 'created_at as at', 'created_by as by'])
      .orderBy('version', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    versions.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.total) };
}

/** A stored, encrypted secret. */
export interface SecretRow {
  readonly field: string;
  readonly place: string;
  readonly sealed: Buffer;
  readonly at: Date;
  readonly by: number;
}

/** Reads the stored secrets of a group, in the order of their declaration. */
export async function secretRows(db: Db, group: SettingGroup): Promise<SecretRow[]> {
  if (group.secrets.length === 0) return [];
  const places = new Map(group.secrets.map((field) => [place(group, field), field]));
  const rows = await db
    .selectFrom('secret_value')
    .select(['place', 'sealed', 'updated_at as at', 'updated_by as by'])
    .where('place', 'in', [...places.keys()])
    .execute();
  return [...places].flatMap(([where, field]) =>
    rows.filter((row) => row.place === where).map((row) => ({ field, ...row })),
  );
}

/** Lists the names of a group's stored secrets. */
export async function storedSecrets(db: Db, group: SettingGroup): Promise<string[]> {
  return (await secretRows(db, group)).map(({ field }) => field);
}

/** Replaces a secret. An empty text deletes it. */
export async function writeSecret(
  db: Db,
  secrets: SecretBox,
  secret: {
    readonly group: SettingGroup;
    readonly field: string;
    readonly value: string;
    readonly at: Date;
    readonly by: number;
  },
): Promise<void> {
  const where = place(secret.group, secret.field);
  if (secret.value === '') {
    await db.deleteFrom('secret_value').where('place', '=', where).execute();
    return;
  }
  const sealed = secrets.seal(secret.value, where);
  await db
    .insertInto('secret_value')
    .values({ place: where, sealed, updated_at: secret.at, updated_by: secret.by })
    .onConflict((conflict) =>
      conflict.column('place').doUpdateSet({ sealed, updated_at: secret.at, updated_by: secret.by }),
    )
    .execute();
}

/** Decrypts a stored secret for a call to an outside system. @returns `null` if none is stored */
export async function readSecret(
  db: Db,
  secrets: SecretBox,
  group: SettingGroup,
  field: string,
): Promise<string | null> {
  const where = place(group, field);
  const row = await db.selectFrom('secret_value').select('sealed').where('place', '=', where).executeTakeFirst();
  return row ? secrets.open(row.sealed, where) : null;
}
