import type { Kysely } from 'kysely';
import type { SettingGroup } from '../../../contract/settings';
import { settingPages } from '../../../contract/settings.pages';
import { EXPIRY_DAYS, endsSoon } from '../../../contract/settings.words';
import type { Database } from '../../core/database/schema';
import { hourEndings } from '../hourToReach';
import { currentValues, type Ending, enabledKeys, endingsOf } from '../setting';

type Db = Kysely<Database>;

/** The expiry of a certificate or token that is set on a page of the configuration centre. */
export interface PageEnding extends Ending {
  /** Permission id of the page. */
  readonly page: number;
  /** Key of the setting group. */
  readonly group: string;
}
/** Finds the expiry dates of one source, whether they are near or not. */
export type EndingSource = (db: Db, now: Date) => Promise<readonly PageEnding[]>;

/** Finds expiry dates in the settings of enabled platforms. */
const settingEndings: EndingSource = async (db, now) => {
  const enabled = new Set(await enabledKeys(db));
  const groups = settingPages.flatMap(({ access, groups: all }) =>
    Object.values(all)
      .filter(({ key, platform }) => platform !== null && enabled.has(key))
      .map((group) => ({ page: access, group })),
  );
  if (groups.length === 0) return [];
  const values = await currentValues(
    db,
    Object.fromEntries(groups.map(({ group }): [string, SettingGroup] => [group.key, group])),
  );
  return groups.flatMap(({ page, group }) =>
    endingsOf(group, values[group.key] as Readonly<Record<string, unknown>>, now).map((ending) => ({
      ...ending,
      page,
      group: group.key,
    })),
  );
};

/** Sources of expiry dates. A page with tokens in its own tables adds its function here. */
const SOURCES: readonly EndingSource[] = [settingEndings, hourEndings];

/** Finds the certificates and tokens that have expired or will expire within 30 days. */
export async function endingSoon(db: Db, now: Date): Promise<readonly PageEnding[]> {
  const found = await Promise.all(SOURCES.map((source) => source(db, now)));
  return found.flat().filter(({ days }) => endsSoon(days));
}

/** Returns the smallest entry of {@link EXPIRY_DAYS} that is at least `days`, the days before the end. `null` means no reminder. */
export function toldAt(days: number): number | null {
  return days < 0 ? null : (EXPIRY_DAYS.findLast((day) => days <= day) ?? null);
}
