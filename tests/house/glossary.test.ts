import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { consoleTexts as enUS } from '../../contract/locales/en-US/console';
import { pagesTexts as enUSPages } from '../../contract/locales/en-US/pages';
import { publicTexts as enUSPublic } from '../../contract/locales/en-US/public';
import { consoleTexts as ptBR } from '../../contract/locales/pt-BR/console';
import { pagesTexts as ptBRPages } from '../../contract/locales/pt-BR/pages';
import { publicTexts as ptBRPublic } from '../../contract/locales/pt-BR/public';
import { consoleTexts as zhCN } from '../../contract/locales/zh-CN/console';
import { pagesTexts as zhCNPages } from '../../contract/locales/zh-CN/pages';
import { publicTexts as zhCNPublic } from '../../contract/locales/zh-CN/public';
import { consoleTexts as zhTW } from '../../contract/locales/zh-TW/console';
import { pagesTexts as zhTWPages } from '../../contract/locales/zh-TW/pages';
import { publicTexts as zhTWPublic } from '../../contract/locales/zh-TW/public';
import type { Locale, Text } from '../../contract/text';

type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Translated = Exclude<Locale, 'zh-CN'>;

const TRANSLATED: readonly Translated[] = ['en-US', 'pt-BR', 'zh-TW'];
const CATALOGUES: Readonly<Record<Locale, Areas>> = {
  'zh-CN': { ...zhCN, ...zhCNPages, ...zhCNPublic },
  'zh-TW': { ...zhTW, ...zhTWPages, ...zhTWPublic },
  'en-US': { ...enUS, ...enUSPages, ...enUSPublic },
  'pt-BR': { ...ptBR, ...ptBRPages, ...ptBRPublic },
};

interface Placed {
  readonly place: string;
  readonly text: Text;
}

interface Term {
  readonly chinese: string;
  /** The words a text may have in each language: the term's own word first, then its second forms. */
  readonly forms: Readonly<Record<Translated, readonly string[]>>;
}

/** The texts of the catalogues, with the key as their place. */
function catalogueTexts(): Placed[] {
  const find = (locale: Locale, area: string, key: string) => CATALOGUES[locale][area]?.[key] ?? '';
  return Object.entries(CATALOGUES['zh-CN']).flatMap(([area, texts]) =>
    Object.keys(texts).map((key) => ({
      place: `${area}.${key}`,
      text: {
        'zh-CN': find('zh-CN', area, key),
        'zh-TW': find('zh-TW', area, key),
        'en-US': find('en-US', area, key),
        'pt-BR': find('pt-BR', area, key),
      },
    })),
  );
}

const STRING = String.raw`\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),?`;
const CALL = new RegExp(String.raw`\btext\(${STRING}${STRING}${STRING}${STRING}\s*\)`, 'g');

/** The texts in calls of `text()`, with the file as their place. */
function declaredTexts(): Placed[] {
  return ['contract', 'server'].flatMap((folder) =>
    readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .flatMap((name) =>
        [...readFileSync(join(process.cwd(), folder, name), 'utf8').matchAll(CALL)].map((call) => {
          const part = (at: number) => (call[2 * at + 1] ?? call[2 * at + 2] ?? '').replace(/\\(.)/g, '$1');
          return {
            place: `${folder}/${name}`,
            text: { 'zh-CN': part(0), 'en-US': part(1), 'pt-BR': part(2), 'zh-TW': part(3) },
          };
        }),
      ),
  );
}

/** The table "Texts of the pages" of docs/GLOSSARY.md. */
function readTerms(): Term[] {
  const [, section = ''] = readFileSync(join(process.cwd(), 'docs/GLOSSARY.md'), 'utf8').split(
    '\n## Texts of the pages\n',
  );
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| 中文 '))
    .map((line) => {
      const [chinese = '', english = '', portuguese = '', taiwanese = '', second = ''] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const secondForms = (locale: Translated) =>
        second
          .split('; ')
          .filter((part) => part.startsWith(`${locale}: `))
          .flatMap((part) => part.slice(locale.length + 2).split(' / '));
      return {
        chinese,
        forms: {
          'en-US': [english, ...secondForms('en-US')],
          'pt-BR': [portuguese, ...secondForms('pt-BR')],
          'zh-TW': [taiwanese, ...secondForms('zh-TW')],
        },
      };
    });
}

const terms = readTerms();
const texts = [...catalogueTexts(), ...declaredTexts()];

test('the glossary lists each Chinese term once, with a word in every language', () => {
  assert.ok(terms.length > 300);
  assert.equal(new Set(terms.map(({ chinese }) => chinese)).size, terms.length);
  for (const { chinese, forms } of terms) {
    for (const locale of TRANSLATED) assert.notEqual(forms[locale][0], '', `${chinese} has no word in ${locale}`);
  }
});

test('a text that is exactly a term has the translation of the glossary', () => {
  assert.ok(texts.length > 9_000);
  const byChinese = new Map(terms.map((term) => [term.chinese, term]));
  const wrong = texts.flatMap(({ place, text }) => {
    const forms = byChinese.get(text['zh-CN'])?.forms;
    if (!forms) return [];
    return TRANSLATED.filter((locale) => !forms[locale].includes(text[locale])).map(
      (locale) => `${place}: ${text['zh-CN']} is “${text[locale]}” in ${locale}, not “${forms[locale].join('” or “')}”`,
    );
  });
  assert.deepEqual(wrong, []);
});

test('a form that no text uses is not in the glossary', () => {
  const used = new Set(
    texts.flatMap(({ text }) => TRANSLATED.map((locale) => `${text['zh-CN']}|${locale}|${text[locale]}`)),
  );
  const unused = terms.flatMap(({ chinese, forms }) =>
    TRANSLATED.flatMap((locale) =>
      forms[locale].filter((form) => !used.has(`${chinese}|${locale}|${form}`)).map((form) => `${chinese}: ${form}`),
    ),
  );
  assert.deepEqual(unused, []);
});
