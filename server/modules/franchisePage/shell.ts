import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { el } from '../../../contract/franchisePage.elements';
import { PAGE_STYLE } from '../../../contract/franchisePage.style';
import type { applyPage } from '../../../contract/locales/zh-CN/applyPage';
import { LANGUAGE_NAMES, type Locale, matchLocale } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { escapeHtml } from '../../core/escape-html';
import { messageText } from '../../core/texts';
import { embeddedJson, toHtml } from './html';
import { offered } from './pages';
import { applyScript } from './script';

/** Common components of the public pages: language, security policy, document and script. */

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
export const SCRIPT_PATH = '/api/franchise/apply.js';
const NONCE_BYTES = 16;
export type ApplyWord = keyof typeof applyPage;

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'sha256-${STYLE_HASH}'`,
    // The page previews pictures from the device. The URLs of these pictures begin with `blob:`.
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** Chooses the page language: `?lang=`, else the browser's languages, else the default. The tenant must offer the language. */
export async function languageOf(db: Kysely<Database>, request: FastifyRequest) {
  const { locales, fallback } = await offered(db);
  const { lang } = request.query as { readonly lang?: unknown };
  const tags = [String(lang ?? ''), ...(request.headers['accept-language'] ?? '').split(',')].map(
    (tag) => tag.split(';')[0] ?? '',
  );
  const wanted = tags.map(matchLocale).find((locale) => locale !== null && locales.includes(locale));
  return { locale: wanted ?? fallback, locales };
}

export const say =
  (locale: Locale) =>
  (word: ApplyWord): string =>
    messageText(`applyPage.${word}`)[locale];

export function shell(parts: {
  readonly locale: Locale;
  readonly title: string;
  readonly head?: string;
  readonly body: string;
}): string {
  const { locale, title, head = '', body } = parts;
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${PAGE_STYLE}</style></head>
<body>${body}</body></html>
`;
}

/** Renders the page header: the tenant's name, and links to the page in each language if there is more than one. */
export function top(siteName: string, locale: Locale, locales: readonly Locale[]): string {
  const links = locales.map((one) =>
    el('a', { href: `?lang=${one}`, lang: one, 'aria-current': one === locale ? 'true' : null }, LANGUAGE_NAMES[one]),
  );
  const label = messageText('applyPage.languages')[locale];
  return toHtml(
    el(
      'header',
      { class: 'top' },
      el('span', { dir: 'auto' }, siteName),
      locales.length > 1 ? el('nav', { 'aria-label': label }, links) : null,
    ),
  );
}

/** Renders a page that contains only a sentence and links. */
export const noteHtml = (locale: Locale, siteName: string, text: string, links = '') =>
  shell({
    locale,
    title: siteName,
    body: `<main class="page"><h1 dir="auto">${escapeHtml(siteName)}</h1><p>${escapeHtml(text)}</p>${links}</main>`,
  });

/** Sets the HTTP headers of a public page. @returns the nonce of its script */
export function pageHeaders(reply: FastifyReply, clock: Clock): string {
  const nonce = clock.randomBytes(NONCE_BYTES).toString('base64');
  reply
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language')
    .type('text/html; charset=utf-8');
  return nonce;
}

/** Renders the script with its data, and a note for browsers without JavaScript. */
export async function scriptHtml(data: object, nonce: string, locale: Locale): Promise<string> {
  const script = await applyScript();
  return `<noscript><p class="problem">${escapeHtml(messageText('applyPage.noScript')[locale])}</p></noscript>
<script type="application/json" id="form-data" nonce="${nonce}">${embeddedJson(data)}</script>
<script src="${SCRIPT_PATH}?v=${script.hash}" nonce="${nonce}" defer></script>`;
}

/** Returns texts of the public pages in a language, by key. */
export const wordsIn = (keys: readonly ApplyWord[], locale: Locale): Record<string, string> =>
  Object.fromEntries(keys.map((word) => [word, messageText(`applyPage.${word}`)[locale]]));
