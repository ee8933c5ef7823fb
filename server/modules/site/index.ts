import type { Kysely } from 'kysely';
import { SITE, type SiteSettingGroup, type SiteSettings } from '../../../contract/site.settings';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { wallTime } from '../../core/money/days';
import { currentSetting } from '../setting';

export { siteHandlers } from './handlers';
export { configuredPorts } from './ports';

/**
 * Reads the current version of a settings group; before the first save, the version number is 0. The cast is needed because TypeScript cannot
 * relate the definition of a group to the type of its values.
 */
const current = <G extends SiteSettingGroup>(db: Kysely<Database>, group: G) =>
  currentSetting<SiteSettings[G]>(db, SITE.groups[group] as never);

/** Reads the current values of a settings group. Before the first save, these are the initial values. Secrets are null. */
export async function readSetting<G extends SiteSettingGroup>(
  db: Kysely<Database>,
  group: G,
): Promise<SiteSettings[G]> {
  return (await current(db, group)).values;
}

/** Reads the present time in the platform's time zone. The zone defines "today" (DOMAIN §0.1 "Time"). */
export async function presentOf({ db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock }) {
  const { timeZone } = await readSetting(db, 'locale');
  const at = clock.now();
  const wall = wallTime(at, timeZone);
  return { at, timeZone, wall, day: wall.day };
}

/** Checks whether this group was ever saved. */
export async function isSettingSaved(db: Kysely<Database>, group: SiteSettingGroup): Promise<boolean> {
  return (await current(db, group)).version > 0;
}
