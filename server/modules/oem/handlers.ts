import { oemEndpoints } from '../../../contract/oem';
import { OEM, OEM_DOMAINS } from '../../../contract/oem.settings';
import type { Check } from '../../../contract/settings.state';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { type ActorContext, handlers } from '../../core/http/context';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { readCertificates } from '../../core/platforms/pem';
import { checked, type FieldFault, platformCalls } from '../setting';
import { type Branding, colourErrors, shownContrast } from './rules';

const WORDS = {
  pointFirst: text(
    '请先将 {domain} 指向 {target}',
    'Point {domain} to {target} first',
    'Aponte {domain} para {target} primeiro',
    '請先將 {domain} 指向 {target}',
  ),
  points: text('指向 {target}', 'Points to {target}', 'Aponta para {target}', '指向 {target}'),
  noTarget: text(
    '未设置控制台的公开地址（环境变量 PUBLIC_ORIGIN）',
    'The public address of the console is not set (environment variable PUBLIC_ORIGIN)',
    'O endereço público do console não está definido (variável de ambiente PUBLIC_ORIGIN)',
    '未設定主控台的公開位址（環境變數 PUBLIC_ORIGIN）',
  ),
  https: text('{domain} 的 HTTPS', 'HTTPS of {domain}', 'HTTPS de {domain}', '{domain} 的 HTTPS'),
  answers: WORD.reachable,
  colour: WORD.themeColour,
  contrast: text(
    '与白色的对比度为 {n}:1',
    'Contrast with white {n}:1',
    'Contraste com o branco {n}:1',
    '與白色的對比度為 {n}:1',
  ),
  otherDomain: text(
    '证书不包含 {domain}',
    'The certificate is not for {domain}',
    'O certificado não é para {domain}',
    '憑證不包含 {domain}',
  ),
} as const;

/** Returns the host that all domains of the brand must point to: the host of the console's public URL. */
const targetOf = ({ deployment }: ActorContext): string | null =>
  deployment.publicOrigin === null ? null : new URL(deployment.publicOrigin).hostname;

/** Checks whether the host is the public host or an alias of it. @throws UpstreamFailure, UpstreamTimeout (name server unreachable) */
async function pointsTo(ctx: ActorContext, host: string, target: string): Promise<boolean> {
  return host === target || (await ctx.ports.hosts.aliases(host)).includes(target);
}

/**
 * Finds changed domains that point to another host (42333). If the name server is unreachable, this check accepts the domain, because the
 * connection test reports the problem.
 */
async function domainFaults(ctx: ActorContext, before: Branding, after: Branding): Promise<FieldFault[]> {
  const target = targetOf(ctx);
  if (target === null) return [];
  const faults = OEM_DOMAINS.map(async (field): Promise<FieldFault[]> => {
    const domain = after[field];
    if (domain === '' || domain === before[field]) return [];
    try {
      if (await pointsTo(ctx, domain, target)) return [];
    } catch (error) {
      if (error instanceof UpstreamFailure || error instanceof UpstreamTimeout) return [];
      throw error;
    }
    const message = ctx.t(WORDS.pointFirst, { domain, target });
    return [{ code: 42333, error: { field, rule: 'cname', message } }];
  });
  return (await Promise.all(faults)).flat();
}

/** Checks that the certificate is for the console's domain (42331). */
function certificateFaults(ctx: ActorContext, { certPem, consoleDomain }: Branding): FieldFault[] {
  const [own] = readCertificates(certPem);
  if (!own || consoleDomain === '' || own.checkHost(consoleDomain)) return [];
  const message = ctx.t(WORDS.otherDomain, { domain: consoleDomain });
  return [{ code: 42331, error: { field: 'certPem', rule: 'domain', message } }];
}

async function domainChecks(ctx: ActorContext, domain: string): Promise<Check[]> {
  const target = targetOf(ctx);
  const alias = await checked(ctx, domain, async () => {
    if (target === null) throw new UpstreamFailure(ctx.t(WORDS.noTarget));
    if (!(await pointsTo(ctx, domain, target))) throw new UpstreamFailure(ctx.t(WORDS.pointFirst, { domain, target }));
    return ctx.t(WORDS.points, { target });
  });
  // Do not call a domain that does not point to the console, because it may belong to another party.
  if (!alias.ok) return [alias];
  const https = await checked(ctx, ctx.t(WORDS.https, { domain }), async () => {
    await ctx.ports.hosts.answersHttps(domain);
    return ctx.t(WORDS.answers);
  });
  return [alias, https];
}

export const oemHandlers = handlers(
  oemEndpoints,
  platformCalls('config.Oem', OEM, {
    oem: {
      check: (values, { locale }) => colourErrors(values, locale),
      verify: async (ctx, before, after) => [
        ...certificateFaults(ctx, after),
        ...(await domainFaults(ctx, before.values, after)),
      ],
      async test(ctx, { values }) {
        const domains = OEM_DOMAINS.map((field) => values[field]).filter((domain) => domain !== '');
        const checks = await Promise.all([...new Set(domains)].map((domain) => domainChecks(ctx, domain)));
        const colour = {
          name: ctx.t(WORDS.colour),
          ok: true,
          detail: ctx.t(WORDS.contrast, { n: shownContrast(values.themeColor) }),
        };
        return [colour, ...checks.flat()];
      },
    },
  }),
);
