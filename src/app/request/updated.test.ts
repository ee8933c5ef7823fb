import type * as Locales from '@/app/i18n/i18n';
import type * as Toast from '@/app/toast';
import type * as Request from './request';

/** These tests simulate a page that stays open while the server is updated (QUALITY C.3 32). */

const answer = (version: string) => async () =>
  new Response(JSON.stringify({ code: 100, msg: '', data: {}, requestId: 'r-1' }), {
    status: 200,
    headers: { 'X-Contract-Version': version },
  });

test('a page with an earlier contract gets its answers, and one message that offers a reload', async () => {
  // The module reads this value on import, so set the value before the import.
  process.env.CONTRACT_VERSION = 'earlier';
  const { request }: typeof Request = await import('./request');
  const { shownToasts }: typeof Toast = await import('@/app/toast');
  const { loadTexts, t }: typeof Locales = await import('@/app/i18n/i18n');
  await loadTexts('public');
  const ask = () => request('/api/Verify/getVerifyCodeValue', { method: 'GET' });
  globalThis.fetch = answer('earlier') as unknown as typeof fetch;
  expect(await ask()).toMatchObject({ code: 100 });
  expect(shownToasts()).toEqual([]);
  globalThis.fetch = answer('later') as unknown as typeof fetch;
  expect(await ask()).toMatchObject({ code: 100 });
  expect(await ask()).toMatchObject({ code: 100 });
  expect(shownToasts().map(({ text }) => text)).toEqual([t('common.updated')]);
  delete process.env.CONTRACT_VERSION;
});
