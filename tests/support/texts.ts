import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleTexts as consoleEn } from '../../contract/locales/en-US/console';
import { pagesTexts as pagesEn } from '../../contract/locales/en-US/pages';
import { publicTexts as publicEn } from '../../contract/locales/en-US/public';
import { consoleTexts as consolePt } from '../../contract/locales/pt-BR/console';
import { pagesTexts as pagesPt } from '../../contract/locales/pt-BR/pages';
import { publicTexts as publicPt } from '../../contract/locales/pt-BR/public';
import { consoleTexts as consoleZh } from '../../contract/locales/zh-CN/console';
import { pagesTexts as pagesZh } from '../../contract/locales/zh-CN/pages';
import { publicTexts as publicZh } from '../../contract/locales/zh-CN/public';
import { consoleTexts as consoleTw } from '../../contract/locales/zh-TW/console';
import { pagesTexts as pagesTw } from '../../contract/locales/zh-TW/pages';
import { publicTexts as publicTw } from '../../contract/locales/zh-TW/public';
import { LOCALES, type Locale, type Text } from '../../contract/text';
import { WORD } from '../../contract/words';

/** Lists texts of the product: catalogues, shared words, and texts declared in code. */

export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Part = 'publicTexts' | 'consoleTexts' | 'pagesTexts';
export const CATALOGUES: Readonly<Record<Part, Readonly<Record<Locale, Catalogue>>>> = {
  publicTexts: { 'zh-CN': publicZh, 'zh-TW': publicTw, 'en-US': publicEn, 'pt-BR': publicPt },
  consoleTexts: { 'zh-CN': consoleZh, 'zh-TW': consoleTw, 'en-US': consoleEn, 'pt-BR': consolePt },
  pagesTexts: { 'zh-CN': pagesZh, 'zh-TW': pagesTw, 'en-US': pagesEn, 'pt-BR': pagesPt },
};

export interface Placed {
  readonly place: string;
  readonly text: Text;
}

/** Lists the texts of the catalogues. The place of a text is its key. */
export function catalogueTexts(): Placed[] {
  return Object.values(CATALOGUES).flatMap((part) =>
    Object.entries(part['zh-CN']).flatMap(([area, texts]) =>
      Object.keys(texts).map((key) => ({
        place: `${area}.${key}`,
        text: Object.fromEntries(LOCALES.map((locale) => [locale, part[locale][area]?.[key] ?? ''])) as Text,
      })),
    ),
  );
}

const STRING = String.raw`\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),?`;
const CALL = new RegExp(String.raw`\btext\(${STRING}${STRING}${STRING}${STRING}\s*\)`, 'g');

/** Folders whose code declares texts. */
const CODE = ['contract', 'server', 'src', 'mock'];

export const sharedTexts = (): Placed[] =>
  Object.entries(WORD).map(([name, text]) => ({ place: `words.${name}`, text }));

const PROPERTY = /^ {2}(\w+):\s*(?:words\.(\w+)|['"])/gm;

/** Parses the catalogues of a language. @returns for each key the name of a shared word, or `null` when the catalogue contains the text */
export function writtenKeys(locale: Locale): ReadonlyMap<string, string | null> {
  const folder = join(process.cwd(), 'contract/locales', locale);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(PROPERTY)].map(
        ([, key, word]) => [`${file.replace('.ts', '')}.${key}`, word ?? null] as const,
      ),
    ),
  );
}

/** Lists the shared words that code outside the catalogues uses. */
export function namedWords(): string[] {
  return sources().flatMap(({ code }) => [...code.matchAll(/\bWORD\.(\w+)/g)].map(([, name = '']) => name));
}

const sources = () =>
  CODE.flatMap((folder) =>
    readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => ({ path: `${folder}/${name}`, code: readFileSync(join(process.cwd(), folder, name), 'utf8') })),
  );

/** Lists the texts in calls of `text()`. The place of a text is its file. */
export function declaredTexts(): Placed[] {
  return sources().flatMap(({ path, code }) =>
    [...code.matchAll(CALL)].map((call) => {
      const part = (at: number) => (call[2 * at + 1] ?? call[2 * at + 2] ?? '').replace(/\\(.)/g, '$1');
      return { place: path, text: { 'zh-CN': part(0), 'en-US': part(1), 'pt-BR': part(2), 'zh-TW': part(3) } };
    }),
  );
}
