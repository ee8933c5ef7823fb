import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locale } from '../../contract/text';
import { catalogueTexts, declaredTexts, sharedTexts } from '../support/texts';

type Translated = Exclude<Locale, 'zh-CN'>;

const TRANSLATED: readonly Translated[] = ['en-US', 'pt-BR', 'zh-TW'];

interface Term {
  readonly chinese: string;
  /** Allowed translations in each language. The main form is first. */
  readonly forms: Readonly<Record<Translated, readonly string[]>>;
}

/** Reads the table "Texts of the pages" of docs/GLOSSARY.md. */
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
const texts = [...catalogueTexts(), ...declaredTexts(), ...sharedTexts()];

test('the glossary lists each Chinese term once, with a translation in every language', () => {
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

test('every form in the glossary is used by a text', () => {
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

test('a station has a reserve, only a rider has a deposit', () => {
  const reserves = texts.filter(({ text }) => text['zh-CN'].includes('储备金') && !text['zh-CN'].includes('押金'));
  assert.ok(reserves.length > 20);
  for (const { place, text } of reserves)
    assert.doesNotMatch(text['en-US'], /\bdeposit\b/i, `${place}: ${text['en-US']}`);
});
