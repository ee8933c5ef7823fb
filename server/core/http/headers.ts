/** Headers of every answer (QUALITY C.3 19). */
export interface HeaderSettings {
  /** Who may show the console in a frame, besides itself: origins, or nothing. */
  readonly frameAncestors: readonly string[];
}

/** Where a page may load from, besides this server. */
export interface PageSources {
  /** Origins of map tiles. */
  readonly images: readonly string[];
  /** Origins that the page's own settings name: an API, whose pictures and videos are shown as well, or a maps service elsewhere. */
  readonly connections: readonly string[];
}

const joined = (...sources: readonly (string | readonly string[])[]): string => sources.flat().join(' ');

/** Whatever is no page loads nothing at all, even if a browser is tricked into showing it. */
function answerPolicy({ frameAncestors }: HeaderSettings): string {
  return `default-src 'none'; frame-ancestors ${joined("'self'", frameAncestors)}; base-uri 'none'; form-action 'none'`;
}

/**
 * The console's page: scripts only as files of this server, styles as files or with the nonce of this very answer.
 * Style attributes need no exception: React, antd and the map set styles through the DOM, which the policy does not touch.
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

/** The offline worker: it fetches from this server, and does nothing else that a policy could forbid. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** @param isHttps strict transport is only promised where it is in use */
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

/** The origin of an address template such as `https://tiles.example/{z}/{x}/{y}.png`, with `{s}` as any sub-domain. */
export function originOf(address: string): string | null {
  const plain = address.replace('{s}', 'wildcard');
  if (!/^https?:\/\//i.test(plain) || !URL.canParse(plain)) return null;
  const { origin } = new URL(plain);
  return origin.replace('wildcard', '*').replace(/\*[^.]*\./, '*.');
}
