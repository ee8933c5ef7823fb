import type { Kysely } from 'kysely';
import type { SiteSettingGroup, SiteSettings } from '../../../contract/site';
import type { Database } from '../../core/database/schema';
import { currentSetting } from './store';

export { siteHandlers } from './handlers';
export { configuredPorts } from './ports';

/** The values of a settings group in force; defaults where nobody saved any. Secrets are null. */
export async function readSetting<G extends SiteSettingGroup>(
  db: Kysely<Database>,
  group: G,
): Promise<SiteSettings[G]> {
  return (await currentSetting(db, group)).values;
}

/** Has anybody saved this group yet? */
export async function isSettingSaved(db: Kysely<Database>, group: SiteSettingGroup): Promise<boolean> {
  return (await currentSetting(db, group)).version > 0;
}
