import { text } from '../../contract/text';
import type { CallContext } from './http/context';
import { refuse } from './http/refusal';

/** Pattern for a `Host` that names the local machine. A link with such a host would open the recipient's own machine. */
export const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const MISSING = text(
  '控制台的公开地址（环境变量 PUBLIC_ORIGIN）',
  'The public address of the console (environment variable PUBLIC_ORIGIN)',
  'O endereço público do console (variável de ambiente PUBLIC_ORIGIN)',
  '主控台的公開位址（環境變數 PUBLIC_ORIGIN）',
);

/**
 * Builds the URL of a console page for a message without a secret. Returns `null` when no origin is configured and the caller does not use
 * a local host name.
 *
 * @param path URL path with its leading slash, such as `/user/login`
 */
export function findConsoleLink(
  { deployment, origin }: Pick<CallContext, 'deployment' | 'origin'>,
  path: string,
): string | null {
  if (deployment.publicOrigin !== null) return `${deployment.publicOrigin}${path}`;
  const open = URL.canParse(origin) ? new URL(origin) : null;
  return open && LOCAL_HOST.test(open.host) ? `${open.origin}${path}` : null;
}

/**
 * Builds a link to a page of this console for a message to another user. Any client can set the `Host` header. A one-time link
 * under a foreign host would reveal its secret to that host. Therefore only the configured origin or a local host is used.
 *
 * @param path URL path with its leading slash, such as `/user/login`
 * @throws Refusal 42330 (no `PUBLIC_ORIGIN`, and the caller does not use a local host name)
 */
export function consoleLink(ctx: Pick<CallContext, 'deployment' | 'origin' | 't'>, path: string): string {
  const link = findConsoleLink(ctx, path);
  if (link === null) throw refuse(42330, { missing: ctx.t(MISSING) });
  return link;
}
