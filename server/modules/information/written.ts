import type { Kysely } from 'kysely';
import type { FieldError } from '../../../contract/endpoint';
import { LANGUAGE_NAMES, LOCALES, type Locale, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Database } from '../../core/database/schema';
import type { Words } from '../../core/database/tables/information';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { usableFiles } from '../file';
import { readSetting } from '../site';
import { isOwnPicture, pictureSrc } from './pictures';
import { isBlank, sanitiseHtml } from './sanitise';

/** Titles and rich texts in several languages, as the forms for articles and announcements send them. */

const WORDS = {
  title: text(
    '{language}的标题须为 {min}–{max} 个字符',
    'The title in {language} must be {min}–{max} characters',
    'O título em {language} deve ter de {min} a {max} caracteres',
    '{language}的標題須為 {min}–{max} 個字元',
  ),
  content: text(
    '{language}的内容不能为空',
    'Content in {language} is required',
    'O conteúdo em {language} é obrigatório',
    '{language}的內容不能為空',
  ),
} as const satisfies Record<string, Text>;

/** Messages to the user after a step. `{name}` is a placeholder. */
export const STEP_WORDS = {
  scheduled: text('“{name}”将定时发布', '{name} scheduled', '{name} agendado', '「{name}」將定時發布'),
  unscheduled: text(
    '“{name}”已取消定时',
    'Schedule of {name} cancelled',
    'Agendamento de {name} cancelado',
    '「{name}」已取消定時',
  ),
  withdrawn: WORD.nameWithdrawn,
  pinned: text('“{name}”已置顶', '{name} pinned', '{name} fixado', '「{name}」已置頂'),
  unpinned: text('“{name}”已取消置顶', '{name} unpinned', '{name} desafixado', '「{name}」已取消置頂'),
  removed: WORD.nameDeleted,
} as const satisfies Record<string, Text>;

/** Sanitises the texts. A text without visible content becomes an empty text. */
export function cleanedContent(ctx: ActorContext, content: Words): Words {
  const isOwn = isOwnPicture(ctx.ports.secrets);
  const entries = LOCALES.map((locale) => {
    const html = sanitiseHtml(content[locale], isOwn);
    return [locale, isBlank(html) ? '' : html];
  });
  return Object.fromEntries(entries) as unknown as Words;
}

/** Finds the titles that are too short. An empty title is an error only in the default language. */
export function titleErrors(
  ctx: ActorContext,
  title: Words,
  defaultLocale: Locale,
  limits: { readonly min: number; readonly max: number },
): FieldError[] {
  return LOCALES.flatMap((locale) => {
    const { length } = [...title[locale]];
    if (length >= limits.min || (length === 0 && locale !== defaultLocale)) return [];
    const message = ctx.t(WORDS.title, { language: LANGUAGE_NAMES[locale], ...limits });
    return [{ field: `title.${locale}`, rule: 'minLength', message }];
  });
}

/** Returns an error if the default language has no text. */
export function contentErrors(ctx: ActorContext, content: Partial<Words>, defaultLocale: Locale): FieldError[] {
  if (content[defaultLocale]) return [];
  const message = ctx.t(WORDS.content, { language: LANGUAGE_NAMES[defaultLocale] });
  return [{ field: `content.${defaultLocale}`, rule: 'required', message }];
}

/** Reads the enabled languages, the default language and the sensitive words for the forms for articles and announcements. */
export async function writingFacts(db: Kysely<Database>) {
  const { enabledLocales, defaultLocale } = await readSetting(db, 'locale');
  const { sensitiveWords } = await readSetting(db, 'business');
  const languages = LOCALES.filter((locale) => enabledLocales.includes(locale));
  return { languages, defaultLanguage: defaultLocale, sensitiveWords: [...sensitiveWords] };
}

/** Returns the permanent URL of a picture that the caller uploaded for a text. @throws Refusal 40401 (no such picture of the caller) */
export const ownPicture =
  (scene: 'articlePicture' | 'announcementPicture') =>
  async (ctx: ActorContext, { fileId }: { readonly fileId: number }) => {
    const usable = await usableFiles(ctx, { scene, ids: [fileId] });
    if (!usable.has(fileId)) throw refuse(40401);
    return { src: pictureSrc(ctx.ports.secrets, fileId) };
  };
