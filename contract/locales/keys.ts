import type { consoleTexts } from './zh-CN/console';
import type { pagesTexts } from './zh-CN/pages';
import type { publicTexts } from './zh-CN/public';

type Areas = typeof publicTexts & typeof consoleTexts & typeof pagesTexts;
/** `area.key` of every text that zh-CN defines. */
export type MessageKey = { [A in keyof Areas & string]: `${A}.${keyof Areas[A] & string}` }[keyof Areas & string];
