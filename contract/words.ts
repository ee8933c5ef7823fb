import { words as enUS } from './locales/en-US/words';
import { words as ptBR } from './locales/pt-BR/words';
import { words as zhCN } from './locales/zh-CN/words';
import { words as zhTW } from './locales/zh-TW/words';
import { type Text, text } from './text';

type Word = keyof typeof zhCN;

/**
 * Word lists in every language, for the contract and the server (docs/decisions/0072). Write `WORD.state`, never
 * `WORD[name]`: the build replaces the expression with the text (config/words-loader.cjs).
 */
export const WORD = Object.fromEntries(
  (Object.keys(zhCN) as Word[]).map((word) => [word, text(zhCN[word], enUS[word], ptBR[word], zhTW[word])]),
) as Readonly<Record<Word, Text>>;
