import { LOCALE_STORAGE_KEY } from '@contract/limits';
import type { MessageKey } from '@contract/locales/keys';
import { formatMessage, type MessageParams } from '@contract/message';
import type { Locale, Text } from '@contract/text';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../store';
import { chooseLocale, directionOf } from './locale';

export type { MessageKey };
/** A key of the locale files, or a text of the contract that brings its languages along. */
export type Label = MessageKey | Text;
/** What `useT()` gives: the text of a label in the language that is shown. */
export type Translate = (label: Label, params?: MessageParams) => string;

/** `public`: what the sign-in pages say. `console`: the frame and the workbench. `pages`: all other pages. */
type Part = 'public' | 'console' | 'pages';
type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/* One lazy chunk per language and part: a visitor loads only the sign-in texts of their language. */
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
    // Storage may be switched off; then the browser's languages decide.
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
  // A failed chunk may be asked for again.
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

/** Loads a part's texts in the language that is shown. Resolves when `t` knows them. */
export async function loadTexts(part: Part): Promise<void> {
  const locale = current;
  const found = await load(locale, part);
  if (locale !== current) return loadTexts(part);
  // Texts that are here already change nothing: what depends on `t` is not drawn again.
  if (!parts.has(part)) texts = { ...texts, ...found };
  parts.add(part);
  announce();
}

/** Which way the frame runs (SPEC §1): by the preferred language, also where it is none of ours. */
export function getDirection(): 'ltr' | 'rtl' {
  return direction;
}

/**
 * A text of ours inside a frame that runs right to left: all our languages run left to right, and without the two marks
 * (left-to-right isolate, and its end) a number or a bracket at the edge of a sentence would jump to its other side.
 */
function isolated(text: string): string {
  return direction === 'rtl' && text !== '' ? `\u2066${text}\u2069` : text;
}

/** Whether an address shows texts of `pages`: neither the sign-in nor the workbench does. */
export const needsPageTexts = (pathname: string): boolean =>
  pathname !== '/dashboard/index' && !pathname.startsWith('/user/');

/** The language that is shown. */
export function getLocale(): Locale {
  return current;
}

/** Shows another language and remembers it (`umi_locale`); no reload, so half-filled forms stay. */
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

/** The text of a label in the language that is shown. A key without a text shows itself, so that a test finds it. */
export const t: Translate = (label, params) => {
  if (typeof label !== 'string') return isolated(formatMessage(label[current], current, params));
  const dot = label.indexOf('.');
  const template = texts[label.slice(0, dot)]?.[label.slice(dot + 1)];
  return template === undefined ? label : isolated(formatMessage(template, current, params));
};

const snapshot = () => texts;

/** The language that is shown; the component draws again when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale, getLocale);
}

/** Which way the frame runs; the component draws again when it turns. */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(subscribe, getDirection, getDirection);
}

/* One function for each state of the texts, so that memoised children notice a change of language. */
const translators = new WeakMap<Catalogue, Translate>();

/** `t` for components: they draw again when the language changes. */
export function useT(): Translate {
  const shown = useSyncExternalStore(subscribe, snapshot, snapshot);
  const known = translators.get(shown);
  if (known) return known;
  const made: Translate = (label, params) => t(label, params);
  translators.set(shown, made);
  return made;
}

/** Loads a part's texts when they are not here yet; true once `t` knows them. A failed load is thrown to the error boundary. */
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
