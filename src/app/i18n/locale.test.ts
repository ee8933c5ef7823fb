import { LOCALES } from '@contract/text';
import fc from 'fast-check';
import { chooseLocale, directionOf } from './locale';

test('the stored preference has priority over the browser, and the browser over zh-CN', () => {
  expect(chooseLocale('pt-BR', ['en-US', 'zh-TW'])).toBe('pt-BR');
  expect(chooseLocale(null, ['fr-FR', 'zh-TW', 'en-US'])).toBe('zh-TW');
  expect(chooseLocale(null, ['fr', 'en-GB'])).toBe('en-US');
  expect(chooseLocale(null, ['fr-FR'])).toBe('zh-CN');
  expect(chooseLocale(null, [])).toBe('zh-CN');
  expect(chooseLocale('ar-EG', ['pt'])).toBe('pt-BR');
  expect(chooseLocale('', ['zh-Hant-HK'])).toBe('zh-TW');
});

test('a language that we offer is shown for any stored value and any browser language', () => {
  fc.assert(
    fc.property(fc.option(fc.string()), fc.array(fc.string(), { maxLength: 4 }), (stored, browser) => {
      expect(LOCALES).toContain(chooseLocale(stored, browser));
    }),
  );
});

test.each([
  ['he-IL', 'rtl'],
  ['ar', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ku-IQ', 'rtl'],
  ['en-US', 'ltr'],
  ['zh-CN', 'ltr'],
  ['hex', 'ltr'],
  ['', 'ltr'],
])('a stored %s, or one that the browser prefers, reads %s', (tag, direction) => {
  expect(directionOf(tag, [])).toBe(direction);
  expect(directionOf(null, [tag, 'en-US'])).toBe(direction);
});

test('the stored language decides the direction before the browser, and only the browser’s first language counts', () => {
  expect(directionOf('zh-CN', ['ar'])).toBe('ltr');
  expect(directionOf('ar', ['zh-CN'])).toBe('rtl');
  expect(directionOf(null, ['en-US', 'ar'])).toBe('ltr');
  expect(directionOf(null, [])).toBe('ltr');
});
