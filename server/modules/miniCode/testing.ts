import { compareVersions, type MiniPlatform, type MiniVersionState } from '../../../contract/miniCode.states';
import type { CodeInput, CodePlatform, PlatformVersion } from '../../core/platforms/code';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';

/** An in-memory code platform for tests. Tests can inject faults. */

/** `before`: the call fails without effect. `after`: the call takes effect, but its answer is lost. */
type Fault =
  | { readonly kind: 'timeout' | 'broken' | 'crash'; readonly when: 'before' | 'after' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The call waits until the gate opens. */
  | { readonly kind: 'slow'; readonly gate: Promise<void>; readonly when: 'before' | 'after' };
type Call = Exclude<keyof CodePlatform, 'platform' | 'appId' | 'supports' | 'words'>;

type Held = { -readonly [K in keyof PlatformVersion]: PlatformVersion[K] };

export interface MemoryCodePlatform extends CodePlatform {
  /** Injects the fault into the next call with this name. */
  meet(call: Call, fault: Fault): void;
  /** The platform's versions. Tests may change them. */
  readonly world: Map<string, Held>;
  /** The calls with their inputs, oldest first. */
  readonly calls: { readonly call: Call; readonly version: string; readonly input?: CodeInput }[];
  put(appVersion: string, state: MiniVersionState, more?: Partial<Held>): void;
  readonly faults: Map<Call, Fault>;
}

async function fail(fault: Fault | undefined, when: 'before' | 'after'): Promise<void> {
  if (!fault) return;
  if (fault.kind === 'refused') {
    if (when === 'before') throw new UpstreamFailure(fault.message, fault.code);
    return;
  }
  if (fault.when !== when) return;
  if (fault.kind === 'slow') return fault.gate;
  if (fault.kind === 'timeout') throw new UpstreamTimeout('no answer');
  if (fault.kind === 'broken') throw new UpstreamFailure('not reachable');
  throw new Error('a fault of the adapter');
}

/** Creates a code platform in memory. @param appId by default, each platform has one fixed app id */
export function memoryCodePlatform(platform: MiniPlatform, appId = `app-${platform}`): MemoryCodePlatform {
  const world = new Map<string, Held>();
  const faults = new Map<Call, Fault>();
  const calls: MemoryCodePlatform['calls'] = [];
  const put: MemoryCodePlatform['put'] = (appVersion, state, more = {}) => {
    const former = world.get(appVersion);
    world.set(appVersion, {
      ...{ appVersion, description: '', opinion: null, grayPercent: null, uploadedAt: null },
      ...former,
      state,
      ...more,
    });
  };
  const act = async <T>(call: Call, version: string, work: () => T, input?: CodeInput): Promise<T> => {
    calls.push({ call, version, ...(input && { input }) });
    const fault = faults.get(call);
    faults.delete(call);
    await fail(fault, 'before');
    const done = work();
    await fail(fault, 'after');
    return done;
  };
  const move = (call: Call, state: MiniVersionState) => (version: string) =>
    act(call, version, () => put(version, state));
  const online = (version: string) => {
    for (const one of world.values()) if (one.state === 'online') one.state = 'history';
    put(version, 'online');
  };
  return {
    platform,
    appId,
    world,
    calls,
    faults,
    put,
    meet: (call, fault) => void faults.set(call, fault),
    upload: (version, input) =>
      act(
        'upload',
        version,
        () => {
          put(version, 'dev', { description: String(input.versionDesc ?? '') });
          return { qr: `data:image/png;base64,${version}`, log: `built ${version}` };
        },
        input,
      ),
    submitAudit: (version, input) => act('submitAudit', version, () => put(version, 'auditing'), input),
    withdrawAudit: move('withdrawAudit', 'dev'),
    backToDev: move('backToDev', 'dev'),
    grayRelease: (version, percent) =>
      act('grayRelease', version, () => put(version, 'gray', { grayPercent: percent })),
    cancelGray: move('cancelGray', 'passed'),
    release: (version) => act('release', version, () => online(version)),
    rollback: (version, target) =>
      act('rollback', version, () => {
        put(version, 'offline');
        put(target, 'online');
      }),
    offline: move('offline', 'offline'),
    deleteDev: (version) => act('deleteDev', version, () => void world.delete(version)),
    versions: () =>
      act('versions', '', () =>
        [...world.values()]
          .sort((one, other) => compareVersions(other.appVersion, one.appVersion))
          .map((one) => ({ ...one })),
      ),
    testerQr: async () => null,
  };
}

/** Creates a barrier. `passed` resolves after `open` is called. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((settle) => {
    open = settle;
  });
  return { passed, open: () => open() };
}
