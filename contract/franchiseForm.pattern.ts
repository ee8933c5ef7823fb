/**
 * This file checks regular expressions that staff write for visitors' answers. It accepts only simple expressions, so that matching is
 * fast: no quantifier after a group, no backreferences, no lookaround, and few variable quantifiers, groups and alternatives. The functions
 * are pure.
 */

/** Maximum characters of an answer. A longer answer never matches. */
const LONGEST_MATCHED = 100;
const LONGEST_PATTERN = 100;
const MOST = { variable: 3, groups: 3, bars: 10, times: 64 } as const;

interface Seen {
  variable: number;
  groups: number;
  bars: number;
}

/**
 * Finds the quantifier at a position: its length, and whether its count is variable. A fixed count above `MOST.times` also counts as
 * variable.
 *
 * @returns `null` if there is no quantifier
 */
function quantifierAt(pattern: string, at: number): { readonly length: number; readonly isVariable: boolean } | null {
  const [whole = '', from = '', to] = /^(?:[*+?]|\{(\d{1,3})(,\d{0,3})?\})/.exec(pattern.slice(at)) ?? [];
  if (whole === '') return null;
  const isFixed = from !== '' && to === undefined && Number(from) <= MOST.times;
  return { length: whole.length, isVariable: !isFixed };
}

/** Finds the end of the character, class or escape at a position. @returns `null` if the construct is not accepted */
function atomEnd(pattern: string, at: number): number | null {
  const char = pattern[at] ?? '';
  if (char === '\\') return /^\\[dDwWsS.\\/*+?()[\]{}|^$-]/.test(pattern.slice(at)) ? at + 2 : null;
  if (char !== '[') return at + 1;
  for (let end = at + 1; end < pattern.length; end += 1) {
    if (pattern[end] === '\\') end += 1;
    else if (pattern[end] === ']') return end + 1;
  }
  return null;
}

/** Counts variable quantifiers, groups and alternatives in `seen`. @returns whether the pattern uses only accepted constructs */
function scan(pattern: string, seen: Seen): boolean {
  let at = 0;
  while (at < pattern.length) {
    const char = pattern[at] ?? '';
    if (char === '(') {
      seen.groups += 1;
      at += pattern.startsWith('(?:', at) ? 3 : 1;
      if (pattern[at] === '?') return false;
      continue;
    }
    if (char === '|') seen.bars += 1;
    const end = char === ')' || char === '|' ? at + 1 : atomEnd(pattern, at);
    if (end === null) return false;
    const quantifier = quantifierAt(pattern, end);
    if (quantifier && char === ')') return false;
    if (quantifier?.isVariable) seen.variable += 1;
    at = end + (quantifier?.length ?? 0);
    if (quantifier && quantifierAt(pattern, at)) return false;
  }
  return true;
}

/** Compiles a pattern that must match the whole text. @returns `null` if the pattern is invalid or not simple enough */
export function patternOf(pattern: string): RegExp | null {
  const seen: Seen = { variable: 0, groups: 0, bars: 0 };
  if (pattern.length > LONGEST_PATTERN || !scan(pattern, seen)) return null;
  if (seen.variable > MOST.variable || seen.groups > MOST.groups || seen.bars > MOST.bars) return null;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return null;
  }
}

export const matches = (pattern: string, text: string): boolean =>
  text.length <= LONGEST_MATCHED && patternOf(pattern)?.test(text) === true;
