import { LOCALE_STORAGE_KEY } from '@contract/limits';
import type { MessageKey } from '@contract/locales/keys';
import { formatMessage, type MessageParams } from '@contract/message';
import type { Locale, Text } from '@contract/text';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../store';
import { chooseLocale, directionOf } from './locale';

export type { MessageKey };
/** A key of the locale files, or a text of the contract in all its languages. */
export type Label = MessageKey | Text;
/** Return type of `useT()`: gives the text of a label in the current language. */
export type Translate = (label: Label, params?: MessageParams) => string;

/** `public`: texts of the sign-in pages. `console`: the frame and the workbench. `pages`: all other pages. */
type Part = 'public' | 'console' | 'pages';
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/* One lazy chunk per language and part: a visitor loads only the sign-in texts of one language. */
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
    // Storage may be disabled; then the browser's languages decide.
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
  // A failed chunk may be requested again.
  coming.catch(() => loaded.delete(name));
  return coming;
}

function announce(): void {
  if (typeof document !== 'undefined') {
    document.documentElement.lang = current;
    direction = directionOf(stored(), browserLanguages());
    document.documentElement.dir = direction;
  }
  tell();
}

/** Loads a part's texts in the current language. Resolves when `t` finds them. */
export async function loadTexts(part: Part): Promise<void> {
  const locale = current;
  const found = await load(locale, part);
  if (locale !== current) return loadTexts(part);
  // Texts that are loaded already change nothing, so components that use `t` do not render again.
  if (!parts.has(part)) texts = { ...texts, ...found };
  parts.add(part);
  announce();
}

/** Direction of the frame (SPEC §1), from the preferred language, even if we do not offer that language. */
export function getDirection(): 'ltr' | 'rtl' {
  return direction;
}

/**
 * Isolates one of our texts in a right-to-left frame. All our languages run left to right. Without the two marks (left-to-right
 * isolate, and its end) a number or bracket at the edge of a sentence would jump to its other side.
 */
function isolated(text: string): string {
  return direction === 'rtl' && text !== '' ? `\u2066${text}\u2069` : text;
}

/** Whether an address shows texts of `pages`: neither the sign-in nor the workbench does. */
export const needsPageTexts = (pathname: string): boolean =>
  pathname !== '/dashboard/index' && !pathname.startsWith('/user/');

/** The current language. */
export function getLocale(): Locale {
  return current;
}

/** Changes the language and stores it (`umi_locale`); without a reload, so half-filled forms are kept. */
export async function setLocale(locale: Locale): Promise<void> {
  const found = await Promise.all([...parts].map((part) => load(locale, part)));
  try {
    localStorage.setItem(LOCALE_STORAGE_KEY, locale);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  current = locale;
  texts = Object.assign({}, ...found);
  announce();
}

/** The text of a label in the current language. A key without a text is shown as the key, so that a test finds it. */
export const t: Translate = (label, params) => {
  if (typeof label !== 'string') return isolated(formatMessage(label[current], current, params));
  const dot = label.indexOf('.');
  const template = texts[label.slice(0, dot)]?.[label.slice(dot + 1)];
  return template === undefined ? label : isolated(formatMessage(template, current, params));
};

const snapshot = () => texts;

/** The current language; the component renders again when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale, getLocale);
}

/** Direction of the frame; the component renders again when it changes. */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(subscribe, getDirection, getDirection);
}

/* One function for each state of the texts, so that memoized children notice a change of language. */
const translators = new WeakMap<Catalogue, Translate>();

/** `t` for components: they render again when the language changes. */
export function useT(): Translate {
  const shown = useSyncExternalStore(subscribe, snapshot, snapshot);
  const known = translators.get(shown);
  if (known) return known;
  const made: Translate = (label, params) => t(label, params);
  translators.set(shown, made);
  return made;
}

/** Loads a part's texts unless they are loaded; true once `t` finds them. A failed load is thrown to the error boundary. */
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
