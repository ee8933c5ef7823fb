import { lookPreference } from '@contract/site';
import { getLocale, loadTexts, setLocale } from '@/app/i18n/i18n';
import { setToken } from '@/app/session/token';
import { sent, serve } from '@/testing';
import { endSession } from '../session/onSessionEnd';
import { saveAppearance } from './appearance';
import { adoptAppearance, forgetAppearance, uploadAppearance } from './sync';

const SAVE = 'common.Preference/save';
const DARK = { scheme: 'dark', compact: true, colorWeak: false } as const;
const chosen = (at: number, locale: 'zh-CN' | 'pt-BR' = 'pt-BR') => ({ ...DARK, locale, at });
/** A time in milliseconds that is longer than the debounce of a choice. */
const LATER_MS = 900;
const later = () => jest.advanceTimersByTimeAsync(LATER_MS);

beforeEach(async () => {
  await loadTexts('public');
  await setLocale('en-US');
  localStorage.clear();
  setToken('token', false);
  endSession();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('a sign-in on another computer applies the look and the language of the account', async () => {
  serve({});
  expect(await adoptAppearance({ id: 1, look: chosen(10) })).toEqual(DARK);
  expect(getLocale()).toBe('pt-BR');
});

test('while the texts load, two calls for the same account both wait for them', async () => {
  serve({});
  const both = [adoptAppearance({ id: 1, look: chosen(10) }), adoptAppearance({ id: 1, look: chosen(10) })];
  const seen = await Promise.all(both.map((one) => one.then((look) => ({ look, locale: getLocale() }))));
  expect(seen).toEqual([
    { look: DARK, locale: 'pt-BR' },
    { look: DARK, locale: 'pt-BR' },
  ]);
});

test('a choice that the user makes while the texts load is kept', async () => {
  const calls = serve({ [SAVE]: { data: {} } });
  const adopted = adoptAppearance({ id: 1, look: chosen(10) });
  uploadAppearance(1, { scheme: 'light', compact: false, colorWeak: false, locale: 'en-US' });
  expect(await adopted).toBeNull();
  await later();
  expect(calls.map(({ address }) => address)).toEqual([SAVE]);
});

test('a language that is stored in this browser, or was chosen on the sign-in page, is kept', async () => {
  serve({});
  localStorage.setItem('umi_locale', 'en-US');
  expect(await adoptAppearance({ id: 1, look: chosen(10) })).toEqual(DARK);
  expect(getLocale()).toBe('en-US');
  // The next user has a stored choice, but picked a language before the sign-in.
  forgetAppearance();
  expect(await adoptAppearance({ id: 2, look: chosen(20) })).toEqual(DARK);
  expect(getLocale()).toBe('en-US');
});

test('the sign-in replaces the local copy of another account', async () => {
  serve({});
  await adoptAppearance({ id: 1, look: chosen(10) });
  await adoptAppearance({ id: 2, look: chosen(20, 'zh-CN') });
  expect(getLocale()).toBe('zh-CN');
});

test('a user without a choice gets the default appearance after another user, but keeps a copy without an owner', async () => {
  serve({});
  await adoptAppearance({ id: 1, look: chosen(10) });
  expect(await adoptAppearance({ id: 2 })).toEqual({ scheme: 'system', compact: false, colorWeak: false });
  expect(await adoptAppearance({ id: 2 })).toBeNull();
  forgetAppearance();
  expect(await adoptAppearance({ id: 3 })).toBeNull();
});

test('a choice is adopted only once, so later changes in this browser are kept', async () => {
  serve({});
  await adoptAppearance({ id: 1, look: chosen(10) });
  await setLocale('en-US');
  expect(await adoptAppearance({ id: 1, look: chosen(10) })).toBeNull();
  expect(getLocale()).toBe('en-US');
  // The user made a newer choice on another computer.
  expect(await adoptAppearance({ id: 1, look: chosen(11) })).toEqual(DARK);
  expect(getLocale()).toBe('pt-BR');
});

test('several changes in a row are stored as one choice, in the background', async () => {
  const calls = serve({ [SAVE]: { data: {} } });
  uploadAppearance(1, { ...DARK, compact: false, locale: 'en-US' });
  uploadAppearance(1, { ...DARK, locale: 'en-US' });
  await later();
  expect(calls.map(({ address }) => address)).toEqual([SAVE]);
  const [input] = sent(calls, SAVE);
  expect(input).toEqual({ key: 'look', value: { ...DARK, locale: 'en-US', at: expect.any(Number) } });
  // The server returns the same choice at the next sign-in, so nothing changes.
  expect(await adoptAppearance({ id: 1, look: lookPreference.parse(input?.value) })).toBeNull();
});

test('a choice that could not be stored is kept here and sent at the next visit', async () => {
  serve({ [SAVE]: { code: 50001 } });
  saveAppearance(DARK);
  uploadAppearance(1, { ...DARK, locale: 'en-US' });
  await later();
  const calls = serve({ [SAVE]: { data: {} } });
  expect(await adoptAppearance({ id: 1, look: chosen(10, 'zh-CN') })).toBeNull();
  await later();
  expect(calls[0]?.input).toMatchObject({ key: 'look', value: { ...DARK, locale: 'en-US' } });
});

test('a choice that was not sent before the sign-out is not sent for the next user', async () => {
  const calls = serve({ [SAVE]: { data: {} } });
  uploadAppearance(1, { ...DARK, locale: 'en-US' });
  endSession();
  await adoptAppearance({ id: 2, look: undefined });
  await later();
  expect(calls).toEqual([]);
});
