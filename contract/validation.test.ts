import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCALES } from './text';
import { VALIDATION, type ValidationRule, validationText } from './validation';

/** The standard checks of SPEC §5, grouped by the type of value that they check. */
const STANDARD: Readonly<Record<string, readonly ValidationRule[]>> = {
  'a string': ['exactLength', 'minLength', 'maxLength', 'length'],
  'a number': ['number', 'min', 'max', 'range'],
  'an array': ['arrayLength', 'arrayMin', 'arrayMax', 'arrayRange'],
};
const VALUES = { label: 'X', min: 2, max: 30, n: 7 };

test('a required field asks for its input in each language', () => {
  assert.deepEqual(
    LOCALES.map((locale) => validationText('required', locale, { label: 'X' })),
    LOCALES.map(
      (locale) => ({ 'zh-CN': '请输入X', 'zh-TW': '請輸入X', 'en-US': 'Please input X', 'pt-BR': 'Informe X' })[locale],
    ),
  );
});

for (const [kind, rules] of Object.entries(STANDARD)) {
  test(`length, min, max and range errors of ${kind} name the field and its limits in four languages`, () => {
    for (const rule of rules) {
      for (const locale of LOCALES) {
        const sentence = validationText(rule, locale, VALUES);
        const wanted = [...VALIDATION[rule]['zh-CN'].matchAll(/\{(\w+)\}/g)].map(
          ([, name]) => name as keyof typeof VALUES,
        );
        for (const name of wanted) assert.ok(sentence.includes(String(VALUES[name])), `${rule} ${locale}: ${sentence}`);
        assert.doesNotMatch(sentence, /[{}]/);
      }
      assert.equal(new Set(LOCALES.map((locale) => VALIDATION[rule][locale])).size, LOCALES.length, rule);
    }
  });
}
