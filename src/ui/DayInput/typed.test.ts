import { writeDay, writeDays } from '@contract/dates';
import { LOCALES } from '@contract/text';
import fc from 'fast-check';
import { addDays } from '../RangePicker/days';
import { exampleOf, isDay, isMoment, isWhole, readTyped, typedText } from './typed';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1970-01-01', n));
const anyClock = fc.integer({ min: 0, max: 1_439 }).map((n) => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(n / 60))}:${two(n % 60)}`;
});

test('every shown text can be typed again, in every language, and so can ISO 8601', () => {
  fc.assert(
    fc.property(anyDay, anyClock, fc.constantFrom(...LOCALES), (day, clock, locale) => {
      const moment = `${day}T${clock}`;
      expect(readTyped('day', typedText('day', day, locale), locale)).toBe(day);
      expect(readTyped('day', day, locale)).toBe(day);
      expect(readTyped('moment', typedText('moment', moment, locale), locale)).toBe(moment);
      expect(readTyped('moment', moment, locale)).toBe(moment);
      expect(readTyped('time', clock, locale)).toBe(clock);
    }),
  );
});

test('days are written in the format of each language', () => {
  const written = LOCALES.map((locale) => [
    locale,
    writeDay('2026-11-24', locale),
    writeDay('2026-11-24T02:26', locale),
  ]);
  expect(written).toEqual([
    ['zh-CN', '2026-11-24', '2026-11-24 02:26'],
    ['zh-TW', '2026-11-24', '2026-11-24 02:26'],
    ['en-US', '2026-11-24', '2026-11-24 02:26'],
    ['pt-BR', '24/11/2026', '24/11/2026 02:26'],
  ]);
  expect(writeDay('soon', 'pt-BR')).toBe('soon');
  expect(writeDays('2026-11-01', '2026-11-30', 'pt-BR')).toBe('01/11/2026 – 30/11/2026');
  expect(exampleOf('moment', 'pt-BR')).toBe('24/11/2026 09:30');
});

test.each([
  ['2026/1/5', '2026-01-05'],
  ['20260105', '2026-01-05'],
  [' 2026年1月5日 ', '2026-01-05'],
  ['２０２６－０１－０５', '2026-01-05'],
  ['', null],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['5/1/2026', undefined],
  ['2026-1/5', undefined],
  ['tomorrow', undefined],
])('"%s" is read as %s', (text, value) => {
  expect(readTyped('day', text, 'zh-CN')).toBe(value);
});

test('the day comes first in Portuguese only: in other languages 5/1/2026 is ambiguous', () => {
  expect(readTyped('day', '5/1/2026', 'pt-BR')).toBe('2026-01-05');
  expect(readTyped('day', '5/1/2026', 'en-US')).toBeUndefined();
});

test('a time has hours below 24 and minutes below 60; a moment needs both halves', () => {
  expect(readTyped('time', '930', 'zh-CN')).toBe('09:30');
  expect(readTyped('time', '24:00', 'zh-CN')).toBeUndefined();
  expect(readTyped('time', '09:60', 'zh-CN')).toBeUndefined();
  expect(readTyped('moment', '2026-11-24', 'zh-CN')).toBeUndefined();
  expect(readTyped('moment', '24/11/2026 9:05', 'pt-BR')).toBe('2026-11-24T09:05');
});

test('a typed text is complete unless a longer value can begin with it', () => {
  expect(isWhole('day', '2026-01-12', '2026-01-12', 'pt-BR')).toBe(true);
  expect(isWhole('day', '12/01/2026', '2026-01-12', 'pt-BR')).toBe(true);
  expect(isWhole('day', '2026-1-1', '2026-01-01', 'zh-CN')).toBe(false);
});

test('values and typed texts are distinguished', () => {
  expect([isDay('2026-01-05'), isDay('2026-1-5'), isDay('2026-02-30')]).toEqual([true, false, false]);
  expect([isMoment('2026-01-05T08:00:00+08:00'), isMoment('2026-1-5 08:00'), isMoment('2026-01-05')]).toEqual([
    true,
    false,
    false,
  ]);
});
