import type { Locale, Text } from '../text';
import { consoleTexts as enUS } from './en-US/console';
import { pagesTexts as enUSPages } from './en-US/pages';
import type { MessageKey } from './keys';
import { consoleTexts as ptBR } from './pt-BR/console';
import { pagesTexts as ptBRPages } from './pt-BR/pages';
import { consoleTexts as zhCN } from './zh-CN/console';
import { pagesTexts as zhCNPages } from './zh-CN/pages';
import { consoleTexts as zhTW } from './zh-TW/console';
import { pagesTexts as zhTWPages } from './zh-TW/pages';

/**
 * This file contains the page texts in all languages, except the areas of public.ts. The server needs them for column titles, for filters
 * as text, and for operation records. The browser loads only one language and must not import this file.
 */

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

const TEXTS: Readonly<Record<Locale, Catalogue>> = {
  'zh-CN': { ...zhCN, ...zhCNPages },
  'zh-TW': { ...zhTW, ...zhTWPages },
  'en-US': { ...enUS, ...enUSPages },
  'pt-BR': { ...ptBR, ...ptBRPages },
};

/** Returns a text of the catalogue in all languages. If a key has no text, it returns the key, so that a test finds it. */
export function messageText(key: MessageKey): Text {
  const dot = key.indexOf('.');
  const find = (locale: Locale) => TEXTS[locale][key.slice(0, dot)]?.[key.slice(dot + 1)] ?? key;
  return { 'zh-CN': find('zh-CN'), 'zh-TW': find('zh-TW'), 'en-US': find('en-US'), 'pt-BR': find('pt-BR') };
}

/** Returns a label of the contract in all languages. The label is a key of the catalogue, or a literal text. */
export const labelText = (label: MessageKey | Text): Text => (typeof label === 'string' ? messageText(label) : label);
