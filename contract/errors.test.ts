import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode, errorText } from './errors';
import { LOCALES, type Text } from './text';
import { VALIDATION, validationText } from './validation';

const placeholders = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

function assertComplete(label: string, sentence: Text) {
  for (const locale of LOCALES) {
    assert.ok(sentence[locale].trim(), `${label} has no ${locale}`);
    assert.equal(sentence[locale], sentence[locale].trim(), `${label} ${locale} has blanks around it`);
    assert.deepEqual(
      placeholders(sentence[locale]),
      placeholders(sentence['zh-CN']),
      `${label} ${locale} placeholders`,
    );
  }
}

test('every error has a sentence in every language, with the same placeholders', () => {
  for (const [code, sentence] of Object.entries(ERRORS)) assertComplete(code, sentence);
});

test('every validation message exists in every language, with the same placeholders, and names its field', () => {
  for (const [rule, sentence] of Object.entries(VALIDATION)) {
    assertComplete(rule, sentence);
    assert.ok(sentence['zh-CN'].includes('{label}'), rule);
  }
});

test('Traditional Chinese texts contain no simplified characters', () => {
  const simplified =
    /[请录过误图验错败权据户仅审单务区线积应点与业时间资个进订优发账关现额规则费险赔诉询报读获锁钟数码证内复]/;
  for (const [code, sentence] of [...Object.entries(ERRORS), ...Object.entries(VALIDATION)]) {
    assert.doesNotMatch(sentence['zh-TW'], simplified, code);
  }
});

test('the catalogue holds exactly the expected codes', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const expected = [
    ...[100, 110, 401],
    ...[
      ...range(40001, 40010),
      ...range(40301, 40306),
      40308,
      ...range(40311, 40313),
      40401,
      40402,
      ...range(40901, 40905),
    ],
    ...[42201, 42202, ...range(42221, 42229), ...range(42231, 42237), ...range(42241, 42248), ...range(42250, 42259)],
    ...[...range(42261, 42265), ...range(42271, 42276), ...range(42281, 42284), 42286, ...range(42291, 42300)],
    ...[...range(42301, 42306), ...range(42311, 42313), ...range(42321, 42323), ...range(42330, 42338)],
    ...[
      ...range(42341, 42348),
      ...range(42351, 42354),
      42361,
      42362,
      ...range(42371, 42374),
      ...range(42381, 42387),
      42391,
    ],
    ...[...range(42901, 42904), 50001, 50201, 50202, 50301],
  ];
  assert.deepEqual(
    Object.keys(ERRORS)
      .map(Number)
      .sort((a, b) => a - b),
    expected.sort((a, b) => a - b),
  );
});

test('an error fills its placeholders in the language of the reader', () => {
  const paused: Text = { 'zh-CN': '暂停', 'en-US': 'Paused', 'pt-BR': 'Pausada', 'zh-TW': '暫停' };
  assert.equal(errorText(42201, 'zh-CN', { state: paused }), '当前状态“暂停”不允许此操作');
  assert.equal(errorText(42201, 'pt-BR', { state: paused }), 'Não permitido no estado Pausada');
  assert.equal(errorText(42381, 'en-US', { n: 0 }), 'Wrong account or password, 0 left');
  assert.equal(errorText(42226, 'en-US', { missing: [paused, paused] }), 'Incomplete: Paused, Paused');
  assert.equal(errorText(42226, 'zh-TW', { missing: [paused, paused] }), '資料不完整：暫停、暫停');
});

test('errors without values keep visible placeholders; 42201 without a state leaves the state out', () => {
  for (const code of Object.keys(ERRORS).map(Number) as ErrorCode[]) {
    if (code !== 42201) assert.equal(errorText(code, 'en-US'), ERRORS[code]['en-US']);
  }
  assert.equal(errorText(42201, 'en-US'), 'Not allowed in the present state');
  assert.equal(errorText(42201, 'en-US', { state: 'Cancelled' }), 'Not allowed in state Cancelled');
});

test('a validation message names its field', () => {
  assert.equal(validationText('required', 'en-US', { label: 'reason' }), 'Please input reason');
  assert.equal(validationText('requiredSelect', 'zh-CN', { label: '站点' }), '请选择站点');
  assert.equal(validationText('length', 'en-US', { label: 'Name', min: 2, max: 30 }), 'Name must be 2–30 characters');
});
