/** Headers of every answer (QUALITY C.3 19). */
export interface HeaderSettings {
  /** Origins that may frame the console, besides its own. */
  readonly frameAncestors: readonly string[];
}

/** Origins that a page may load from, besides this server. */
export interface PageSources {
  /** Origins of map tiles. */
  readonly images: readonly string[];
  /** Origins from the page's own settings: an API (also for its pictures and videos), or another maps service. */
  readonly connections: readonly string[];
}

const joined = (...sources: readonly (string | readonly string[])[]): string => sources.flat().join(' ');

/** Policy of answers that are not pages: they load nothing, even if a browser is tricked into rendering them. */
function answerPolicy({ frameAncestors }: HeaderSettings): string {
  return `default-src 'none'; frame-ancestors ${joined("'self'", frameAncestors)}; base-uri 'none'; form-action 'none'`;
}

/**
 * Policy of the console's page: scripts only as files of this server, styles as files or with the nonce of this answer.
 * Style attributes need no exception: React, antd and the map set styles through the DOM, which the policy does not restrict.
 */
export function pagePolicy(settings: HeaderSettings, nonce: string, sources: PageSources): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${joined("'self'", 'data:', 'blob:', sources.images, sources.connections)}`,
    `media-src ${joined("'self'", sources.connections)}`,
    "font-src 'self' data:",
    `connect-src ${joined("'self'", sources.connections)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${joined("'self'", settings.frameAncestors)}`,
  ].join('; ');
}

/** Policy of the offline worker, which only fetches from this server. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** @param isHttps strict transport security is sent over HTTPS only */
export function commonHeaders(settings: HeaderSettings, isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': answerPolicy(settings),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    'cache-control': 'no-store',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Finds the origin of an address template such as `https://tiles.example/{z}/{x}/{y}.png`; `{s}` matches any sub-domain. */
export function originOf(address: string): string | null {
  const plain = address.replace('{s}', 'wildcard');
  if (!/^https?:\/\//i.test(plain) || !URL.canParse(plain)) return null;
  const { origin } = new URL(plain);
  return origin.replace('wildcard', '*').replace(/\*[^.]*\./, '*.');
}
