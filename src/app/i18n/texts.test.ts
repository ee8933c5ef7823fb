import { LOCALES } from '@contract/text';
import { act, renderHook } from '@testing-library/react';
import { getLocale, loadTexts, setLocale, t, useT } from '@/app/i18n/i18n';

type Texts = Record<string, Record<string, string>>;
const parts = async (locale: string): Promise<Texts> => ({
  ...((await import(`@contract/locales/${locale}/public`)) as { publicTexts: Texts }).publicTexts,
  ...((await import(`@contract/locales/${locale}/console`)) as { consoleTexts: Texts }).consoleTexts,
  ...((await import(`@contract/locales/${locale}/pages`)) as { pagesTexts: Texts }).pagesTexts,
});
/** Lists the names of a text's parameters. Braces of plural branches contain words and are not parameters. */
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?=\}|, plural)/g)].map((match) => match[1]))].sort();

test.each(LOCALES.filter((locale) => locale !== 'zh-CN'))(
  '%s has every text with the same placeholders',
  async (locale) => {
    const [source, target] = await Promise.all([parts('zh-CN'), parts(locale)]);
    expect(Object.keys(target).sort()).toEqual(Object.keys(source).sort());
    for (const [area, texts] of Object.entries(source)) {
      for (const [key, text] of Object.entries(texts)) {
        const translated = target[area]?.[key];
        expect({ key: `${area}.${key}`, empty: !translated }).toEqual({ key: `${area}.${key}`, empty: false });
        expect({ key: `${area}.${key}`, holds: placeholders(translated ?? '') }).toEqual({
          key: `${area}.${key}`,
          holds: placeholders(text),
        });
      }
    }
  },
);

test.each(['en-US', 'pt-BR'] as const)('%s contains no Chinese characters', async (locale) => {
  for (const [area, texts] of Object.entries(await parts(locale))) {
    for (const [key, text] of Object.entries(texts)) {
      expect({ key: `${area}.${key}`, text }).not.toEqual({
        key: `${area}.${key}`,
        text: expect.stringMatching(/\p{Script=Han}/u),
      });
    }
  }
});

test('a language change is stored, changes the result of `t`, and marks the document', async () => {
  await loadTexts('public');
  await setLocale('en-US');
  expect(t('common.retry')).toBe('Retry');
  expect(document.documentElement.lang).toBe('en-US');
  await setLocale('zh-TW');
  expect(getLocale()).toBe('zh-TW');
  expect(t('common.retry')).toBe('重試');
  expect(localStorage.getItem('umi_locale')).toBe('zh-TW');
});

test('after quick changes the last language is shown, with the texts that were loaded meanwhile', async () => {
  await loadTexts('public');
  await setLocale('zh-CN');
  await Promise.all([setLocale('en-US'), setLocale('pt-BR'), loadTexts('console')]);
  expect(getLocale()).toBe('pt-BR');
  expect(t('common.retry')).toBe('Tentar de novo');
  const { consoleTexts } = await import('@contract/locales/pt-BR/console');
  const [[area, texts] = ['', {}]] = Object.entries(consoleTexts as Texts);
  const [[key, text] = ['', '']] = Object.entries(texts);
  expect(t(`${area}.${key}` as Parameters<typeof t>[0])).toBe(text);
});

test('loading texts again renders nothing and does not touch the document', async () => {
  await loadTexts('public');
  const changes: unknown[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(document.documentElement, { attributes: true });
  const { result } = renderHook(() => useT());
  const before = result.current;
  await act(() => loadTexts('public'));
  expect(result.current).toBe(before);
  expect(changes).toEqual([]);
  observer.disconnect();
  await act(() => loadTexts('pages'));
  expect(result.current).not.toBe(before);
});

test('a stored right-to-left language sets the document to right to left, whatever language is shown', async () => {
  localStorage.setItem('umi_locale', 'fa-IR');
  await loadTexts('public');
  expect(document.documentElement.dir).toBe('rtl');
  localStorage.removeItem('umi_locale');
  await loadTexts('public');
  expect(document.documentElement.dir).toBe('ltr');
});

test('without a stored language, the browser’s right-to-left language decides until another language is chosen', async () => {
  const languages = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['ar-EG', 'en-US']);
  await loadTexts('public');
  expect(document.documentElement.dir).toBe('rtl');
  await setLocale('en-US');
  expect(document.documentElement.dir).toBe('ltr');
  languages.mockRestore();
});
