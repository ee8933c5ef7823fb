import { createPrivateKey, sign } from 'node:crypto';
import type { APP } from '../../../contract/app.settings';
import type { AppKind } from '../../../contract/appVersion.states';
import type { GroupValues } from '../../../contract/settings';
import type { Check } from '../../../contract/settings.state';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { UpstreamFailure } from '../../core/platforms/outbound';
import { checked, type PlatformSettings } from '../setting';
import { publishedVersions } from './store';

/** Runs "Check configuration" of an app: checks that are possible without the app itself (DOMAIN §3.10). */

type Values = GroupValues<typeof APP.groups.userApp>;

const WORDS = {
  differs: text(
    '与已发布的版本 {v} 不一致',
    'Differs from the published version {v}',
    'Difere da versão publicada {v}',
    '與已發布的版本 {v} 不一致',
  ),
  identity: text('包名与签名', 'Package name and signature', 'Nome do pacote e assinatura', '套件名稱與簽章'),
  apns: text('APNs 密钥', 'APNs key', 'Chave APNs', 'APNs 金鑰'),
  curve: text(
    '密钥须为 P-256 椭圆曲线密钥',
    'The key must be an elliptic-curve key on P-256',
    'A chave deve ser de curva elíptica P-256',
    '金鑰須為 P-256 橢圓曲線金鑰',
  ),
  incomplete: text(
    'Key ID、Team ID 与密钥须同时填写',
    'Key ID, team ID and key must be entered together',
    'ID da chave, ID da equipe e chave andam juntos',
    'Key ID、Team ID 與金鑰須同時填寫',
  ),
  https: text('{host} 的 HTTPS', 'HTTPS of {host}', 'HTTPS de {host}', '{host} 的 HTTPS'),
  answers: WORD.reachable,
} as const;

/** Signs a test text with the key as Apple requires (ES256). @throws UpstreamFailure when the key uses another curve */
function tryApnsKey(ctx: ActorContext, pem: string): string {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new UpstreamFailure(ctx.t(WORDS.curve));
  sign('sha256', Buffer.from('test'), { key, dsaEncoding: 'ieee-p1363' });
  return 'ES256';
}

/** Compares the package name and the signature with the published versions. A phone installs an update only if both are unchanged. */
async function identityCheck(ctx: ActorContext, app: AppKind, values: Values): Promise<Check> {
  const other = (await publishedVersions(ctx.db, app)).find(({ platform, packageName, signSha256 }) =>
    platform === 'ios'
      ? packageName !== values.bundleId
      : packageName !== values.packageName || signSha256 !== values.androidSignSha256.toLowerCase(),
  );
  return {
    name: ctx.t(WORDS.identity),
    ok: other === undefined,
    detail: other ? ctx.t(WORDS.differs, { v: other.versionName }) : `${values.packageName} · ${values.bundleId}`,
  };
}

/**
 * Checks the stored settings of an app: the package name and the signature, the APNs key, and that each host of its addresses answers over
 * HTTPS.
 */
export async function appChecks(
  ctx: ActorContext,
  app: AppKind,
  { values, secret }: PlatformSettings<Values>,
): Promise<Check[]> {
  const key = await secret('apnsKey');
  const parts = [values.apnsKeyId, values.apnsTeamId, key ?? ''];
  const checks: Check[] = [await identityCheck(ctx, app, values)];
  if (parts.some((part) => part !== '')) {
    checks.push(
      await checked(ctx, ctx.t(WORDS.apns), async () => {
        if (key === null || parts.some((part) => part === '')) throw new UpstreamFailure(ctx.t(WORDS.incomplete));
        return tryApnsKey(ctx, key);
      }),
    );
  }
  const addresses = [values.universalLink, values.keepAliveGuideUrl, values.serviceEntryUrl];
  const hosts = new Set(addresses.filter((address) => address !== '').map((address) => new URL(address).hostname));
  for (const host of hosts) {
    checks.push(
      await checked(ctx, ctx.t(WORDS.https, { host }), async () => {
        await ctx.ports.hosts.answersHttps(host);
        return ctx.t(WORDS.answers);
      }),
    );
  }
  return checks;
}
