import type { Text } from '../text';
import { consoleTexts as enUS } from './en-US/console';
import type { MessageKey } from './keys';
import { consoleTexts as ptBR } from './pt-BR/console';
import { consoleTexts as zhCN } from './zh-CN/console';
import { consoleTexts as zhTW } from './zh-TW/console';

/**
 * The texts of the pages in every language, for heads of files, filters in words and records. The browser loads one language and must not
 * import this file.
 */

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A text of the catalogue in every language. A key without a text stands for itself, so that a test finds it. */
export function messageText(key: MessageKey): Text {
  const dot = key.indexOf('.');
  const find = (texts: Catalogue) => texts[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? key;
  return { 'zh-CN': find(zhCN), 'zh-TW': find(zhTW), 'en-US': find(enUS), 'pt-BR': find(ptBR) };
}

/** A label of the contract in every language: a key of the catalogue, or a text that stands for itself. */
export const labelText = (label: MessageKey | Text): Text => (typeof label === 'string' ? messageText(label) : label);
