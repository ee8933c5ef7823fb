import { LOCALES, text } from '@contract/text';
import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { toHundredths } from '../EntityForm/amounts';
import { Figure } from '../Figure';
import { StatusTag } from '../StatusTag';
import { Money } from '.';
import { formatAmount, formatChange, formatFigure, formatMoney, withUnit } from './format';

beforeAll(async () => {
  await loadTexts('console');
  await setLocale('en-US');
});

test('fen are shown as yuan with two decimals and the separators of the language', () => {
  expect(formatMoney(128_000, 'en-US')).toBe('1,280.00');
  expect(formatMoney(128_000, 'pt-BR')).toBe('1.280,00');
  expect(formatMoney(9_999_999_999, 'zh-CN')).toBe('99,999,999.99');
  expect(formatMoney(null, 'zh-CN')).toBe('—');
});

test('rates are shown in percent and counts without decimals', () => {
  expect(formatFigure(1_234, 'bp', 'en-US')).toBe('12.34%');
  expect(formatFigure(1_234_567, 'count', 'en-US')).toBe('1,234,567');
});

test('a change has one decimal below 100 %, and none from 100 %', () => {
  expect([0, 51, 2_340, -5_000, 9_994].map((bp) => formatChange(bp, 'en-US'))).toEqual([
    '0%',
    '0.5%',
    '23.4%',
    '50%',
    '99.9%',
  ]);
  expect(formatChange(90_000, 'en-US')).toBe('900%');
  expect(formatChange(1_234_567, 'pt-BR')).toBe('12.346%');
});

test('a negative amount has a word and a sign', () => {
  render(<Money fen={-50} sign />);
  const amount = screen.getByText(/0\.50/);
  expect(amount).toHaveTextContent('minus −¥0.50');
});

test('a currency sign is between the minus and the digits; a word is behind the digits', () => {
  expect(formatAmount(-300, 'zh-CN')).toBe('−¥3.00');
  expect(formatAmount(128_000, 'pt-BR')).toBe('¥1.280,00');
  expect(formatAmount(null, 'en-US')).toBe('—');
  expect(withUnit('−3.00', '元')).toEqual({ minus: '', before: '', digits: '−3.00', after: '元' });
});

test('a figure formats a negative amount the same way', () => {
  const unit = text('元', '¥', '¥', '元');
  const { container } = render(<Figure value={-300} kind="fen" unit={unit} />);
  expect(container).toHaveTextContent(/^minus −¥3\.00$/);
});

test('a state is shown by its word, not only by colour', () => {
  render(<StatusTag tone="bad" text="Frozen" />);
  expect(screen.getByText('Frozen')).toHaveAttribute('data-tone', 'bad');
});

test('formatting and parsing an amount returns the same amount, in every language', () => {
  for (const locale of LOCALES) {
    const separator = formatMoney(1, locale).charAt(1);
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (fen) => {
        const shown = formatMoney(fen, locale).replace('−', '-');
        const [whole = '', decimals = ''] = shown.split(separator);
        return toHundredths(`${whole.replace(/[^\d-]/g, '')}.${decimals}`) === fen;
      }),
      { numRuns: 10_000, seed: 20_260_301 },
    );
  }
});
