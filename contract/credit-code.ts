import { text } from './text';

/** Unified credit code (统一社会信用代码, GB 32100-2015). Free of libraries: the browser imports it at run time. */

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

export const CREDIT_CODE_TEXT = text(
  '统一社会信用代码不正确',
  'Credit code is not valid',
  'O código de crédito não é válido',
  '統一社會信用代碼不正確',
);

/** 18 characters, capitals, the last one is a check character. */
export function isCreditCode(code: string): boolean {
  if (code.length !== 18) return false;
  let sum = 0;
  let weight = 1;
  for (const character of code.slice(0, 17)) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return false;
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET[(31 - (sum % 31)) % 31] === code[17];
}
