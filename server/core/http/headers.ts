/** Settings for the headers of every answer (QUALITY C.3 19). */
export interface HeaderSettings {
  /** Origins that may embed the console in a frame, in addition to its own origin. */
  readonly frameAncestors: readonly string[];
}

/** Origins from which a page may load pictures, videos and data, in addition to this server. */
export interface PageSources {
  /** Origins of map images. */
  readonly images: readonly string[];
  /** Origins that the page's `config.js` names: an API, which may also serve pictures and videos, or another map service. */
  readonly connections: readonly string[];
}

const joined = (...sources: readonly (string | readonly string[])[]): string => sources.flat().join(' ');

/** Builds the content security policy of answers that are not pages. Such answers load nothing, even when a browser renders them. */
function answerPolicy({ frameAncestors }: HeaderSettings): string {
  return `default-src 'none'; frame-ancestors ${joined("'self'", frameAncestors)}; base-uri 'none'; form-action 'none'`;
}

/**
 * Builds the content security policy of the console's page and of the page with the API description. Scripts must be files of this server.
 * Styles must be files or have the nonce of this answer. Style attributes need no exception: React, antd and the map set styles through
 * the DOM, which the policy does not restrict.
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

/** Content security policy of the offline worker. The worker only requests files from this server. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Builds the headers of every answer. @param isHttps adds strict transport security, which is valid only over HTTPS */
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

/**
 * Finds the origin of a URL template such as `https://{s}.tiles.example/{z}/{x}/{y}.png`, as a source of a content security policy. Such a
 * source allows `*` only for whole labels at the start of the host, so `https://tile{s}.example.com` becomes `https://*.example.com`.
 *
 * @returns `null` for a text that is not an HTTP or HTTPS URL
 */
export function originOf(address: string): string | null {
  const plain = address.replace('{s}', 'wildcard');
  if (!/^https?:\/\//i.test(plain) || !URL.canParse(plain)) return null;
  const { origin } = new URL(plain);
  return origin.replace(/\/\/.*wildcard[^.:]*/, '//*');
}
