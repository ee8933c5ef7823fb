import { LOCALE_STORAGE_KEY } from '@contract/limits';
import type { MessageKey } from '@contract/locales/keys';
import { formatMessage, type MessageParams } from '@contract/message';
import type { Locale, Text } from '@contract/text';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../store';
import { chooseLocale, directionOf } from './locale';

export type { MessageKey };
/** A key of the locale files, or a text of the contract in all languages. */
export type Label = MessageKey | Text;
/** Function that `useT()` returns. It translates a label to the current language. */
export type Translate = (label: Label, params?: MessageParams) => string;

/** Groups of texts. `public`: the sign-in pages · `console`: the frame and the workbench · `pages`: all other pages. */
type Part = 'public' | 'console' | 'pages';
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/* Each group of texts in each language is a lazy chunk: a visitor loads only the sign-in texts of one language. */
const LOADERS: Record<Locale, Record<Part, () => Promise<Catalogue>>> = {
  'zh-CN': {
    public: () =>
      import(/* webpackChunkName: "texts-public-zh-CN" */ '@contract/locales/zh-CN/public').then(
        (texts) => texts.publicTexts,
      ),
    console: () =>
      import(/* webpackChunkName: "texts-console-zh-CN" */ '@contract/locales/zh-CN/console').then(
        (texts) => texts.consoleTexts,
      ),
    pages: () =>
      import(/* webpackChunkName: "texts-pages-zh-CN" */ '@contract/locales/zh-CN/pages').then(
        (texts) => texts.pagesTexts,
      ),
  },
  'zh-TW': {
    public: () =>
      import(/* webpackChunkName: "texts-public-zh-TW" */ '@contract/locales/zh-TW/public').then(
        (texts) => texts.publicTexts,
      ),
    console: () =>
      import(/* webpackChunkName: "texts-console-zh-TW" */ '@contract/locales/zh-TW/console').then(
        (texts) => texts.consoleTexts,
      ),
    pages: () =>
      import(/* webpackChunkName: "texts-pages-zh-TW" */ '@contract/locales/zh-TW/pages').then(
        (texts) => texts.pagesTexts,
      ),
  },
  'en-US': {
    public: () =>
      import(/* webpackChunkName: "texts-public-en-US" */ '@contract/locales/en-US/public').then(
        (texts) => texts.publicTexts,
      ),
    console: () =>
      import(/* webpackChunkName: "texts-console-en-US" */ '@contract/locales/en-US/console').then(
        (texts) => texts.consoleTexts,
      ),
    pages: () =>
      import(/* webpackChunkName: "texts-pages-en-US" */ '@contract/locales/en-US/pages').then(
        (texts) => texts.pagesTexts,
      ),
  },
  'pt-BR': {
    public: () =>
      import(/* webpackChunkName: "texts-public-pt-BR" */ '@contract/locales/pt-BR/public').then(
        (texts) => texts.publicTexts,
      ),
    console: () =>
      import(/* webpackChunkName: "texts-console-pt-BR" */ '@contract/locales/pt-BR/console').then(
        (texts) => texts.consoleTexts,
      ),
    pages: () =>
      import(/* webpackChunkName: "texts-pages-pt-BR" */ '@contract/locales/pt-BR/pages').then(
        (texts) => texts.pagesTexts,
      ),
  },
};

function stored(): string | null {
  try {
    return localStorage.getItem(LOCALE_STORAGE_KEY);
  } catch {
    // Without storage the browser's languages decide.
    return null;
  }
}

const browserLanguages = (): readonly string[] => (typeof navigator === 'undefined' ? [] : navigator.languages);

let current: Locale = chooseLocale(stored(), browserLanguages());
let direction: 'ltr' | 'rtl' = 'ltr';
let texts: Catalogue = {};
const loaded = new Map<string, Promise<Catalogue>>();
const parts = new Set<Part>();
const { subscribe, tell } = createListeners();

function load(locale: Locale, part: Part): Promise<Catalogue> {
  const name = `${locale}/${part}`;
  const known = loaded.get(name);
  if (known) return known;
  const coming = LOADERS[locale][part]();
  loaded.set(name, coming);
  // Remove a failed chunk so that the next call requests it again.
  coming.catch(() => loaded.delete(name));
  return coming;
}

function announce(): void {
  if (typeof document !== 'undefined') {
    direction = directionOf(stored(), browserLanguages());
    // Setting these attributes makes the browser compute all styles again, even if their value stays the same.
    const { documentElement: root } = document;
    if (root.lang !== current) root.lang = current;
    if (root.dir !== direction) root.dir = direction;
  }
  tell();
}

/** Loads a group of texts in the current language. Resolves when `t` finds them. */
export async function loadTexts(part: Part): Promise<void> {
  const locale = current;
  const found = await load(locale, part);
  if (locale !== current) return loadTexts(part);
  // If the texts are already loaded, do not replace the object: components that use `t` would render again.
  if (!parts.has(part)) texts = { ...texts, ...found };
  parts.add(part);
  announce();
}

/**
 * Returns the direction of the frame (SPEC §1). The direction follows the preferred language, even if the console does not offer that
 * language.
 */
export function getDirection(): 'ltr' | 'rtl' {
  return direction;
}

/**
 * Isolates a text in a right-to-left frame, because all our languages run left to right. The text is put between U+2066 (left-to-right
 * isolate) and U+2069 (end of the isolate). Otherwise a number or bracket at the edge of a sentence would move.
 */
function isolated(text: string): string {
  return direction === 'rtl' && text !== '' ? `\u2066${text}\u2069` : text;
}

/** Tests whether a page needs the texts of `pages`. The sign-in pages and the workbench do not. */
export const needsPageTexts = (pathname: string): boolean =>
  pathname !== '/dashboard/index' && !pathname.startsWith('/user/');

/** Returns the current language. */
export function getLocale(): Locale {
  return current;
}

/** The language of the last call of {@link setLocale}. */
let wanted: Locale | null = null;

/**
 * Changes the language and stores it (`umi_locale`). The page is not reloaded, so the input of forms stays. A later call replaces a call
 * whose texts are still loading.
 */
export async function setLocale(locale: Locale): Promise<void> {
  wanted = locale;
  let found: Catalogue[];
  do {
    found = await Promise.all([...parts].map((part) => load(locale, part)));
    // `loadTexts` may have added a group in the old language meanwhile.
  } while (found.length < parts.size);
  if (wanted !== locale) return;
  try {
    localStorage.setItem(LOCALE_STORAGE_KEY, locale);
  } catch {
    // Without storage the choice is lost when the user leaves the page.
  }
  current = locale;
  texts = Object.assign({}, ...found);
  announce();
}

/** Translates a label to the current language. A key without a text is returned as the key, so that a test finds it. */
export const t: Translate = (label, params) => {
  if (typeof label !== 'string') return isolated(formatMessage(label[current], current, params));
  const dot = label.indexOf('.');
  const template = texts[label.slice(0, dot)]?.[label.slice(dot + 1)];
  return template === undefined ? label : isolated(formatMessage(template, current, params));
};

const snapshot = () => texts;

/** Returns the current language. The component renders again when the language changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale, getLocale);
}

/** Returns the direction of the frame. The component renders again when the direction changes. */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(subscribe, getDirection, getDirection);
}

/* One function per set of texts. A change of language gives a new function, so memoized children render again. */
const translators = new WeakMap<Catalogue, Translate>();

/** Returns `t` for components. The component renders again when the language changes or a further group of texts is loaded. */
export function useT(): Translate {
  const shown = useSyncExternalStore(subscribe, snapshot, snapshot);
  const known = translators.get(shown);
  if (known) return known;
  const made: Translate = (label, params) => t(label, params);
  translators.set(shown, made);
  return made;
}

/** Loads a group of texts. Returns `true` when `t` finds them. A failed load is thrown to the error boundary. */
export function useTexts(part: Part): boolean {
  const [failure, setFailure] = useState<unknown>(null);
  const ready = useSyncExternalStore(
    subscribe,
    () => parts.has(part),
    () => false,
  );
  useEffect(() => {
    if (!ready) loadTexts(part).catch(setFailure);
  }, [part, ready]);
  if (failure !== null) throw failure;
  return ready;
}
