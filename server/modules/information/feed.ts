import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { keysOf } from '../../../contract/endpoint';
import { ARTICLE_KIND_TEXT, AUDIENCES, type Audience, POSITIONS } from '../../../contract/information.states';
import { LOCALES, type Locale, text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { ArticleBody } from '../../core/database/tables/information';
import { wallTime } from '../../core/money/days';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { fileKey, findFile } from '../file';
import { readSetting } from '../site';
import { previewText } from './article-answers';
import {
  editedArticle,
  type ShownArticle,
  shownAgreement,
  shownArticle,
  shownArticles,
  shownBanners,
} from './feed-store';
import { articlePage, PAGE_POLICY } from './page';
import { isPictureAddress, PICTURE_SCENES, pictureSrc } from './pictures';
import { inLanguage } from './texts';

/**
 * The feed for apps and mini programs (docs/content-api.md). It is open to everyone. Apart from signed previews, it contains only published
 * content. Caches may store an answer for a minute and then revalidate it by ETag; pictures are stored for a year. Answers do not depend
 * on a session, so shared caches may store them.
 */

interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly files: FilePort;
  readonly secrets: SecretBox;
}
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const FRESH_SECONDS = 60;
const PICTURE_SECONDS = 365 * 86_400;
const LARGEST_PAGE = 50;
const PREVIEW = text('预览，尚未发布', 'Preview: not published', 'Prévia: não publicado', '預覽，尚未發布');

const QUERY = z.object({
  locale: z.enum(LOCALES).optional(),
  audience: z.enum(AUDIENCES).default('userApp'),
  team: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  kind: z.enum(keysOf(ARTICLE_KIND_TEXT)).exclude(['agreement']).default('article'),
  category: z.string().max(32).optional(),
  position: z.enum(POSITIONS).default('home'),
  page: z.coerce.number().int().min(1).max(200).default(1),
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(20),
});
const ID = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const missing = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').send({ code: 40401, msg: 'Not found', data: null });

/** Sends the content with its ETag. If the client already has this content, the answer has status 304 and no body. */
function tagged(request: FastifyRequest, reply: FastifyReply, type: string, body: string) {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply
    .header('etag', tag)
    .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
    .header('access-control-allow-origin', '*');
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  // A compressing proxy marks the ETag as weak (`W/`).
  if (known.some((one) => one === '*' || one.replace(/^W\//, '') === tag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
const json = (request: FastifyRequest, reply: FastifyReply, data: unknown) =>
  tagged(request, reply, 'application/json; charset=utf-8', JSON.stringify({ code: 100, msg: '', data }));

async function languages(db: Kysely<Database>, asked: Locale | undefined) {
  const { defaultLocale, timeZone } = await readSetting(db, 'locale');
  return { locale: asked ?? defaultLocale, fallback: defaultLocale, timeZone };
}
type Languages = Awaited<ReturnType<typeof languages>>;

function head(secrets: SecretBox, article: ShownArticle, { locale, fallback }: Languages) {
  const { body } = article;
  return {
    id: article.id,
    kind: article.kind,
    title: inLanguage(body.title, locale, fallback),
    summary: body.summary[locale] || body.summary[fallback],
    coverUrl: body.coverId === null ? null : pictureSrc(secrets, body.coverId),
    category: article.categoryCode,
    tags: body.tags,
    pinned: article.pinned,
    linkUrl: body.linkUrl,
    publishedAt: article.publishAt?.toISOString() ?? null,
  };
}
/** Returns the content in the requested language, or in the default language if the requested one has no content. */
function contentIn(body: ArticleBody, { locale, fallback }: Languages) {
  const language = body.content[locale] ? locale : fallback;
  return { language, content: body.content[language] };
}
const whole = (secrets: SecretBox, article: ShownArticle, asked: Languages) => ({
  ...head(secrets, article, asked),
  ...contentIn(article.body, asked),
  code: article.code,
  version: article.no,
  versionAt: article.versionAt.toISOString(),
  allowComment: article.body.allowComment,
});

/**
 * Lists published articles for all stations with their links: an article's external link, or the URL of its page. If there are fewer
 * articles than `limit`, help articles follow.
 */
export async function articleLinks(
  db: Kysely<Database>,
  { audience, now, locale, limit }: { audience: Audience; now: Date; locale: Locale; limit: number },
): Promise<readonly { readonly title: string; readonly href: string }[]> {
  const { fallback } = await languages(db, locale);
  const filter = { audience, now, teamId: null, category: null, offset: 0, limit };
  const articles = await shownArticles(db, { ...filter, kind: 'article' });
  const help = articles.length < limit ? await shownArticles(db, { ...filter, kind: 'help' }) : [];
  return [...articles, ...help].slice(0, limit).map(({ id, body }) => ({
    title: inLanguage(body.title, locale, fallback),
    href: body.linkUrl ?? `/api/content/page/${id}?locale=${locale}`,
  }));
}

function jsonRoutes({ db, clock, secrets }: Deps, route: (url: string, handler: Handler) => void) {
  route('/api/content/articles', async (request, reply) => {
    const asked = QUERY.safeParse(request.query);
    if (!asked.success) return reply.code(400).send({ code: 40001, msg: 'Invalid parameters', data: null });
    const { audience, team = null, kind, category = null, page, limit } = asked.data;
    const filter = { audience, teamId: team, kind, category, now: clock.now() };
    // Read one article more than the limit to find out whether there is a next page.
    const found = await shownArticles(db, { ...filter, offset: (page - 1) * limit, limit: limit + 1 });
    const inLanguages = await languages(db, asked.data.locale);
    const list = found.slice(0, limit).map((article) => head(secrets, article, inLanguages));
    return json(request, reply, { list, more: found.length > limit });
  });
  const one =
    (find: (key: string) => Promise<ShownArticle | undefined>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = QUERY.safeParse(request.query);
      const article = asked.success ? await find((request.params as { key: string }).key) : undefined;
      if (!article) return missing(reply);
      return json(request, reply, whole(secrets, article, await languages(db, asked.data?.locale)));
    };
  route(
    '/api/content/articles/:key',
    one(async (key) => {
      const id = ID.safeParse(key);
      return id.success ? shownArticle(db, id.data, clock.now()) : undefined;
    }),
  );
  route(
    '/api/content/agreements/:key',
    one(async (key) => shownAgreement(db, key, clock.now())),
  );
  route('/api/content/banners', async (request, reply) => {
    const asked = QUERY.safeParse(request.query);
    if (!asked.success) return reply.code(400).send({ code: 40001, msg: 'Invalid parameters', data: null });
    const found = await shownBanners(db, asked.data.position, asked.data.team ?? null, clock.now());
    const list = found.map(({ imageId, endAt, ...banner }) => ({
      ...banner,
      imageUrl: pictureSrc(secrets, imageId),
      endAt: endAt.toISOString(),
    }));
    return json(request, reply, { list });
  });
}

function pageRoutes({ db, clock, secrets }: Deps, route: (url: string, handler: Handler) => void) {
  const asPage = (request: FastifyRequest, reply: FastifyReply, page: string) => {
    reply.header('content-security-policy', PAGE_POLICY);
    return tagged(request, reply, 'text/html; charset=utf-8', page);
  };
  const day = (at: Date | null, { timeZone }: Languages) => (at ? wallTime(at, timeZone).day : '');
  route('/api/content/page/:key', async (request, reply) => {
    const id = ID.safeParse((request.params as { key: string }).key);
    const asked = QUERY.safeParse(request.query);
    const article = id.success && asked.success ? await shownArticle(db, id.data, clock.now()) : undefined;
    if (!article || article.body.linkUrl !== null) return missing(reply);
    const inLanguages = await languages(db, asked.data?.locale);
    const { language, content } = contentIn(article.body, inLanguages);
    const title = inLanguage(article.body.title, language, inLanguages.fallback);
    return asPage(
      request,
      reply,
      articlePage({ language, title, note: day(article.publishAt, inLanguages), previewNote: null, content }),
    );
  });
  route('/api/content/preview/:key', async (request, reply) => {
    const query = request.query as { e?: string; s?: string };
    const id = ID.safeParse((request.params as { key: string }).key);
    const asked = QUERY.safeParse(request.query);
    const until = Number(query.e);
    const isValid =
      id.success &&
      asked.success &&
      until * 1_000 > clock.now().getTime() &&
      secrets.isSigned(previewText(id.data, until), String(query.s ?? ''));
    const article = isValid ? await editedArticle(db, id.data) : undefined;
    if (!article) return missing(reply);
    const inLanguages = await languages(db, asked.data?.locale);
    const { language, content } = contentIn(article as never, inLanguages);
    const title = inLanguage(article.title, language, inLanguages.fallback);
    const note = day(article.publishAt, inLanguages);
    const sent = articlePage({ language, title, note, previewNote: PREVIEW[inLanguages.locale], content });
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(sent);
  });
}

/** Serves pictures. A URL always has the same content, so caches may store it for a year. */
function pictureRoute({ db, secrets, files }: Deps, route: (url: string, handler: Handler) => void) {
  route('/api/content/images/:key/:hash', async (request, reply) => {
    const { key, hash } = request.params as { key: string; hash: string };
    const id = ID.safeParse(key);
    const file = id.success && isPictureAddress(secrets, id.data, hash) ? await findFile(db, id.data) : null;
    if (!file || !PICTURE_SCENES.includes(file.scene)) return missing(reply);
    const bytes = await files.get(fileKey(file.scene, file.id, file.contentType));
    return reply
      .type(file.contentType)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', `public, max-age=${PICTURE_SECONDS}, immutable`)
      .send(Buffer.from(bytes));
  });
}

export function registerContentRoutes(http: FastifyInstance, deps: Deps): void {
  const route = (url: string, handler: Handler) => http.get(url, handler);
  jsonRoutes(deps, route);
  pageRoutes(deps, route);
  pictureRoute(deps, route);
}
