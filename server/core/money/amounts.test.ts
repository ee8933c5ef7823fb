import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentText, shortPercentText, yuan, yuanText } from './amounts';

test('amounts and percentages in sentences have the separators of the language', () => {
  assert.deepEqual(
    [yuanText(-123_450), percentText(1_250), shortPercentText(1_250), shortPercentText(500)].map(
      (texts) => texts['pt-BR'],
    ),
    ['−1.234,50', '12,50%', '12,5%', '5%'],
  );
  for (const locale of ['zh-CN', 'zh-TW', 'en-US'] as const) {
    assert.deepEqual(
      [yuanText(-123_450), percentText(1_250), shortPercentText(1_250)].map((texts) => texts[locale]),
      ['−1,234.50', '12.50%', '12.5%'],
    );
  }
});

test('amounts in files have no separators', () => {
  assert.deepEqual([yuan(-123_450), yuan(5), yuan(0)], ['-1234.50', '0.05', '0.00']);
});
