import { z } from 'zod';
import { id, keysOf, time, within, words } from './endpoint';
import {
  ARTICLE_KIND_TEXT,
  ARTICLE_LIMITS,
  AUDIENCES,
  BANNER_LIMITS,
  CATEGORY_LIMITS,
  FREQUENCY_TEXT,
  JUMP_TEXT,
  POSITIONS,
} from './information.states';
import { LOCALES } from './text';

/** This file declares the forms of articles, categories and banners. */

/** Builds the schema of a text in every language. Missing translations are empty strings. */
export const inEach = (one: z.ZodString) =>
  z.object(Object.fromEntries(LOCALES.map((locale) => [locale, one])) as Record<(typeof LOCALES)[number], z.ZodString>);
export const inLanguages = (max: number) => inEach(z.string().trim().max(max));
const teamIds = () => z.array(id()).max(200);

export const articleForm = {
  kind: z.enum(keysOf(ARTICLE_KIND_TEXT)),
  /** Code by which the apps request an agreement. */
  code: z.string().trim().regex(ARTICLE_LIMITS.code).nullable(),
  categoryId: id().nullable(),
  title: inLanguages(ARTICLE_LIMITS.title.max),
  summary: inLanguages(ARTICLE_LIMITS.summary),
  /** Text as HTML. The server stores only elements and attributes of the allow-list (DOMAIN §0.1 "Rich text"). */
  content: inLanguages(ARTICLE_LIMITS.content),
  coverId: id().nullable(),
  /** URL of a web page that replaces the content. `null` means that the article has its own content. */
  linkUrl: z
    .url({ protocol: /^https$/ })
    .max(ARTICLE_LIMITS.linkUrl)
    .nullable(),
  audience: z.array(z.enum(AUDIENCES)).min(1).max(AUDIENCES.length),
  /** Ids of stations. An empty list means all stations. */
  teamIds: teamIds(),
  tags: z.array(words(ARTICLE_LIMITS.tag)).max(ARTICLE_LIMITS.tags),
  sort: within(ARTICLE_LIMITS.sort),
  offlineAt: time().nullable(),
  allowComment: z.boolean(),
};

export const bannerForm = {
  title: words(BANNER_LIMITS.title),
  imageId: id(),
  position: z.enum(POSITIONS),
  jumpType: z.enum(keysOf(JUMP_TEXT)),
  jumpValue: z.string().trim().max(BANNER_LIMITS.jumpValue).nullable(),
  teamIds: teamIds(),
  startAt: time(),
  endAt: time(),
  frequency: z.enum(keysOf(FREQUENCY_TEXT)),
  sort: within(BANNER_LIMITS.sort),
};

export const categoryForm = {
  name: inLanguages(CATEGORY_LIMITS.name.max),
  code: z.string().trim().regex(CATEGORY_LIMITS.code),
  parentId: id().nullable(),
  iconId: id().nullable(),
  sort: within(ARTICLE_LIMITS.sort),
  visible: z.boolean(),
};

/** Form values of a stored article. Texts have no limits here, because a stored text can exceed a limit that was lowered later. */
export const storedArticle = {
  ...articleForm,
  code: z.string().nullable(),
  title: inEach(z.string()),
  summary: inEach(z.string()),
  content: inEach(z.string()),
  linkUrl: z.string().nullable(),
  tags: z.array(z.string()),
};
export const storedBanner = { ...bannerForm, title: z.string(), jumpValue: z.string().nullable() };
export const storedCategory = { ...categoryForm, name: inEach(z.string()), code: z.string() };
