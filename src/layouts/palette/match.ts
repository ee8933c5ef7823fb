import { pinyinAt } from './pinyin';

/** This module contains functions for the text search of the palette. Pinyin is in pinyin.ts. */

/** Cache of normalized texts. The console has few texts, but compares each of them at every key press. */
const PLAIN = new Map<string, string>();
const KEPT_TEXTS = 4_000;

function plain(text: string): string {
  const kept = PLAIN.get(text);
  if (kept !== undefined) return kept;
  const made = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (PLAIN.size >= KEPT_TEXTS) PLAIN.clear();
  PLAIN.set(text, made);
  return made;
}

/**
 * Scores how well a name matches the typed text. 0 means no match; a higher score is better. Every typed word must occur in the name or in
 * `words`; otherwise, a Chinese name can match by its pinyin. A name that starts with the first typed word has the highest score.
 */
export function fitOf(typed: string, name: string, words = ''): number {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const called = plain(name);
  const all = `${called} ${plain(words)}`;
  if (wanted.length === 0) return 0;
  if (!wanted.every((word) => all.includes(word))) return pinyinFit(typed, name);
  const [first = ''] = wanted;
  if (called.startsWith(first)) return 4;
  if (beginsWord(called, first)) return 3;
  return called.includes(first) ? 2 : 1;
}

/** Scores how well the pinyin of a Chinese name matches the typed letters: 3 from its first character, 2 inside, 0 no match. */
function pinyinFit(typed: string, name: string): number {
  const at = pinyinAt(typed, name);
  return at === 0 ? 3 : at > 0 ? 2 : 0;
}

/** Returns whether any word of the text starts with the typed letters. */
function beginsWord(text: string, typed: string): boolean {
  for (let at = text.indexOf(typed); at >= 0; at = text.indexOf(typed, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) return true;
  }
  return false;
}

/** Returns the matching items, best first. Items with equal scores stay in their order. @param most maximum number of items */
export function best<T>(items: readonly T[], score: (item: T) => number, most: number): readonly T[] {
  return items
    .map((item) => ({ item, value: score(item) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, most)
    .map(({ item }) => item);
}
