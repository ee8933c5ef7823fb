/** Paths that are never a target after a sign-in. */
const PUBLIC = /^\/user(\/|$)/;

/**
 * Reads a target inside this console from a `redirect` parameter, as path, query and hash. Returns `null` for anything else, for example
 * another origin, another scheme, credentials or control characters. It also returns `null` for an invalid or too long URL, and for the
 * sign-in pages (SPEC §2, ambiguities).
 *
 * @param value the parameter, already decoded once
 * @param origin the origin of this page, `https://console.example.com`
 */
export function safeRedirect(value: string | null | undefined, origin: string): string | null {
  if (!value || value.length > 2_000) return null;
  // Browsers remove tabs and line breaks and treat "\" as "/", so such values are refused before parsing.
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x7f || char === '\\' || (code >= 0x80 && code <= 0x9f)) return null;
  }
  if (!(value.startsWith(`${origin}/`) || (value.startsWith('/') && !value.startsWith('//')))) return null;
  let url: URL;
  try {
    url = new URL(value, origin);
    // Refuse a path that cannot be decoded, or that decodes to another host or to a sign-in page.
    const path = decodeURIComponent(url.pathname);
    if (path.startsWith('//') || path.includes('\\') || PUBLIC.test(path)) return null;
  } catch {
    return null;
  }
  if (url.origin !== origin || url.username || url.password || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the URL of the sign-in page. @param href the full URL to open after the sign-in (SPEC §2 "Logout") */
export function loginAddress(href: string): string {
  return `/user/login?redirect=${encodeURIComponent(href)}`;
}
