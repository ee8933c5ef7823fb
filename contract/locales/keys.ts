import type { consoleTexts } from './zh-CN/console';
import type { pagesTexts } from './zh-CN/pages';
import type { publicTexts } from './zh-CN/public';

type Areas = typeof publicTexts & typeof consoleTexts & typeof pagesTexts;
/** Keys of all texts that zh-CN defines, such as `bill.empty`. */
export type MessageKey = { [A in keyof Areas & string]: `${A}.${keyof Areas[A] & string}` }[keyof Areas & string];
