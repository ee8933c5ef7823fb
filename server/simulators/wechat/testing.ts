import assert from 'node:assert/strict';
import { after } from 'node:test';
import { fixedClock } from '../../core/clock';
import { UpstreamFailure } from '../../core/platforms/outbound';
import { createWechat } from '../../core/platforms/wechat/adapter';
import type { AccessToken, WechatParts } from '../../core/platforms/wechat/call';
import { createWechatCode } from '../../core/platforms/wechat/code';
import { fetchAuthorizerToken, fetchComponentToken, fetchStableToken } from '../../core/platforms/wechat/token';
import { type Callback, type Fault, memoryStore, type SimulatorStore, simulatorFetch } from '../simulator';
import { createWechatSimulator, registerAccount, registerComponent, registerMini } from '../wechat';

/** Test environment: a simulated platform with a mini program, an official account and a component, and the adapter that calls it. */

export const MINI = { appId: 'wx1111111111111111', appSecret: '1'.repeat(32) };
export const SERVICE = { appId: 'wx2222222222222222', appSecret: '2'.repeat(32) };
export const COMPONENT = { appId: 'wx3333333333333333', appSecret: '3'.repeat(32) };
export const FOLLOWER = 'oaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const TEMPLATE = 'T'.repeat(43);
const TICKET = 'ticket@@@1';
const REFRESH = 'refreshtoken@@@1';
const ORIGIN = new URL('http://simulators.test/wechat');

export const PUSH = {
  url: 'https://console.example.cn/callbacks/wechat',
  token: 'pushtoken1',
  encodingAesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  mode: 'safe',
  format: 'xml',
} as const;

/** Caches a token as the product does. A token that the platform refused is replaced by a new one. */
function keepToken(fetchToken: () => Promise<string>): AccessToken & { count: number } {
  let kept: string | null = null;
  const get: AccessToken & { count: number } = async (stale) => {
    if (kept === null || kept === stale) {
      kept = await fetchToken();
      get.count += 1;
    }
    return kept;
  };
  get.count = 0;
  return get;
}

async function registerAll(store: SimulatorStore): Promise<void> {
  const template = { id: TEMPLATE, title: '订单状态', content: '{{thing1.DATA}}\n{{time2.DATA}}' };
  await registerComponent(store, { appId: COMPONENT.appId, secret: COMPONENT.appSecret, ticket: TICKET });
  await registerMini(store, {
    appId: MINI.appId,
    secret: MINI.appSecret,
    originalId: 'gh_111111111111',
    push: PUSH,
    component: { appId: COMPONENT.appId, refreshToken: REFRESH, mayManageCode: true },
    templates: [template],
    subscriptions: [FOLLOWER],
  });
  await registerAccount(store, {
    appId: SERVICE.appId,
    secret: SERVICE.appSecret,
    originalId: 'gh_222222222222',
    push: { ...PUSH, format: 'xml' },
    templates: [template],
    followers: [FOLLOWER],
    openAppId: 'wx4444444444444444',
  });
}

export async function openPlatform() {
  const clock = fixedClock('2026-03-10T02:00:00Z');
  const store = memoryStore();
  const callbacks: Callback[] = [];
  const simulator = createWechatSimulator({
    clock,
    store,
    callBack: async (callback) => void callbacks.push(callback),
  });
  await registerAll(store);

  let fault: Fault | null = null;
  /** The path to which `fault` applies. `null` means that the fault applies to all calls. */
  let faultPath: string | null = null;
  /** The paths that were called, in order. */
  const asked: string[] = [];
  const fetch = simulatorFetch([simulator], ORIGIN, (_name, path) => {
    const [address = ''] = path.split('?');
    asked.push(address);
    return faultPath === null || faultPath === address ? fault : null;
  });
  const parts = { origin: ORIGIN, fetch, clock, timeoutMs: 40 };

  const ownToken = (account: typeof MINI) => keepToken(async () => (await fetchStableToken(account, parts)).token);
  const componentToken = () =>
    keepToken(async () => {
      const { token } = await fetchComponentToken(COMPONENT, TICKET, parts);
      const names = { componentAppId: COMPONENT.appId, appId: MINI.appId, refreshToken: REFRESH };
      return (await fetchAuthorizerToken(names, token, parts)).token;
    });
  const partsWith = (token: AccessToken): WechatParts => ({ ...parts, token });
  const miniOfComponent = { appId: MINI.appId, accessMode: 'component' } as const;

  return {
    clock,
    store,
    callbacks,
    asked,
    parts,
    partsWith,
    ownToken,
    componentToken,
    /** Applies the fault to each following call. `null` ends the fault. */
    setFault: (next: Fault | null) => {
      fault = next;
      faultPath = null;
    },
    /** Applies the fault to each following call to one path. */
    setFaultFor: (path: string, next: Fault) => {
      fault = next;
      faultPath = path;
    },
    mini: () => createWechat({ appId: MINI.appId, accessMode: 'own' }, partsWith(ownToken(MINI))),
    service: () => createWechat({ appId: SERVICE.appId, accessMode: 'own' }, partsWith(ownToken(SERVICE))),
    ofComponent: () => createWechat(miniOfComponent, partsWith(componentToken())),
    code: () => createWechatCode(miniOfComponent, partsWith(componentToken())),
    ownCode: () => createWechatCode({ appId: MINI.appId, accessMode: 'own' }, partsWith(ownToken(MINI))),
  };
}
export type TestPlatform = Awaited<ReturnType<typeof openPlatform>>;

/** Creates a check for `assert.rejects`: the platform must have refused with this code. */
export const withCode = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, `${error}`);
  assert.equal(error.code, code, error.message);
  return true;
};

/** Keeps the process alive while a test waits for a time limit. The timer of a call does not keep it alive. */
export function waitForTimeouts(): void {
  const timer = setInterval(() => undefined, 1_000);
  after(() => clearInterval(timer));
}
