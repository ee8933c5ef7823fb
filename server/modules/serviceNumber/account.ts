import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import type { GroupValues } from '../../../contract/settings';
import type { Clock } from '../../core/clock';
import type { PlatformEnvironment, PlatformsPort } from '../../core/platforms/ports';
import { codeAndWords, refuseUpstream } from '../../core/platforms/refusals';
import { createWechat, type Wechat } from '../../core/platforms/wechat/adapter';
import type { AccessToken, WechatParts } from '../../core/platforms/wechat/call';
import type { MessageConfig } from '../../core/platforms/wechat/messages';
import { fetchStableToken } from '../../core/platforms/wechat/token';
import { ACCOUNT, type Account, registerAccount } from '../../simulators/wechat/world';
import { type OpeningTools, openedPlatform, type PlatformSettings } from '../setting';

/** Access to the official account with the stored settings: access tokens, calls to the platform, and keys of messages. */

export type AccountValues = GroupValues<typeof SERVICE_NUMBER.groups.serviceNumber>;
export type AccountSettings = PlatformSettings<AccountValues>;

export const PLATFORM = 'wechat';
const ORIGINS = { production: new URL('https://api.weixin.qq.com') } as const;

interface Tools {
  readonly clock: Clock;
  readonly ports: { readonly platforms: PlatformsPort };
}

async function messageConfig(settings: AccountSettings): Promise<MessageConfig> {
  const { encryptMode: mode, appId } = settings.values;
  const [token, key] = [await settings.secret('token'), await settings.secret('encodingAesKey')];
  return { token: token ?? '', encodingAesKey: mode === 'plain' ? null : key, mode, appId };
}

/** Creates a function that reads the token that all processes share. If the platform refuses a token, the function fetches a new token. */
function sharedToken(
  { ports, clock }: Tools,
  settings: AccountSettings,
  parts: Omit<WechatParts, 'token'>,
): AccessToken {
  const { appId, environment } = settings.values;
  const name = { platform: PLATFORM, environment, account: appId, kind: 'access' } as const;
  return async (stale) => {
    if (stale !== undefined) await ports.platforms.invalidateToken(name, stale);
    return ports.platforms.accessToken(name, async () => {
      const appSecret = (await settings.secret('appSecret')) ?? '';
      const { token, expiresIn } = await fetchStableToken({ appId, appSecret }, { ...parts, clock } as WechatParts);
      return { token, expiresInSeconds: expiresIn };
    });
  };
}

/**
 * Creates a function that fetches a token for one connection test. The test does not use the shared cached token, because a cached token
 * would hide a wrong secret.
 */
function ownToken(settings: AccountSettings, parts: Omit<WechatParts, 'token'>): AccessToken {
  let kept: string | null = null;
  return async (stale) => {
    if (kept === null || kept === stale) {
      const appSecret = (await settings.secret('appSecret')) ?? '';
      kept = (await fetchStableToken({ appId: settings.values.appId, appSecret }, parts)).token;
    }
    return kept;
  };
}

/**
 * Builds the adapter's dependencies: access to the platform, the clock, and a function that returns access tokens.
 *
 * @param isTest fetches a token with the stored secret instead of using the shared cached token
 */
function wechatParts(tools: Tools, settings: AccountSettings, isTest = false): WechatParts {
  const environment: PlatformEnvironment = settings.values.environment;
  const parts = { ...tools.ports.platforms.access(PLATFORM, environment, ORIGINS), clock: tools.clock };
  return { ...parts, token: isTest ? ownToken(settings, parts) : sharedToken(tools, settings, parts) };
}

/**
 * Registers the account at the simulator on first use. The simulator checks later input against these first values, like the real
 * platform.
 *
 * @param url URL to which the platform sends messages
 */
async function prepareSimulator({ ports }: Tools, settings: AccountSettings, url: string): Promise<void> {
  const { values } = settings;
  if (values.environment !== 'simulator') return;
  const store = ports.platforms.simulatorStore(PLATFORM);
  if (await store.get<Account>(ACCOUNT, values.appId)) return;
  const messages = await messageConfig(settings);
  await registerAccount(store, {
    appId: values.appId,
    secret: (await settings.secret('appSecret')) ?? '',
    originalId: values.originalId,
    push: { url, token: messages.token, encodingAesKey: messages.encodingAesKey, mode: messages.mode, format: 'xml' },
    templates: values.templates.map(({ templateId }) => ({ id: templateId, title: templateId, content: '' })),
  });
}

/** Simulates saving our server URL in the platform's console. Later pushes use the stored token and key. */
async function saveServerAtSimulator({ ports }: Tools, settings: AccountSettings, url: string): Promise<void> {
  const { environment, appId } = settings.values;
  if (environment !== 'simulator') return;
  const { token, encodingAesKey, mode } = await messageConfig(settings);
  await ports.platforms.simulatorStore(PLATFORM).alone(async (store) => {
    const account = await store.get<Account>(ACCOUNT, appId);
    if (!account) return;
    await store.put(ACCOUNT, appId, { ...account, push: { url, token, encodingAesKey, mode, format: 'xml' } });
  });
}

/** Creates the adapter of the official account, without a call to the platform. @returns `null` if the account is not enabled */
const openedServiceNumber = (tools: OpeningTools): Promise<Wechat | null> =>
  openedPlatform(tools, SERVICE_NUMBER.groups.serviceNumber, async (_tools, settings) =>
    createWechat({ appId: settings.values.appId, accessMode: 'own' }, wechatParts(tools, settings)),
  );

/** Converts a platform error to a refusal. @throws Refusal 50201 (the platform's text), 50202 (no answer) */
const refuseAsPlatform = (error: unknown): never => refuseUpstream(error, codeAndWords);

export { messageConfig, openedServiceNumber, prepareSimulator, refuseAsPlatform, saveServerAtSimulator, wechatParts };
