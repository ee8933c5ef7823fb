import { serviceNumberEndpoints } from '../../../contract/serviceNumber';
import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import { SERVICE_REPLY } from '../../../contract/serviceReply.settings';
import { text } from '../../../contract/text';
import { SECOND_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { askUpstream, UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { checkServiceNumberConfig } from '../../core/platforms/wechat/config';
import { serverCheckQuery } from '../../core/platforms/wechat/messages';
import { testServiceNumber } from '../../core/platforms/wechat/trial';
import { platformCalls, settingCalls, storedPlatform } from '../setting';
import {
  type AccountSettings,
  messageConfig,
  PLATFORM,
  prepareSimulator,
  saveServerAtSimulator,
  wechatParts,
} from './account';
import { bindingAnswer, endBinding, staffErrors, startBinding } from './followers';
import { menuAnswer, publishMenu } from './menu';
import { serviceNumberReceiver } from './receiver';

const WORDS = {
  verified: text(
    '服务器地址验证通过',
    'Server address verified',
    'Endereço do servidor verificado',
    '伺服器位址驗證通過',
  ),
  token: WORD.token,
  otherAnswer: text(
    '服务器地址没有返回平台发送的内容',
    'The server address did not return the content that the platform sent',
    'O endereço do servidor não devolveu o que a plataforma enviou',
    '伺服器位址沒有返回平台傳送的內容',
  ),
  noAnswer: text(
    '服务器地址没有应答',
    'The server address did not answer',
    'O endereço do servidor não respondeu',
    '伺服器位址沒有應答',
  ),
} as const;

const PATH = '/api/callback.ServiceNumber/event';
/** Returns the console's origin. If it is unknown (for example while demo data is created), returns a reserved host name (RFC 2606). */
const originOf = ({ deployment, origin }: ActorContext): URL =>
  new URL(deployment.publicOrigin ?? (origin || 'https://console.invalid'));

/**
 * Calls our own callback URL like the platform does. For the real platform, the call uses the network; for the simulator, it stays in this
 * process.
 */
async function askServer(ctx: ActorContext, settings: AccountSettings, query: string): Promise<string> {
  if (settings.values.environment === 'simulator') {
    const request = { method: 'GET', query, headers: new Headers(), body: Buffer.alloc(0) } as const;
    const reading = await serviceNumberReceiver.read(request, ctx);
    return 'echo' in reading ? reading.echo.body : '';
  }
  const way = ctx.ports.platforms.access(PLATFORM, 'production', { production: originOf(ctx) });
  const call = { method: 'GET', path: `${PATH}?${query}`, repeatable: true } as const;
  return (await askUpstream(way.fetch, way.origin, call)).text;
}

const queryText = (query: Readonly<Record<string, string>>): string => new URLSearchParams(query).toString();

/** Checks that our callback URL answers correctly. @throws Refusal 42330 (no token is stored), 42333 (no or a wrong answer) */
async function verifyServer(ctx: ActorContext): Promise<{ message: string }> {
  const on = { db: ctx.db, secrets: ctx.ports.secrets };
  const settings = await storedPlatform(on, SERVICE_NUMBER.groups.serviceNumber);
  const { token } = await messageConfig(settings);
  if (token === '') throw refuse(42330, { missing: ctx.t(WORDS.token) });
  const echostr = ctx.clock.randomBytes(8).readBigUInt64BE().toString();
  const timestamp = `${Math.floor(ctx.clock.now().getTime() / SECOND_MS)}`;
  const nonce = `${ctx.clock.randomInt(100_000_000, 999_999_999)}`;
  const query = queryText(serverCheckQuery(token, timestamp, nonce, echostr));
  const said = await askServer(ctx, settings, query).catch((error: unknown) => {
    if (error instanceof UpstreamTimeout) throw refuse(42333, { detail: ctx.t(WORDS.noAnswer) });
    if (error instanceof UpstreamFailure) throw refuse(42333, { detail: error.message });
    throw error;
  });
  if (said !== echostr) throw refuse(42333, { detail: ctx.t(WORDS.otherAnswer) });
  await saveServerAtSimulator(ctx, settings, new URL(PATH, originOf(ctx)).href);
  ctx.audit({ objectNo: SERVICE_NUMBER.groups.serviceNumber.key, after: { verified: true } });
  return { message: ctx.t(WORDS.verified) };
}

const platform = platformCalls('config.ServiceNumber', SERVICE_NUMBER, {
  serviceNumber: {
    check: (values, { locale }) => {
      if (values.appId === '') return [];
      const { oauthDomain, templates, ...rest } = values;
      const config = { ...rest, oauthDomains: oauthDomain, templates };
      return [...checkServiceNumberConfig(config, locale), ...staffErrors(values, locale)];
    },
    async test(ctx, settings) {
      const { appId, templates } = settings.values;
      await prepareSimulator(ctx, settings, new URL(PATH, originOf(ctx)).href);
      const checks = await testServiceNumber(
        {
          config: { appId, accessMode: 'own' },
          messages: await messageConfig(settings),
          templates: templates.map(({ templateId }) => templateId),
          askServer: (query) => askServer(ctx, settings, queryText(query)),
        },
        wechatParts(ctx, settings, true),
      );
      return checks.map(({ name, ok, detail }) => ({ name: ctx.t(name), ok, detail }));
    },
  },
});
const reply = settingCalls(SERVICE_REPLY);

export const serviceNumberHandlers = handlers(serviceNumberEndpoints, {
  ...platform,
  'config.ServiceNumber/getMenu': (ctx) => menuAnswer(ctx),
  'config.ServiceNumber/publishMenu': (ctx, input) => publishMenu(ctx, input),
  'config.ServiceNumber/getReply': reply.get,
  'config.ServiceNumber/saveReply': reply.save,
  'dashboard.Account/getFollower': (ctx) => bindingAnswer(ctx),
  'dashboard.Account/startFollower': (ctx) => startBinding(ctx),
  'dashboard.Account/endFollower': (ctx) => endBinding(ctx),
  'config.ServiceNumber/verifyServer': (ctx) => verifyServer(ctx),
});
