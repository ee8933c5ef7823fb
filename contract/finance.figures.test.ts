import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BALANCE_KEYS, FIGURES, type FigureSpec, FLOW_KEYS } from './finance.figures';
import { LOCALES } from './text';

test('every figure has a distinct name and explanation in every language', () => {
  const keys = [...FLOW_KEYS, ...BALANCE_KEYS];
  assert.equal(new Set(keys).size, Object.keys(FIGURES).length);
  for (const locale of LOCALES) {
    const told = keys.map((key) => FIGURES[key].help[locale].trim());
    assert.ok(told.every((help) => help.length > 5));
    assert.equal(new Set(told).size, told.length);
    assert.ok(keys.every((key) => FIGURES[key].text[locale].trim() !== ''));
  }
});

test('a figure without an explanation does not compile', () => {
  const { text } = FIGURES.received;
  // @ts-expect-error: `help` is missing. The type check fails if this line does not cause an error.
  const bare: FigureSpec = { codes: ['CHANNEL'], types: null, side: 'D', text };
  assert.equal(bare.help, undefined);
});
