import type { Kysely } from 'kysely';
import { HOUR } from '../../../contract/hourToReach.settings';
import { WORD } from '../../../contract/words';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { refuse } from '../../core/http/refusal';
import { createDoudian, DOUDIAN_ORIGINS, type DoudianAdapter } from '../../core/platforms/doudian/adapter';
import type { Ports } from '../../core/platforms/ports';
import { currentSetting, enabledPlatform, type PlatformSettings, readSecret } from '../setting';

/** Access to the platform with the settings of hour-to-reach. */

export const PLATFORM = 'doudian';
export const GROUP = HOUR.groups.hourToReach;
export type HourSettings = (typeof GROUP)['initial'];

export interface PlatformTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Pick<Ports, 'platforms' | 'secrets'>;
}

const PAGE_NAME = WORD.hourToReachConfiguration;

/** The data that only a simulator needs when it is opened (`openDoudianAccount`). */
export interface SimulatedWorld {
  readonly shop?: { readonly shopId: number; readonly code: string | null };
  readonly orders?: readonly { readonly shopId: string; readonly orderId: string }[];
}

export interface HourPlatform {
  readonly adapter: DoudianAdapter;
  readonly values: HourSettings;
  readonly isSimulated: boolean;
}

/** Opens the adapter for the given settings. A simulator also gets the data of `world`. @throws Refusal 42330 key or secret is missing */
export async function platformFor(
  { clock, ports }: Pick<PlatformTools, 'clock' | 'ports'>,
  { values, secret }: Pick<PlatformSettings<HourSettings>, 'values' | 'secret'>,
  world: SimulatedWorld = {},
): Promise<HourPlatform> {
  const { appType, appKey, serviceId, environment } = values;
  const appSecret = await secret('appSecret');
  if (appKey === '' || appSecret === null) throw refuse(42330, { missing: PAGE_NAME });
  const isSimulated = environment === 'simulator';
  if (isSimulated) {
    const [message, enquiry] = GROUP.platform?.callbacks ?? [];
    const urls = { messageUrl: message?.path ?? '', enquiryUrl: enquiry?.path ?? '' };
    const simulator = ports.platforms.simulators.find(({ name }) => name === PLATFORM);
    await simulator?.open?.(GROUP.key, { appType, appKey, appSecret, ...urls, ...world });
  }
  const access = ports.platforms.access(PLATFORM, environment, DOUDIAN_ORIGINS);
  const config = { appType, appKey, appSecret, serviceId, pushSecret: await secret('pushSecret') };
  return { adapter: createDoudian(config, { ...access, clock }), values, isSimulated };
}

/** Opens the adapter for the stored settings, even if the platform is disabled. @throws Refusal 42330 (key or secret is missing) */
export async function configuredPlatform(tools: PlatformTools, world?: SimulatedWorld): Promise<HourPlatform> {
  const { db, ports } = tools;
  const { values } = await currentSetting(db, GROUP);
  const secret = (field: string) => readSecret(db, ports.secrets, GROUP, field);
  return platformFor(tools, { values, secret }, world);
}

/** Reads the settings if hour-to-reach is enabled. Returns `null` if it is disabled. */
export const enabledSettings = ({ db, ports }: Pick<PlatformTools, 'db' | 'ports'>) =>
  enabledPlatform({ db, secrets: ports.secrets }, GROUP);
