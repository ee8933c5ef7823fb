import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { PlatformEnvironment, PlatformsPort, SecretBox } from './ports';

/** The services that a platform's adapter needs in addition to its stored settings. */
export interface AdapterTools {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
  readonly platforms: PlatformsPort;
  readonly clock: Clock;
}

/** The stored settings of a platform, and a function that reads each secret. */
export interface StoredSettings<V extends object> {
  readonly values: V;
  secret(name: string): Promise<string | null>;
}

/** Reads the named secrets in plain text and omits missing secrets. */
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
  /** The key of the settings group. */
  readonly page: string;
}

/** Finds the simulator that these settings use. @returns `undefined` when they use the real platform */
const simulatorBehind = ({ simulators }: PlatformsPort, { platform, environment }: AtSimulator) =>
  environment === 'simulator' ? simulators.find(({ name }) => name === platform) : undefined;

/**
 * Reads the values that the simulator has issued for the account of these settings, without registering the account.
 *
 * @returns an empty object when the account is unknown or the settings use the real platform
 */
export async function givenAtSimulator(
  platforms: PlatformsPort,
  on: AtSimulator,
  settings: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> {
  return (await simulatorBehind(platforms, on)?.given?.(on.page, settings)) ?? {};
}

/**
 * Creates the account of these settings at the platform's simulator, if the settings use the simulator.
 *
 * @returns the values that the simulator issues for the account; empty for the real platform
 */
export async function openAtSimulator(
  platforms: PlatformsPort,
  on: AtSimulator,
  settings: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> {
  return (await simulatorBehind(platforms, on)?.open?.(on.page, settings)) ?? {};
}
