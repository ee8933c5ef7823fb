import { createHash } from 'node:crypto';
import { APPLET } from '../../../contract/applet.settings';
import type { GroupValues } from '../../../contract/settings';
import { type AdapterTools, openAtSimulator, readSecrets, type StoredSettings } from '../../core/platforms/opened';
import { UpstreamFailure } from '../../core/platforms/outbound';
import type { FetchedToken, PlatformEnvironment, TokenName } from '../../core/platforms/ports';
import { keepToken } from '../../core/platforms/tokens';
import { createWechat, type Wechat, type WechatConfig } from '../../core/platforms/wechat/adapter';
import { type AccessToken, WECHAT_ORIGINS, type WechatParts } from '../../core/platforms/wechat/call';
import type { MessageConfig } from '../../core/platforms/wechat/messages';
import {
  fetchAuthorizerToken,
  fetchComponentToken,
  fetchStableToken,
  type FetchedToken as WechatToken,
} from '../../core/platforms/wechat/token';
import { type Check, testApplet } from '../../core/platforms/wechat/trial';
import { type OpeningTools, openedPlatform } from '../setting';

export type AppletValues = GroupValues<typeof APPLET.groups.applet>;

/** Access to a WeChat mini program, built from its settings. */
export interface AppletAccess {
  readonly config: WechatConfig;
  readonly parts: WechatParts;
  readonly messages: MessageConfig;
}

const TICKET_SECONDS = 12 * 3600;
const REFRESH_SECONDS = 30 * 24 * 3600;
/** Codes for a refused component_access_token: 40001 and 40014 invalid, 42001 expired. 40001 can also mean that a newer token exists. */
const STALE = new Set(['40001', '40014', '42001']);

const ticketName = (environment: PlatformEnvironment, componentAppId: string): TokenName => ({
  platform: 'wechat',
  environment,
  account: componentAppId,
  kind: 'ticket',
});

const tokenOf = ({ token, expiresIn }: WechatToken): FetchedToken => ({ token, expiresInSeconds: expiresIn });

/**
 * Stores the ticket that WeChat pushed to the component (component_verify_ticket). The component is the third-party platform that acts for
 * mini programs.
 */
export function keepAppletTicket(
  { platforms }: Pick<AdapterTools, 'platforms'>,
  { environment, componentAppId }: AppletValues,
  ticket: string,
): Promise<void> {
  return keepToken(platforms, ticketName(environment, componentAppId), {
    token: ticket,
    expiresInSeconds: TICKET_SECONDS,
  });
}

export async function appletMessages(settings: StoredSettings<AppletValues>): Promise<MessageConfig> {
  const { accessMode, appId, componentAppId, encryptMode } = settings.values;
  const { msgToken = '', encodingAesKey = null } = await readSecrets(settings, ['msgToken', 'encodingAesKey']);
  return {
    token: msgToken,
    encodingAesKey,
    mode: encryptMode,
    appId: accessMode === 'component' ? componentAppId : appId,
  };
}

interface Tokens {
  readonly tools: AdapterTools;
  readonly values: AppletValues;
  readonly secrets: Readonly<Record<string, string>>;
  readonly opened: Readonly<Record<string, string>>;
  readonly access: Pick<WechatParts, 'origin' | 'fetch'>;
}

/** Creates the function that returns the token of a mini program that uses its own app secret. */
function ownToken({ tools: { platforms }, values, secrets, access }: Tokens): AccessToken {
  const { environment, appId } = values;
  const name: TokenName = { platform: 'wechat', environment, account: appId, kind: 'access' };
  return async (stale) => {
    if (stale !== undefined) await platforms.invalidateToken(name, stale);
    const account = { appId, appSecret: secrets.appSecret ?? '' };
    return platforms.accessToken(name, async () => tokenOf(await fetchStableToken(account, access)));
  };
}

/** Creates the function that returns the token with which the component (third-party platform) acts for the mini program. */
function authorizerToken({ tools: { platforms }, values, secrets, opened, access }: Tokens): AccessToken {
  const { environment, appId, componentAppId } = values;
  const nameOf = (account: string, kind: string): TokenName => ({ platform: 'wechat', environment, account, kind });
  const name = nameOf(`${componentAppId}/${appId}`, 'authorizer');
  const componentName = nameOf(componentAppId, 'component');
  const given = secrets.authorizerToken ?? '';
  // The platform may replace the refresh token. We store the new token under the digest of the token that the user entered.
  const refreshName = nameOf(
    `${componentAppId}/${appId}/${createHash('sha256').update(given).digest('hex').slice(0, 16)}`,
    'refresh',
  );
  const ticket = () =>
    platforms.accessToken(ticketName(environment, componentAppId), async () => {
      if (!opened.ticket) throw new UpstreamFailure('component_verify_ticket has not arrived yet', '61006');
      return { token: opened.ticket, expiresInSeconds: TICKET_SECONDS };
    });
  const componentToken = async () => {
    const present = await ticket();
    const component = { appId: componentAppId, appSecret: secrets.componentSecret ?? '' };
    return platforms.accessToken(componentName, async () =>
      tokenOf(await fetchComponentToken(component, present, access)),
    );
  };
  return async (stale) => {
    if (stale !== undefined) await platforms.invalidateToken(name, stale);
    const component = await componentToken();
    const refreshToken = await platforms.accessToken(refreshName, async () => ({
      token: given,
      expiresInSeconds: REFRESH_SECONDS,
    }));
    return platforms.accessToken(name, async () => {
      try {
        const fetched = await fetchAuthorizerToken({ componentAppId, appId, refreshToken }, component, access);
        if (fetched.refreshToken && fetched.refreshToken !== refreshToken) {
          await keepToken(platforms, refreshName, {
            token: fetched.refreshToken,
            expiresInSeconds: REFRESH_SECONDS,
          });
        }
        return tokenOf(fetched);
      } catch (error) {
        if (error instanceof UpstreamFailure && STALE.has(error.code ?? '')) {
          await platforms.invalidateToken(componentName, component);
        }
        throw error;
      }
    });
  };
}

const SECRETS = ['appSecret', 'componentSecret', 'authorizerToken', 'msgToken', 'encodingAesKey'];

/** Builds the access to the platform from stored settings, without a call to the platform. */
export async function openApplet(tools: AdapterTools, settings: StoredSettings<AppletValues>): Promise<AppletAccess> {
  const { values } = settings;
  const { environment, accessMode, appId } = values;
  const secrets = await readSecrets(settings, SECRETS);
  const on = { platform: 'wechat', environment, page: APPLET.groups.applet.key };
  const opened = await openAtSimulator(tools.platforms, on, { ...values, ...secrets });
  const access = tools.platforms.access('wechat', environment, WECHAT_ORIGINS);
  const tokens: Tokens = { tools, values, secrets, opened, access };
  return {
    config: { appId, accessMode },
    parts: {
      ...access,
      clock: tools.clock,
      token: accessMode === 'component' ? authorizerToken(tokens) : ownToken(tokens),
    },
    messages: await appletMessages(settings),
  };
}

/** Builds the adapter of the mini program without a call to the platform. @returns `null` when the mini program is disabled */
export const openedApplet = (tools: OpeningTools): Promise<Wechat | null> =>
  openedPlatform(tools, APPLET.groups.applet, async (opening, settings) => {
    const { config, parts } = await openApplet(opening, settings);
    return createWechat(config, parts);
  });

/** Runs "Test connection" without changing data. */
export async function tryApplet(
  tools: AdapterTools,
  settings: StoredSettings<AppletValues>,
): Promise<readonly Check[]> {
  const { parts, ...trial } = await openApplet(tools, settings);
  return testApplet({ ...trial, templates: Object.values(settings.values.subscribeTemplates) }, parts);
}
