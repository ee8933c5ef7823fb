import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { PlatformEnvironment, PlatformsPort, SecretBox } from './ports';

/** What a platform's adapter needs besides its stored settings. */
export interface AdapterTools {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
  readonly platforms: PlatformsPort;
  readonly clock: Clock;
}

/** Stored settings of a platform, with access to each secret. */
export interface StoredSettings<V extends object> {
  readonly values: V;
  secret(name: string): Promise<string | null>;
}

/** Reads the named secrets in plain text; missing ones are absent. */
export async function readSecrets(
  settings: StoredSettings<object>,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const read = await Promise.all(names.map(async (name) => [name, await settings.secret(name)] as const));
  return Object.fromEntries(read.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

interface AtSimulator {
  readonly platform: string;
  readonly environment: PlatformEnvironment;
  /** Key of the settings group. */
  readonly page: string;
}

/** Finds the simulator of these settings; undefined when they use the real platform. */
const simulatorBehind = ({ simulators }: PlatformsPort, { platform, environment }: AtSimulator) =>
  environment === 'simulator' ? simulators.find(({ name }) => name === platform) : undefined;

/** Reads what the simulator gave the owner of this account; empty for an unknown account. Registers nothing. */
export async function givenAtSimulator(
  platforms: PlatformsPort,
  on: AtSimulator,
  settings: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> {
  return (await simulatorBehind(platforms, on)?.given?.(on.page, settings)) ?? {};
}

/**
 * Creates the account of these settings at the platform's simulator, if they use one.
 *
 * @returns what the simulator gives to the owner of the account; empty for the real platform
 */
export async function openAtSimulator(
  platforms: PlatformsPort,
  on: AtSimulator,
  settings: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> {
  return (await simulatorBehind(platforms, on)?.open?.(on.page, settings)) ?? {};
}
