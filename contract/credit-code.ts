import { text } from './text';

/** This file checks the unified credit code (统一社会信用代码, GB 32100-2015). It imports no library, because the browser loads it. */

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

export const CREDIT_CODE_TEXT = text(
  '统一社会信用代码不正确',
  'Credit code is not valid',
  'O código de crédito não é válido',
  '統一社會信用代碼不正確',
);

/**
 * Calculates the check character from the first 17 characters.
 *
 * @returns `null` if the text has another length, or if a character is not in the alphabet
 */
export function checkCharacter(first17: string): string | null {
  if (first17.length !== 17) return null;
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return null;
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET[(31 - (sum % 31)) % 31] ?? null;
}

/** Returns whether a code has 18 characters in upper case and a correct check character. */
export function isCreditCode(code: string): boolean {
  return code.length === 18 && checkCharacter(code.slice(0, 17)) === code[17];
}
