import type { Kysely } from 'kysely';
import { type Block, FORMATTED, type PageContent } from '../../../contract/franchisePage.content';
import { LOCALES, type Locale, type Text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { CallContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { SecretBox } from '../../core/platforms/ports';
import { messageText } from '../../core/texts';
import { contentOf, type FormRow, formInState } from '../franchise';
import { pictureSrc, sanitiseHtml } from '../information';
import { presentOf, readSetting } from '../site';

/** The application page as visitors see it. */

export interface Published {
  readonly version: number;
  readonly content: PageContent;
  /** Whether applications are accepted on this day. */
  readonly isOpen: boolean;
  readonly day: string;
}
interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** Returns the languages that visitors can choose, in the order of `LOCALES`, and the tenant's default language. */
export async function offered(
  db: Kysely<Database>,
): Promise<{ readonly locales: Locale[]; readonly fallback: Locale }> {
  const { enabledLocales, defaultLocale } = await readSetting(db, 'locale');
  return { locales: LOCALES.filter((locale) => enabledLocales.includes(locale)), fallback: defaultLocale };
}

export const imageSrc =
  (secrets: Pick<SecretBox, 'digest'>) =>
  (id: number): string =>
    pictureSrc(secrets, id);

/** Finds the published page. Returns `null` if no page is published. */
export async function publishedPage(tools: Tools): Promise<Published | null> {
  const { at, day } = await presentOf(tools);
  const row: FormRow | undefined = await formInState(tools.db, 'published', at);
  if (!row) return null;
  const content = contentOf(row);
  const { openFrom, openTo } = content.settings;
  const isOpen = (openFrom === null || openFrom <= day) && (openTo === null || day <= openTo);
  return { version: row.version, content, isOpen, day };
}

/** Returns the published page. @throws Refusal 40401 no page is published */
export async function requirePage(ctx: CallContext): Promise<Published> {
  const page = await publishedPage(ctx);
  if (!page) throw refuse(40401);
  return page;
}

/** Checks that the page accepts applications. @throws Refusal 42282 the page accepts no applications on this day */
export function assertOpen(ctx: CallContext, page: Published): void {
  if (!page.isOpen) throw refuse(42282, {}, null, ctx.t(messageText('applyPage.closed')));
}

const withCleanText = (block: Block): Block => ({
  ...block,
  text: Object.fromEntries(LOCALES.map((locale) => [locale, sanitiseHtml(block.text[locale], () => false)])) as Text,
});

/**
 * Sanitises the formatted texts of a page and removes pictures from them, because pictures have their own blocks. The texts are sanitised
 * when a page is stored. They are sanitised again when the page is read, in case another program changed the stored page.
 */
export const sanitised = (content: PageContent): PageContent => ({
  ...content,
  blocks: content.blocks.map((block) => (FORMATTED.includes(block.kind) ? withCleanText(block) : block)),
});
