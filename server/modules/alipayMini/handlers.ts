import { alipayMiniEndpoints } from '../../../contract/alipayMini';
import { ALIPAY_MINI } from '../../../contract/alipayMini.settings';
import { type ActorContext, handlers } from '../../core/http/context';
import { checkAliConfig } from '../../core/platforms/alipay/checks';
import { type FieldFault, platformCalls, storedPlatform } from '../setting';
import { type AlipayMiniValues, tryAlipayMini } from './access';

const { alipayMini: GROUP } = ALIPAY_MINI.groups;
/** Maps the names in the platform's checks to the form's field names. It contains only names that differ. */
const OURS: Readonly<Record<string, string>> = { encryptKey: 'aesKey' };

/** Checks ids, keys and certificates, alone and against each other. For a secret that was not entered, it checks the stored secret. */
async function verify(ctx: ActorContext, _before: object, after: AlipayMiniValues): Promise<FieldFault[]> {
  const stored = await storedPlatform({ db: ctx.db, secrets: ctx.ports.secrets }, GROUP);
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
        const checks = await tryAlipayMini(tools, settings);
        return checks.map(({ name, ...rest }) => ({ name: ctx.t(name), ...rest }));
      },
    },
  }),
);
