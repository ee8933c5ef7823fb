import { PASSWORD } from '@contract/limits';

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];

/**
 * Finds what the browser can detect of a weak password (DOMAIN §3.1): 8–32 characters, three of lower case, upper case, digit and
 * symbol, no four equal characters in a row. The server decides, because it also compares the account and earlier passwords.
 */
export function passwordProblem(password: string): 'length' | 'weak' | 'repeats' | null {
  if (password.length < PASSWORD.min || password.length > PASSWORD.max) return 'length';
  if (CLASSES.filter((kind) => kind.test(password)).length < 3) return 'weak';
  return /(.)\1{3}/u.test(password) ? 'repeats' : null;
}

/** 1 weak · 2 good · 3 strong: by the rule, and by length and variety beyond the rule. */
export function passwordStrength(password: string): 1 | 2 | 3 {
  if (passwordProblem(password) !== null) return 1;
  const kinds = CLASSES.filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  return password.length >= 12 && different >= 8 && kinds >= 3 ? 3 : 2;
}
