import type { Kysely } from 'kysely';
import { formFields, isMet, isNeeded, type SettingGroup } from '../../../contract/settings';
import type { Check } from '../../../contract/settings.state';
import { type ConfigState, endsSoon, TEST_HOURS } from '../../../contract/settings.words';
import type { Locale } from '../../../contract/text';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { Ending } from './certificates';

type Db = Kysely<Database>;

/** The state of a platform's settings. Before the first change, the version is 0. */
export interface StoredState {
  readonly enabled: boolean;
  readonly test: { readonly at: Date; readonly version: number; readonly ok: boolean; readonly checks: Check[] } | null;
  readonly changedAt: Date | null;
  readonly changedBy: number;
  readonly version: number;
}
const NO_STATE: StoredState = { enabled: false, test: null, changedAt: null, changedBy: 0, version: 0 };

/** Reads the state of a group. @param forUpdate locks the row until the transaction ends */
export async function readState(db: Db, group: SettingGroup, forUpdate = false): Promise<StoredState> {
  const row = await db
    .selectFrom('config_state')
    .selectAll()
    .where('group_key', '=', group.key)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return NO_STATE;
  const result = row.test_result as { ok: boolean; checks: Check[] } | null;
  return {
    enabled: row.enabled,
    test:
      row.tested_at && row.test_version !== null && result
        ? { at: row.tested_at, version: row.test_version, ...result }
        : null,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    version: row.version,
  };
}

/** Inserts a group's row if it is missing, so that it can be locked. */
async function ensureRow(db: Db, group: SettingGroup, by: { at: Date; by: number }): Promise<void> {
  await db
    .insertInto('config_state')
    .values({ group_key: group.key, enabled: false, changed_at: by.at, changed_by: by.by, version: 0 })
    .onConflict((conflict) => conflict.column('group_key').doNothing())
    .execute();
}

/** Enables or disables a group. @returns the new version of the group's state */
export async function switchState(
  db: Db,
  group: SettingGroup,
  change: { readonly enabled: boolean; readonly at: Date; readonly by: number },
): Promise<number> {
  await ensureRow(db, group, change);
  const { version } = await db
    .updateTable('config_state')
    .set((eb) => ({
      enabled: change.enabled,
      changed_at: change.at,
      changed_by: change.by,
      version: eb('version', '+', 1),
    }))
    .where('group_key', '=', group.key)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Increases the state's version after a change of the settings. A caller who read the previous settings then cannot enable them. */
export async function countChange(db: Db, group: SettingGroup, by: { at: Date; by: number }): Promise<void> {
  await ensureRow(db, group, by);
  await db
    .updateTable('config_state')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('group_key', '=', group.key)
    .execute();
}

export async function storeTest(
  db: Db,
  group: SettingGroup,
  test: { readonly version: number; readonly ok: boolean; readonly checks: readonly Check[]; at: Date; by: number },
): Promise<void> {
  await ensureRow(db, group, test);
  await db
    .updateTable('config_state')
    .set({
      tested_at: test.at,
      test_version: test.version,
      test_result: JSON.stringify({ ok: test.ok, checks: test.checks }),
    })
    .where('group_key', '=', group.key)
    .execute();
}

/** Lists the keys of enabled groups. */
export async function enabledKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('config_state')
    .select('group_key')
    .where('enabled', '=', true)
    .modifyEnd(PREPARED)
    .execute();
  return rows.map((row) => row.group_key);
}

type Values = Readonly<Record<string, unknown>>;

function isEmpty(value: unknown): boolean {
  if (value === '' || value === null || value === undefined) return true;
  if (typeof value !== 'object') return false;
  return Object.keys(value).length === 0;
}

/** Lists the labels of missing fields that prevent enabling the group. */
export function missingLabels(
  group: SettingGroup,
  values: object,
  { hasSecret, locale }: { readonly hasSecret: readonly string[]; readonly locale: Locale },
): string[] {
  const all = values as Values;
  const needs = group.platform?.needs ?? [];
  return formFields(group.fields).flatMap(({ name, within, field }) => {
    const isWanted = isNeeded(field, all) || (needs.includes(name) && isMet(field.when, all));
    const value = within === null ? all[name] : (all[within] as Values | undefined)?.[name];
    const isSet = field.kind === 'secret' ? hasSecret.includes(name) : !isEmpty(value);
    return isWanted && !isSet ? [field.label?.[locale] ?? name] : [];
  });
}

/** Checks whether the last test applies to this version of the settings and is at most `TEST_HOURS` hours old. */
export function isCurrentTest({ test }: StoredState, version: number, now: Date): boolean {
  return test !== null && test.version === version && now.getTime() - test.at.getTime() <= TEST_HOURS * 3_600_000;
}

/** Computes the state that the status strip shows. @param version of the settings; 0 means never saved */
export function configState(on: {
  readonly version: number;
  readonly missing: readonly string[];
  readonly stored: StoredState;
  readonly endings: readonly Ending[];
  readonly now: Date;
}): ConfigState {
  const { version, missing, stored, endings, now } = on;
  if (version === 0) return 'notConfigured';
  if (missing.length > 0) return 'incomplete';
  const hasFailed = stored.test !== null && stored.test.version === version && !stored.test.ok;
  if (hasFailed || endings.some(({ at }) => at <= now)) return 'failing';
  if (!stored.enabled) return isCurrentTest(stored, version, now) ? 'ready' : 'disabled';
  return endings.some(({ days }) => endsSoon(days)) ? 'expiring' : 'enabled';
}
