import { createHash } from 'node:crypto';
import type { appEndpoints } from '../../../contract/app';
import { APP } from '../../../contract/app.settings';
import { FORCES, type Force } from '../../../contract/appVersion.states';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { CallContext } from '../../core/http/context';
import { enabledPlatform } from '../setting';
import { readSetting } from '../site';
import { downloadUrl } from './answers';
import { publishedAbove, type VersionRecord } from './store';

/** Finds the update that an app is offered (DOMAIN §3.10). */

type Address = 'config.App/getUpdate';
type Input = ParsedOf<(typeof appEndpoints)[Address]>;

/**
 * Returns a device's position in the rollout of a version, from 0 to 99. The position never changes, so a larger share only adds devices.
 * Each version starts with different devices.
 */
function rolloutPlace(versionId: number, device: string): number {
  return createHash('sha256').update(`${versionId}:${device}`).digest().readUInt32BE(0) % 100;
}

const numbersOf = (system: string): number[] => system.split('.').map(Number);
/** Checks whether the device's system is at least the version's minimum system. */
export function runsOn(system: string, lowest: string): boolean {
  const [own, needed] = [numbersOf(system), numbersOf(lowest)];
  for (const [place, number] of needed.entries()) {
    const difference = (own[place] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Returns the strictest update mode of these versions: if a skipped version was forced, the offered version is also forced. */
const strongest = (versions: readonly Pick<VersionRecord, 'force'>[]): Force =>
  FORCES.findLast((force) => versions.some((version) => version.force === force)) ?? 'none';

/**
 * Finds the newest version that is above the installed version, runs on the device and has a rollout that includes the device. There is no
 * update when the app is not enabled.
 */
export async function offeredUpdate(
  ctx: CallContext,
  { device, system, ...installed }: Input,
): Promise<DataOf<(typeof appEndpoints)[Address]>> {
  const stores = { db: ctx.db, secrets: ctx.ports.secrets };
  if (!(await enabledPlatform(stores, APP.groups[installed.app]))) return { update: null };
  const versions = (await publishedAbove(ctx.db, installed)).filter(
    ({ id, grayPercent, minSystem }) => rolloutPlace(id, device) < grayPercent && runsOn(system, minSystem),
  );
  const [newest] = versions;
  if (!newest) return { update: null };
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  return {
    update: {
      versionName: newest.versionName,
      build: newest.build,
      force: strongest(versions),
      notes: newest.notes[ctx.locale] || newest.notes[defaultLocale],
      downloadUrl: downloadUrl(ctx, newest.id),
      packageSize: newest.packageSize,
      sha256: newest.sha256,
    },
  };
}
