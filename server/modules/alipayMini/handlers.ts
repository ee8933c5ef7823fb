import { alipayMiniEndpoints } from '../../../contract/alipayMini';
import { ALIPAY_MINI } from '../../../contract/alipayMini.settings';
import { text } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/http/context';
import { checkAliConfig } from '../../core/platforms/alipay/checks';
import { checked, type FieldFault, platformCalls, platformSettings } from '../setting';
import { type AlipayMiniValues, alipayMiniCode } from './access';

const { alipayMini: GROUP } = ALIPAY_MINI.groups;
const NAMES = {
  versions: text('读取小程序版本', 'Read the versions of the code', 'Ler as versões do código', '讀取小程式版本'),
  tester: text('读取体验二维码', 'Read the QR code for testers', 'Ler o QR code de teste', '讀取體驗二維碼'),
} as const;
/** Fields whose names differ between the form and the checks of the platform. */
const OURS: Readonly<Record<string, string>> = { encryptKey: 'aesKey' };

/** What the fields say against each other; a secret that was not typed is the stored one. */
async function verify(ctx: ActorContext, _before: object, after: AlipayMiniValues): Promise<FieldFault[]> {
  const stored = await platformSettings({ db: ctx.db, secrets: ctx.ports.secrets }, GROUP);
  const secret = async (name: 'appPrivateKey' | 'aesKey') => after[name] ?? (await stored.secret(name));
  const given = { appPrivateKey: await secret('appPrivateKey'), encryptKey: await secret('aesKey') };
  return checkAliConfig(after, given, ctx.clock.now()).map(({ field, rule, message }) => ({
    code: rule === 'expired' ? 42332 : rule === 'match' || rule === 'key' ? 42331 : 40001,
    error: { field: OURS[field] ?? field, rule, message: ctx.t(message) },
  }));
}

export const alipayMiniHandlers = handlers(
  alipayMiniEndpoints,
  platformCalls('config.AlipayMini', ALIPAY_MINI, {
    alipayMini: {
      verify,
      async test(ctx, settings) {
        const tools = { db: ctx.db, secrets: ctx.ports.secrets, platforms: ctx.ports.platforms, clock: ctx.clock };
        const code = await alipayMiniCode(tools, settings);
        const versions = await checked(ctx, ctx.t(NAMES.versions), async () => {
          const found = await code.versions();
          return found.map(({ appVersion }) => appVersion).join(', ') || '–';
        });
        // Refused keys are refused for every question.
        if (!versions.ok) return [versions];
        const tester = await checked(ctx, ctx.t(NAMES.tester), async () => (await code.testerQr()) ?? '–');
        return [versions, tester];
      },
    },
  }),
);
