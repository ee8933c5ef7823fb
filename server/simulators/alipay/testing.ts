import { type FixedClock, fixedClock } from '../../core/clock';
import type { AlipayConfig, AlipayParts } from '../../core/platforms/alipay/gateway';
import { createAlipaySimulator } from '../alipay';
import { type Callback, type Fault, memoryStore, type SimulatorParts, simulatorFetch } from '../simulator';
import { type MadeApp, makeApp, registerApp } from './setup';

/** Test environment of the Alipay adapter: one application at a simulated Alipay, with a fixed clock. */

const ORIGIN = new URL('https://simulator.invalid/alipay');
/** Milliseconds after which a call that hangs is aborted. The adapter's own time limit would be too long for tests. */
const TIMEOUT_MS = 40;

/** Aborts work after the time limit. Unlike `AbortSignal.timeout`, this timer keeps the process alive. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), TIMEOUT_MS);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

const apps = new Map<string, MadeApp>();

/** Returns the same application for all tests with this mode and encryption, because creating keys is slow. */
export function appOf(mode: 'publicKey' | 'cert', isEncrypted: boolean): MadeApp {
  const name = `${mode} ${isEncrypted}`;
  const made =
    apps.get(name) ??
    makeApp(fixedClock('2026-03-01T10:00:00+08:00'), {
      mode,
      isEncrypted,
      appId: '2021000000000001',
      pid: '2088000000000001',
      balanceFen: 1_000_000,
      payees: { 'rider@example.com': '张三' },
      notifyUrl: 'https://console.example.com/api/callback.AliPay/notify',
      template: { id: '2021000000000009', versions: ['0.0.1', '0.0.2'] },
    });
  apps.set(name, made);
  return made;
}

export const configOf = ({ app, appPrivateKey, alipayPublicKey }: MadeApp): AlipayConfig => ({
  appId: app.appId,
  appPrivateKey,
  keys: app.certificates ? { mode: 'cert', ...app.certificates } : { mode: 'publicKey', alipayPublicKey },
  encryptKey: app.encryptKey,
  appAuthToken: null,
});

export interface AlipayStage {
  readonly made: MadeApp;
  readonly config: AlipayConfig;
  readonly clock: FixedClock;
  readonly parts: SimulatorParts;
  /** Origins, clock and `fetch` of the adapter. Bills have the same origin as the other calls. */
  readonly access: AlipayParts & { readonly billOrigin: URL };
  /** The notifications that were sent, oldest first. */
  readonly callbacks: readonly Callback[];
  /** Injects this fault into the following calls, or only into those whose path begins with `path`. `null` ends the fault. */
  setFault(fault: Fault | null, path?: string): void;
}

export async function alipayStage(
  mode: 'publicKey' | 'cert' = 'cert',
  { isEncrypted = true, at = '2026-03-01T11:40:05+08:00' } = {},
): Promise<AlipayStage> {
  const made = appOf(mode, isEncrypted);
  const clock = fixedClock(at);
  const callbacks: Callback[] = [];
  const parts: SimulatorParts = {
    clock,
    store: memoryStore(),
    callBack: async (callback) => void callbacks.push(callback),
  };
  await registerApp(parts.store, made.app);
  let planned: { fault: Fault; path: string } | null = null;
  const simulated = simulatorFetch([createAlipaySimulator(parts)], ORIGIN, (_name, path) =>
    planned !== null && path.startsWith(planned.path) ? planned.fault : null,
  );
  return {
    made,
    config: configOf(made),
    clock,
    parts,
    access: {
      origin: ORIGIN,
      billOrigin: ORIGIN,
      clock,
      fetch: (url, init) => inTime((signal) => simulated(url, { ...init, signal })),
    },
    callbacks,
    setFault(fault, path = '/') {
      planned = fault === null ? null : { fault, path };
    },
  };
}
