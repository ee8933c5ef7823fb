/** This file checks identity card numbers (DOMAIN §0.1). The server and the public application page share its pure functions. */

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = '10X98765432';

/**
 * Returns whether a text is a valid identity card number (DOMAIN §0.1). It needs 18 characters, a valid check character (MOD 11-2) and a
 * valid date of birth.
 */
export function isIdCard(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false;
  if (!isDay(`${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`)) return false;
  const sum = ID_WEIGHTS.reduce((all, weight, index) => all + weight * Number(text[index]), 0);
  return ID_CHECKS[sum % 11] === text[17];
}

/** Returns whether a text is a calendar day, `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}
