import type { Kysely } from 'kysely';
import type { SettingGroup } from '../../../contract/settings';
import { settingPages } from '../../../contract/settings.pages';
import { EXPIRY_DAYS } from '../../../contract/settings.words';
import type { Database } from '../../core/database/schema';
import { hourEndings } from '../hourToReach';
import { currentValues, type Ending, enabledKeys, endingsOf } from '../setting';

type Db = Kysely<Database>;

/** Something that ends on a page of the configuration centre. */
export interface PageEnding extends Ending {
  /** The rule of the page. */
  readonly page: number;
  /** Key of the group. */
  readonly group: string;
}
/** Finds what ends, whether soon or not. */
export type EndingSource = (db: Db, now: Date) => Promise<readonly PageEnding[]>;

/** Certificates and days among the settings of the platforms that are enabled. */
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

/** Where things that end are found. A page whose tokens lie in tables of its own adds its function here. */
const SOURCES: readonly EndingSource[] = [settingEndings, hourEndings];

/** What has ended, or ends within 30 days. */
export async function endingSoon(db: Db, now: Date): Promise<readonly PageEnding[]> {
  const found = await Promise.all(SOURCES.map((source) => source(db, now)));
  return found.flat().filter(({ days }) => days <= EXPIRY_DAYS[0]);
}

/** The day of {@link EXPIRY_DAYS} on which people are told of something that ends in so many days; null before the first and after the end. */
export function toldAt(days: number): number | null {
  return days < 0 ? null : (EXPIRY_DAYS.findLast((day) => days <= day) ?? null);
}
