import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { isUpload } from '../../../contract/franchiseForm';
import { inWords } from '../../../contract/franchiseForm.words';
import { el } from '../../../contract/franchisePage.elements';
import { POSITION_WORDS } from '../../../contract/franchisePage.fieldView';
import { FILE_WORDS } from '../../../contract/franchisePage.files';
import { pageView } from '../../../contract/franchisePage.view';
import type { Locale } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { escapeHtml } from '../../core/escape-html';
import { countHit } from '../../core/http/rate';
import type { SecretBox } from '../../core/platforms/ports';
import { messageText } from '../../core/texts';
import { STATUS_PATH } from '../franchise';
import { articleLinks } from '../information';
import { pcdChildren } from '../region';
import { presentOf, readSetting } from '../site';
import { toHtml } from './html';
import { imageSrc, type Published, publishedPage, sanitised } from './pages';
import { activeChannel } from './public';
import { applyScript } from './script';
import { languageOf, noteHtml, pageHeaders, SCRIPT_PATH, say, scriptHtml, shell, top, wordsIn } from './shell';
import { statusAnswer, statusLink } from './statusPage';
import { countOne } from './store';
import { APPLY_PATH } from './url';
import { newVisit } from './visit';

/** The public application page as HTML in the visitor's language. The page can be read without a script, but the form needs the script. */

interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}
const MOST_CODE = 32;
/** Seconds during which repeated requests of one browser through one channel count as one visit. */
const VISIT_SECONDS = 1_800;
/** Maximum number of articles below the form. */
const MOST_ARTICLES = 5;

/** Keys of the texts that the script displays. */
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

/** Renders links to published articles for the audience of the franchise page. Without articles it renders nothing. */
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
    words: wordsIn(SCRIPT_WORDS, locale),
  };
  const image =
    settings.shareImage === null ? '' : `<meta property="og:image" content="${escapeHtml(src(settings.shareImage))}">`;
  const title = inWords(settings.title, locale);
  return shell({
    locale,
    title,
    head: `<meta property="og:title" content="${escapeHtml(title)}">${image}`,
    body: `${top(siteName, locale, locales)}${toHtml(view)}${statusLink(locale)}${await articleList(deps, locale)}
${await scriptHtml(data, nonce, locale)}`,
  });
}

/** Counts a visit by channel. Further visits with the same IP address and browser type within half an hour are not counted. */
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
  const nonce = pageHeaders(reply, clock);
  const page = await publishedPage(deps);
  const note = (word: 'none' | 'closed') => noteHtml(locale, siteName, say(locale)(word), statusLink(locale));
  if (!page) return reply.code(404).send(note('none'));
  if (!page.isOpen) return reply.send(note('closed'));
  const { code = '' } = request.params as { readonly code?: string };
  const channel = await activeChannel(deps, code.slice(0, MOST_CODE) || null);
  if (request.method === 'GET') await countVisit(deps, request, channel);
  return reply.send(await pageHtml(deps, page, { locale, locales, siteName, nonce, channel }));
}

export function registerApplyRoutes(http: FastifyInstance, deps: Deps): void {
  for (const url of [APPLY_PATH, `${APPLY_PATH}/:code`]) {
    http.get(url, { compress: { encodings: ['br', 'gzip'] } }, (request, reply) => answer(deps, request, reply));
  }
  http.get(STATUS_PATH, { compress: { encodings: ['br', 'gzip'] } }, (request, reply) =>
    statusAnswer(deps, request, reply),
  );
  http.get(SCRIPT_PATH, { compress: { encodings: ['br', 'gzip'] } }, async (_request, reply) => {
    const { text } = await applyScript();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(text);
  });
}
