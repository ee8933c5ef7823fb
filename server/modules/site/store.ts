import type { Kysely } from 'kysely';
import type { SiteSettingGroup, SiteSettings } from '../../../contract/site';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { SecretBox } from '../../core/platforms/ports';
import { DEFAULT_SETTINGS, SECRET_FIELDS } from './rules';

type Db = Kysely<Database>;

const place = (group: SiteSettingGroup, field: string): string => `site_setting/${group}/${field}`;

/** The newest version of a group, or its defaults with version 0. Secrets are always null. */
export async function currentSetting<G extends SiteSettingGroup>(
  db: Db,
  group: G,
): Promise<{ values: SiteSettings[G]; version: number; at: Date | null; by: number }> {
  const row = await db
    .selectFrom('site_setting')
    .select(['content', 'version', 'created_at', 'created_by'])
    .where('group_key', '=', group)
    .orderBy('version', 'desc')
    .limit(1)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  const values = { ...DEFAULT_SETTINGS[group], ...((row?.content as object | undefined) ?? {}) } as SiteSettings[G];
  return { values, version: row?.version ?? 0, at: row?.created_at ?? null, by: row?.created_by ?? 0 };
}

/** The values of several groups in force, read in one statement; a group that nobody saved has its defaults. */
export async function currentSettings<G extends SiteSettingGroup>(
  db: Db,
  groups: readonly G[],
): Promise<{ readonly [K in G]: SiteSettings[K] }> {
  const rows = await db
    .selectFrom('site_setting')
    .distinctOn('group_key')
    .select(['group_key', 'content'])
    .where('group_key', 'in', [...groups])
    .orderBy('group_key')
    .orderBy('version', 'desc')
    .execute();
  const stored = new Map<string, object>(rows.map((row) => [row.group_key, row.content as object]));
  const values = groups.map((group) => [group, { ...DEFAULT_SETTINGS[group], ...stored.get(group) }]);
  return Object.fromEntries(values) as { [K in G]: SiteSettings[K] };
}

/** Adds a version. Answers false when another person was faster (the version exists already). */
export async function insertSetting(
  db: Db,
  row: {
    id: number;
    group: SiteSettingGroup;
    version: number;
    values: object;
    changed: readonly string[];
    at: Date;
    by: number;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('site_setting')
    .values({
      id: row.id,
      group_key: row.group,
      version: row.version,
      content: JSON.stringify(row.values),
      changed: JSON.stringify(row.changed),
      created_at: row.at,
      created_by: row.by,
    })
    .onConflict((conflict) => conflict.columns(['group_key', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function settingHistory(db: Db, group: SiteSettingGroup, offset: number, limit: number) {
  const [rows, count] = await Promise.all([
    db
      .selectFrom('site_setting')
      .select(['id', 'version', 'content', 'changed', 'created_at as at', 'created_by as by'])
      .where('group_key', '=', group)
      .orderBy('version', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('site_setting')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('group_key', '=', group)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.total) };
}

/** Names of the secrets of a group that are stored. */
export async function storedSecrets(db: Db, group: SiteSettingGroup): Promise<string[]> {
  const fields = SECRET_FIELDS[group] ?? [];
  if (fields.length === 0) return [];
  const rows = await db
    .selectFrom('secret_value')
    .select('place')
    .where(
      'place',
      'in',
      fields.map((field) => place(group, field)),
    )
    .execute();
  return fields.filter((field) => rows.some((row) => row.place === place(group, field)));
}

/** Replaces a secret; empty text removes it. */
export async function writeSecret(
  db: Db,
  secrets: SecretBox,
  secret: { group: SiteSettingGroup; field: string; value: string; at: Date; by: number },
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

export async function readSecret(
  db: Db,
  secrets: SecretBox,
  group: SiteSettingGroup,
  field: string,
): Promise<string | null> {
  const where = place(group, field);
  const row = await db.selectFrom('secret_value').select('sealed').where('place', '=', where).executeTakeFirst();
  return row ? secrets.open(row.sealed, where) : null;
}
