import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { isUpload } from '../../../contract/franchiseForm';
import { inWords } from '../../../contract/franchiseForm.words';
import { el } from '../../../contract/franchisePage.elements';
import { FILE_WORDS } from '../../../contract/franchisePage.files';
import { PAGE_STYLE } from '../../../contract/franchisePage.style';
import { type PageWord, POSITION_WORDS, pageView } from '../../../contract/franchisePage.view';
import { LANGUAGE_NAMES, type Locale, matchLocale } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { escapeHtml } from '../../core/escape-html';
import { countHit } from '../../core/http/rate';
import type { SecretBox } from '../../core/platforms/ports';
import { messageText } from '../../core/texts';
import { articleLinks } from '../information';
import { pcdChildren } from '../region';
import { presentOf, readSetting } from '../site';
import { embeddedJson, toHtml } from './html';
import { imageSrc, offered, type Published, publishedPage, sanitised } from './pages';
import { activeChannel } from './public';
import { applyScript } from './script';
import { countOne } from './store';
import { APPLY_PATH } from './url';
import { newVisit } from './visit';

/** The public application page as HTML in the visitor's language. Only sending it needs a script. */

interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}
const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
const SCRIPT_PATH = '/api/franchise/apply.js';
const NONCE_BYTES = 16;
const MOST_CODE = 32;
/** Reopening the page within this many seconds counts as the same visit. */
const VISIT_SECONDS = 1_800;
/** Maximum number of articles below the form. */
const MOST_ARTICLES = 5;

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'sha256-${STYLE_HASH}'`,
    // Pictures that an applicant chose are previewed from the device.
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** Chooses the language: `?lang=`, else the browser's, among the languages that the tenant offers. */
async function languageOf(db: Kysely<Database>, request: FastifyRequest) {
  const { locales, fallback } = await offered(db);
  const { lang } = request.query as { readonly lang?: unknown };
  const tags = [String(lang ?? ''), ...(request.headers['accept-language'] ?? '').split(',')].map(
    (tag) => tag.split(';')[0] ?? '',
  );
  const wanted = tags.map(matchLocale).find((locale) => locale !== null && locales.includes(locale));
  return { locale: wanted ?? fallback, locales };
}

const say =
  (locale: Locale) =>
  (word: PageWord): string =>
    messageText(`applyPage.${word}`)[locale];

/** Keys of the texts that the script shows. */
const SCRIPT_WORDS = [
  'choose',
  'province',
  'city',
  'district',
  'sendCode',
  'resend',
  'codeSent',
  'agreeFirst',
  'captchaMissing',
  'codeMissing',
  'changed',
  'number',
  'sending',
  'fix',
  ...FILE_WORDS,
  ...POSITION_WORDS,
] as const;

function shell(parts: {
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

/** Renders the tenant's name and links to the page in the other languages. */
function top(siteName: string, locale: Locale, locales: readonly Locale[]): string {
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

/** Renders links to the published articles whose audience is the franchise page; nothing without one. */
async function articleList({ db, clock }: Deps, locale: Locale): Promise<string> {
  const articles = await articleLinks(db, {
    ...{ audience: 'franchisePage', now: clock.now(), locale, limit: MOST_ARTICLES },
  });
  if (articles.length === 0) return '';
  const links = articles.map(({ title, href }) => el('li', {}, el('a', { href, dir: 'auto' }, title)));
  const heading = el('h2', { id: 'articles' }, messageText('applyPage.articles')[locale]);
  return toHtml(
    el('aside', { class: 'page', 'aria-labelledby': 'articles' }, heading, el('ul', { class: 'links' }, links)),
  );
}

async function pageHtml(
  deps: Deps,
  page: Published,
  parts: { locale: Locale; locales: Locale[]; siteName: string; nonce: string; channel: string | null },
) {
  const { locale, locales, siteName, nonce, channel } = parts;
  const { version } = page;
  const content = sanitised(page.content);
  const { settings, fields } = content;
  const src = imageSrc(deps.secrets);
  const view = pageView({ content, locale, say: say(locale), imageOf: src, provinces: pcdChildren(null) });
  const data = {
    ...{ version, fields, locale, channel, needSms: settings.needSms },
    ...(fields.some(isUpload) && { visit: newVisit(deps) }),
    words: Object.fromEntries(SCRIPT_WORDS.map((word) => [word, messageText(`applyPage.${word}`)[locale]])),
  };
  const script = await applyScript();
  const image =
    settings.shareImage === null ? '' : `<meta property="og:image" content="${escapeHtml(src(settings.shareImage))}">`;
  const title = inWords(settings.title, locale);
  return shell({
    locale,
    title,
    head: `<meta property="og:title" content="${escapeHtml(title)}">${image}`,
    body: `${top(siteName, locale, locales)}${toHtml(view)}${await articleList(deps, locale)}
<noscript><p class="problem">${escapeHtml(messageText('applyPage.noScript')[locale])}</p></noscript>
<script type="application/json" id="form-data" nonce="${nonce}">${embeddedJson(data)}</script>
<script src="${SCRIPT_PATH}?v=${script.hash}" nonce="${nonce}" defer></script>`,
  });
}

const noteHtml = (locale: Locale, siteName: string, text: string) =>
  shell({
    locale,
    title: siteName,
    body: `<main class="page"><h1 dir="auto">${escapeHtml(siteName)}</h1><p>${escapeHtml(text)}</p></main>`,
  });

/** Counts a visit once per browser and half hour. */
async function countVisit({ db, clock }: Deps, request: FastifyRequest, channel: string | null): Promise<void> {
  const agent = createHash('sha256')
    .update(`${request.ip}\n${request.headers['user-agent'] ?? ''}`)
    .digest('base64url');
  const key = `franchise:visit:${channel ?? ''}:${agent.slice(0, 22)}`;
  const { hits } = await countHit(db, clock, key, VISIT_SECONDS);
  if (hits > 1) return;
  const { day } = await presentOf({ db, clock });
  await countOne(db, channel ?? '', day, 'visits');
}

async function answer(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, clock } = deps;
  const { locale, locales } = await languageOf(db, request);
  const { siteName } = await readSetting(db, 'identity');
  const nonce = clock.randomBytes(NONCE_BYTES).toString('base64');
  reply
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language')
    .type('text/html; charset=utf-8');
  const page = await publishedPage(deps);
  if (!page) return reply.code(404).send(noteHtml(locale, siteName, messageText('applyPage.none')[locale]));
  if (!page.isOpen) return reply.send(noteHtml(locale, siteName, messageText('applyPage.closed')[locale]));
  const { code = '' } = request.params as { readonly code?: string };
  const channel = await activeChannel(deps, code.slice(0, MOST_CODE) || null);
  if (request.method === 'GET') await countVisit(deps, request, channel);
  return reply.send(await pageHtml(deps, page, { locale, locales, siteName, nonce, channel }));
}

export function registerApplyRoutes(http: FastifyInstance, deps: Deps): void {
  for (const url of [APPLY_PATH, `${APPLY_PATH}/:code`]) {
    http.get(url, { compress: { encodings: ['br', 'gzip'] } }, (request, reply) => answer(deps, request, reply));
  }
  http.get(SCRIPT_PATH, { compress: { encodings: ['br', 'gzip'] } }, async (_request, reply) => {
    const { text } = await applyScript();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(text);
  });
}
