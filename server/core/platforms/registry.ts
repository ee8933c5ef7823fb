import { type Simulator, simulatorFetch } from '../../simulators/simulator';
import type { Fetch } from './outbound';
import type { PlatformsPort } from './ports';

/** Origin of all simulators. Names below `.invalid` never resolve (RFC 2606), so no real host can receive these calls. */
const SIMULATORS = new URL('https://simulator.invalid');

/**
 * Creates the access to outside platforms.
 *
 * @param parts.simulators all simulators of this build
 * @param parts.faultOf selects the fault that a simulator shows for a call
 * @param parts.fetch calls all hosts that are not simulated
 */
export function platformAccess(parts: {
  readonly simulators: readonly Simulator[];
  readonly faultOf: Parameters<typeof simulatorFetch>[2];
  readonly fetch?: Fetch;
}): PlatformsPort['access'] {
  const outside: Fetch = parts.fetch ?? ((url, init) => fetch(url, init));
  const simulated = simulatorFetch(parts.simulators, SIMULATORS, parts.faultOf);
  return (platform, environment, origins) => {
    if (environment === 'simulator') {
      if (!parts.simulators.some(({ name }) => name === platform)) throw new Error(`${platform} has no simulator`);
      return { origin: new URL(`/${platform}`, SIMULATORS), fetch: simulated };
    }
    const origin = origins[environment];
    if (!origin) throw new Error(`${platform} has no ${environment}`);
    return { origin, fetch: outside };
  };
}
