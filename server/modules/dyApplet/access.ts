import { createHash } from 'node:crypto';
import { DY_APPLET } from '../../../contract/dyApplet.settings';
import type { GroupValues } from '../../../contract/settings';
import { type Text, text } from '../../../contract/text';
import { type PlatformCheck, runCheck } from '../../core/platforms/checks';
import type { CodePlatform } from '../../core/platforms/code';
import { createDouyin, type DouyinAdapter } from '../../core/platforms/douyin/adapter';
import {
  createDouyinClient,
  DOUYIN_OPEN_ORIGINS,
  DOUYIN_ORIGINS,
  type DouyinConfig,
} from '../../core/platforms/douyin/client';
import { testDouyin } from '../../core/platforms/douyin/config';
import { type PushedMessage, readMessage } from '../../core/platforms/douyin/crypt';
import { douyinErrorText, isDouyinTokenStale } from '../../core/platforms/douyin/errors';
import { createDouyinMessages, type DouyinMessages } from '../../core/platforms/douyin/messages';
import { type AdapterTools, openAtSimulator, readSecrets, type StoredSettings } from '../../core/platforms/opened';
import { UpstreamFailure } from '../../core/platforms/outbound';
import type { TokenName } from '../../core/platforms/ports';
import { keepToken } from '../../core/platforms/tokens';
import { type OpeningTools, openedPlatform } from '../setting';

export type DyAppletValues = GroupValues<typeof DY_APPLET.groups.dyApplet>;

/** Access to a Douyin mini program with its stored settings. */
export interface DyAppletAccess {
  readonly adapter: DouyinAdapter;
  readonly config: DouyinConfig;
  readonly messages: DouyinMessages;
  /** Returns the stored access token, or a new one from the platform if the stored one is missing or expires soon. */
  token(): Promise<string>;
  /** Invalidates a token that the platform refused, so that the next call requests a new token. */
  forgetToken(): Promise<void>;
}

const LIMITS = text(
  '自有小程序没有代码接口。请用平台的开发者工具上传，在抖音开放平台后台提审、发布和回滚；或改为服务商代开发。',
  'A mini program of your own has no code interfaces. Upload with the platform’s developer tool and release in the console of the open platform, or have a service provider act for it.',
  'Um miniprograma próprio não tem interfaces de código. Envie pela ferramenta da plataforma e publique no console da plataforma aberta, ou use um provedor de serviço.',
  '自有小程式沒有程式碼介面。請用平台的開發者工具上傳，在抖音開放平台後台送審、發布和回復；或改為服務商代開發。',
);

/** Validity of tickets in seconds. The platform pushes a new ticket every ten minutes, but still accepts older tickets for some time. */
const TICKET_SECONDS = 3 * 3600;
const REFRESH_SECONDS = 30 * 24 * 3600;
const SECRETS = ['appSecret', 'componentSecret', 'authorizerToken', 'msgToken', 'encodingAesKey'];

const nameOf = ({ environment }: DyAppletValues, account: string, kind: string): TokenName => ({
  platform: 'douyin',
  environment,
  account,
  kind,
});

/** Stores the ticket that the platform pushed to the service provider (component_ticket). */
export function keepDyTicket(
  { platforms }: Pick<AdapterTools, 'platforms'>,
  values: DyAppletValues,
  ticket: string,
): Promise<void> {
  const name = nameOf(values, values.componentAppId, 'ticket');
  return keepToken(platforms, name, { token: ticket, expiresInSeconds: TICKET_SECONDS });
}

/** Builds the access to the token with which the service provider acts for the mini program. */
function authorizerToken(
  { platforms }: AdapterTools,
  values: DyAppletValues,
  given: string,
  ticketOfSimulator: string | undefined,
) {
  const { appId, componentAppId } = values;
  const name = nameOf(values, `${componentAppId}/${appId}`, 'authorizer');
  // A refresh token works only once. Its successors are stored under the digest of the token that was entered in the settings.
  const digest = createHash('sha256').update(given).digest('hex').slice(0, 16);
  const refreshName = nameOf(values, `${componentAppId}/${appId}/${digest}`, 'refresh');
  return {
    name,
    async get(adapter: DouyinAdapter): Promise<string> {
      const ticket = await platforms.accessToken(nameOf(values, componentAppId, 'ticket'), async () => {
        if (!ticketOfSimulator) throw new UpstreamFailure('component_ticket has not arrived yet', '40037');
        return { token: ticketOfSimulator, expiresInSeconds: TICKET_SECONDS };
      });
      const component = await platforms.accessToken(nameOf(values, componentAppId, 'component'), () =>
        adapter.fetchComponentToken(ticket),
      );
      return platforms.accessToken(name, async () => {
        const refreshToken = await platforms.accessToken(refreshName, async () => ({
          token: given,
          expiresInSeconds: REFRESH_SECONDS,
        }));
        const fetched = await adapter.fetchAuthorizerToken(component, { refreshToken });
        await keepToken(platforms, refreshName, {
          token: fetched.refreshToken,
          expiresInSeconds: REFRESH_SECONDS,
        });
        return fetched;
      });
    },
  };
}

async function configOf(
  { values }: StoredSettings<DyAppletValues>,
  secrets: Readonly<Record<string, string>>,
): Promise<DouyinConfig> {
  const { appId, accessMode, componentAppId, hostNames, templateId } = values;
  const { msgToken, encodingAesKey } = secrets;
  return {
    ...{ appId, accessMode, hostNames, templateId: templateId || null },
    appSecret: secrets.appSecret ?? '',
    component: accessMode === 'component' ? { appId: componentAppId, secret: secrets.componentSecret ?? '' } : null,
    message: msgToken && encodingAesKey ? { token: msgToken, encodingAesKey } : null,
  };
}

/** Creates the access to the platform from stored settings, without a call to the platform. */
async function openDyApplet(tools: AdapterTools, settings: StoredSettings<DyAppletValues>): Promise<DyAppletAccess> {
  const { values } = settings;
  const { environment, appId, accessMode } = values;
  const { platforms } = tools;
  const secrets = await readSecrets(settings, SECRETS);
  const on = { platform: 'douyin', environment, page: DY_APPLET.groups.dyApplet.key };
  const opened = await openAtSimulator(platforms, on, { ...values, ...secrets });
  const config = await configOf(settings, secrets);
  const ofAuthorizer = authorizerToken(tools, values, secrets.authorizerToken ?? '', opened.ticket);
  const ownName = nameOf(values, appId, 'access');
  let last: string | null = null;
  const token = async () => {
    last =
      accessMode === 'component'
        ? await ofAuthorizer.get(adapter)
        : await platforms.accessToken(ownName, () => adapter.fetchAppToken());
    return last;
  };
  const open = platforms.access('douyin', environment, DOUYIN_OPEN_ORIGINS);
  const adapter: DouyinAdapter = createDouyin(config, {
    ...platforms.access('douyin', environment, DOUYIN_ORIGINS),
    openOrigin: open.origin,
    clock: tools.clock,
    token,
  });
  // A self-managed mini program needs the client token to send messages; its other calls need the access token.
  const messageName = accessMode === 'component' ? ofAuthorizer.name : nameOf(values, appId, 'client');
  const messages = createDouyinMessages(createDouyinClient(open.origin, open), async (stale) => {
    if (stale !== undefined) await platforms.invalidateToken(messageName, stale);
    if (accessMode === 'component') return ofAuthorizer.get(adapter);
    return platforms.accessToken(messageName, () => adapter.fetchClientToken());
  });
  return {
    adapter,
    config,
    messages,
    token,
    async forgetToken() {
      if (last !== null)
        await platforms.invalidateToken(accessMode === 'component' ? ofAuthorizer.name : ownName, last);
    },
  };
}

/** Opens the message interface of the mini program, without a call to the platform. Returns `null` if the mini program is disabled. */
export const openedDyApplet = (tools: OpeningTools): Promise<DouyinMessages | null> =>
  openedPlatform(
    tools,
    DY_APPLET.groups.dyApplet,
    async (opening, settings) => (await openDyApplet(opening, settings)).messages,
  );

/** Reads a pushed message and checks its signature with the stored token and key. @throws SignatureRefused (wrong signature) */
export async function readDyMessage(settings: StoredSettings<DyAppletValues>, body: string): Promise<PushedMessage> {
  const { accessMode, appId, componentAppId } = settings.values;
  const { msgToken = '', encodingAesKey = '' } = await readSecrets(settings, ['msgToken', 'encodingAesKey']);
  const receiver = accessMode === 'component' ? componentAppId : appId;
  return readMessage(body, { appId: receiver, token: msgToken, encodingAesKey });
}

/**
 * Returns the platform's API for the mini program's code, such as upload, review and release. If the platform refuses the token, the call
 * is retried once with a new token.
 */
export async function dyAppletCode(
  tools: AdapterTools,
  settings: StoredSettings<DyAppletValues>,
): Promise<CodePlatform> {
  const access = await openDyApplet(tools, settings);
  const { code } = access.adapter;
  const again =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      try {
        return await call(...given);
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || !isDouyinTokenStale(error.code)) throw error;
        await access.forgetToken();
        return call(...given);
      }
    };
  return {
    ...code,
    limits: access.config.accessMode === 'own' ? LIMITS : null,
    words: douyinErrorText,
    upload: again(code.upload),
    submitAudit: again(code.submitAudit),
    withdrawAudit: again(code.withdrawAudit),
    release: again(code.release),
    rollback: again(code.rollback),
    versions: again(code.versions),
    testerQr: again(code.testerQr),
  };
}

const STORES = text('本地生活门店', 'Local-life stores', 'Lojas de serviços locais', '本地生活門市');
const NO_STORE = text(
  '未找到门店 {id}',
  'Store {id} was not found',
  'A loja {id} não foi encontrada',
  '找不到門市 {id}',
);

/**
 * Checks that every store of the form belongs to the local-life account of the form.
 *
 * @param say translates a text into the caller's language
 */
async function checkStores(tools: AdapterTools, adapter: DouyinAdapter, values: DyAppletValues, say: Say) {
  const { lifeAccountId, poiMap, accessMode, appId, componentAppId } = values;
  const account = accessMode === 'component' ? componentAppId : appId;
  return runCheck(STORES, async () => {
    const token = await tools.platforms.accessToken(nameOf(values, account, 'client'), () =>
      adapter.fetchClientToken(),
    );
    const known = await adapter.lifeStores(token, lifeAccountId);
    const ids = Object.keys(poiMap);
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) throw new UpstreamFailure(unknown.map((id) => say(NO_STORE, { id })).join(' · '));
    return ids.join(', ');
  });
}
type Say = (words: Text, params: Readonly<Record<string, string>>) => string;

/** Runs "Test connection" and changes nothing. @param say translates a text into the caller's language */
export async function tryDyApplet(
  tools: AdapterTools,
  settings: StoredSettings<DyAppletValues>,
  say: Say,
): Promise<readonly PlatformCheck[]> {
  const { adapter, config, token } = await openDyApplet(tools, settings);
  const checks = await testDouyin(adapter, config, token, `TEST${tools.clock.randomBytes(10).toString('hex')}`);
  if (Object.keys(settings.values.poiMap).length === 0) return checks;
  return [...checks, await checkStores(tools, adapter, settings.values, say)];
}
