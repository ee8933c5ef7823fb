import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCALES } from '../../contract/text';
import { WORD } from '../../contract/words';
import { catalogueTexts, declaredTexts, namedWords, type Placed, sharedTexts, writtenKeys } from '../support/texts';

/** Tests that each text is defined once and that other places refer to it by name (docs/decisions/0072). */

const inChinese = writtenKeys('zh-CN');
const written: readonly Placed[] = [
  ...catalogueTexts().filter(({ place }) => inChinese.get(place) === null),
  ...declaredTexts(),
  ...sharedTexts(),
];

/** Joins a text's four languages to one key. */
const joined = ({ text }: Placed): string => LOCALES.map((locale) => text[locale]).join('\n');

test('no text is defined twice', () => {
  assert.ok(written.length > 6_000, `only ${written.length} texts were found`);
  const places = new Map<string, string[]>();
  for (const one of written) places.set(joined(one), [...(places.get(joined(one)) ?? []), one.place]);
  const twice = [...places].filter(([, found]) => found.length > 1);
  const wrong = twice.map(([key, found]) => {
    const word = found.find((place) => place.startsWith('words.'))?.slice('words.'.length);
    const cure = word
      ? `write words.${word} in texts of pages, WORD.${word} elsewhere`
      : 'put it into contract/locales/*/words.ts, and name it in these places';
    return `“${key.split('\n')[0]}” (${found.join(', ')}): ${cure}`;
  });
  assert.deepEqual(wrong, []);
});

test('a key refers to the same shared word in every language', () => {
  const wrong = LOCALES.flatMap((locale) =>
    [...writtenKeys(locale)]
      .filter(([key, word]) => inChinese.get(key) !== word)
      .map(
        ([key, word]) =>
          `${key}: ${word ?? 'a text of its own'} in ${locale}, ${inChinese.get(key) ?? 'a text of its own'} in zh-CN`,
      ),
  );
  assert.deepEqual(wrong, []);
});

test('every shared word is used', () => {
  const named = new Set([...inChinese.values(), ...namedWords()]);
  assert.deepEqual(
    Object.keys(WORD).filter((word) => !named.has(word)),
    [],
  );
});

test('the settings and the notice rules name the remaining messages with one shared word', () => {
  assert.deepEqual(
    ['setting.quotaLeft', 'notice.smsQuota'].map((key) => inChinese.get(key)),
    ['smsLeft', 'smsLeft'],
  );
});
