import { memoize } from '../../../contract/memoize';
import { LOCALES, type Locale, type Text, text } from '../../../contract/text';
import type { ActorContext } from '../http/context';
import { invalid } from '../http/refusal';

const MIN_OVER_MAX = text(
  '最高金额不能小于最低金额',
  'The largest amount must not be below the smallest',
  'O valor máximo não pode ser menor que o mínimo',
  '最高金額不能小於最低金額',
);

/** Checks that a filter's smallest amount is not above its largest. @throws Refusal 40001 at `<key>Max` */
export function assertAmounts<K extends string = 'amountFen'>(
  ctx: Pick<ActorContext, 't'>,
  filter: { readonly [B in `${K}Min` | `${K}Max`]?: number | undefined },
  key = 'amountFen' as K,
): void {
  const [min, max] = [filter[`${key}Min`], filter[`${key}Max`]];
  if (min !== undefined && max !== undefined && min > max) {
    throw invalid([{ field: `${key}Max`, rule: 'range', message: ctx.t(MIN_OVER_MAX) }]);
  }
}

/** Formats fen as yuan with two decimals, for cells of files and records: `-1234.50`. */
export function yuan(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const formatter = memoize(
  (locale: Locale, minimumFractionDigits: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits }),
);

/** Formats a number for sentences, with each language's separators and a true minus sign. `min` and `max` are numbers of decimals. */
export function decimalText(value: number, { min = 0, max = 2, unit = '' }): Text {
  const entries = LOCALES.map((locale) => {
    const digits = formatter(locale, min, max).format(value);
    return [locale, `${digits.replace('-', '−')}${unit}`];
  });
  return Object.fromEntries(entries) as Text;
}

/** Formats fen as yuan for sentences: `−1,234.50`, in Portuguese `−1.234,50`. */
export const yuanText = (fen: number): Text => decimalText(fen / 100, { min: 2 });

/** Formats basis points as a percentage for sentences: `12.50%`, in Portuguese `12,50%`. */
export const percentText = (bp: number): Text => decimalText(bp / 100, { min: 2, unit: '%' });

/** Formats basis points as a percentage without final zeros: `12.5%`, `5%`. */
export const shortPercentText = (bp: number): Text => decimalText(bp / 100, { unit: '%' });
