import type { Kysely } from 'kysely';
import { OEM } from '../../../contract/oem.settings';
import type { Database } from '../../core/database/schema';
import type { SecretBox } from '../../core/platforms/ports';
import { enabledPlatform } from '../setting';
import type { Branding } from './rules';

/** The brand that stands before name and logos of the site settings; null while branding is not enabled. */
export async function brandInForce(on: {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
}): Promise<Branding | null> {
  return (await enabledPlatform(on, OEM.groups.oem))?.values ?? null;
}
