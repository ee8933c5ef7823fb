import { isDayFirst, writeDay } from '@contract/dates';

/** Kinds of values: a day is `yyyy-MM-dd`, a moment `yyyy-MM-ddTHH:mm`, a time `HH:mm`. All are in the platform's time zone. */

export type TypedKind = 'day' | 'moment' | 'time';

const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))$/;
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const CLOCK = /^(\d{1,2}):?(\d\d)$/;
const DAY_AND_CLOCK = /^(.*[^\sT,])[\sT,]+(\S+)$/;

/** Example values for the message that rejects an unreadable text. */
const EXAMPLES: Readonly<Record<TypedKind, string>> = {
  day: '2026-11-24',
  moment: '2026-11-24T09:30',
  time: '09:30',
};

const two = (digits: string): string => digits.padStart(2, '0');

function readDay(text: string, locale: string): string | undefined {
  const iso = YEAR_FIRST.exec(text);
  const own = isDayFirst(locale) ? DAY_FIRST.exec(text) : null;
  const [year, month, day] = iso
    ? [iso[1], iso[3] ?? iso[5], iso[4] ?? iso[6]]
    : own
      ? [own[4], own[3], own[1]]
      : [undefined, undefined, undefined];
  if (!year || !month || !day) return undefined;
  const value = `${year}-${two(month)}-${two(day)}`;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 31 February is not a day, but some engines read it as 3 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : undefined;
}

function readClock(text: string): string | undefined {
  const [, hours = '', minutes = ''] = CLOCK.exec(text) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${minutes}` : undefined;
}

/** Formats a value in the language of `locale`, and `null` as an empty text. Returns a text that is not a value unchanged. */
export function typedText(kind: TypedKind, value: string | null, locale: string): string {
  if (value === null) return '';
  return kind === 'time' ? value : writeDay(value, locale);
}

/**
 * Parses typed text. Accepts the format of the language and ISO 8601, each with other separators, without leading zeros, or in
 * full-width digits.
 *
 * @returns `null` for an empty text, `undefined` for an unreadable text
 */
export function readTyped(kind: TypedKind, text: string, locale: string): string | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/\s*[年月]\s*/g, '-')
    .replace('日', '');
  if (plain === '') return null;
  if (kind === 'day') return readDay(plain, locale);
  if (kind === 'time') return readClock(plain);
  const [, before = '', after = ''] = DAY_AND_CLOCK.exec(plain) ?? [];
  const [day, clock] = [readDay(before, locale), readClock(after)];
  return day && clock ? `${day}T${clock}` : undefined;
}

/** Checks whether the text is a complete value that cannot become longer: `2026-1-1` may become `2026-1-12`. */
export function isWhole(kind: TypedKind, text: string, value: string, locale: string): boolean {
  const plain = text.trim();
  return plain === value || plain === value.replace('T', ' ') || plain === typedText(kind, value, locale);
}

/** Returns an example of the expected format, for the message that rejects an unreadable text. */
export const exampleOf = (kind: TypedKind, locale: string): string => typedText(kind, EXAMPLES[kind], locale);

/** Checks whether a text is an existing day in the format `yyyy-MM-dd`. */
export const isDay = (value: string): boolean => readDay(value, 'en-US') === value;

/** Checks whether a text is a readable date with a time and an offset at its end. */
export const isMoment = (value: string): boolean =>
  /T\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
