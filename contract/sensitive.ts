/** This file finds words that may not be published. The editor marks the same words that the server refuses. The functions are pure. */

/**
 * Characters that people can insert between the letters of a word to hide the word. Examples are blanks, zero-width characters and soft
 * hyphens.
 */
const HIDDEN = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/u;

interface Plain {
  readonly text: string;
  /** For each UTF-16 unit of `text`: the position of its character in the original text. */
  readonly at: readonly number[];
}

/** Normalizes a text for the comparison: NFKC (full-width letters become ASCII letters), lower case, no hidden characters. */
function plain(original: string): Plain {
  const at: number[] = [];
  let text = '';
  let index = 0;
  for (const char of original) {
    if (!HIDDEN.test(char)) {
      const compared = char.normalize('NFKC').toLowerCase();
      for (let unit = 0; unit < compared.length; unit += 1) at.push(index);
      text += compared;
    }
    index += char.length;
  }
  return { text, at };
}

export interface Mark {
  readonly word: string;
  readonly from: number;
  /** End position in the original text. The character at this position is not included. */
  readonly to: number;
}

/** Finds the words in a text. @returns their positions in ascending order */
export function markSensitive(original: string, words: readonly string[]): Mark[] {
  const { text, at } = plain(original);
  const marks: Mark[] = [];
  for (const word of words) {
    const wanted = plain(word).text;
    if (wanted === '') continue;
    for (let found = text.indexOf(wanted); found !== -1; found = text.indexOf(wanted, found + wanted.length)) {
      const last = at[found + wanted.length - 1] ?? 0;
      marks.push({
        word,
        from: at[found] ?? 0,
        to: last + String.fromCodePoint(original.codePointAt(last) ?? 32).length,
      });
    }
  }
  return marks.sort((one, other) => one.from - other.from || one.to - other.to);
}

/** Returns the words that occur in the texts. Each word is returned once. */
export const sensitiveIn = (texts: readonly string[], words: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => markSensitive(text, words).map(({ word }) => word))),
];
