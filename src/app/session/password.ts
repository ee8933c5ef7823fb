import { PASSWORD } from '@contract/limits';

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];

/**
 * Finds the weakness of a password that the browser can detect (DOMAIN §3.1). A password needs 8–32 characters, of at least three kinds:
 * lower case, upper case, digit and symbol. Four equal characters in a row are not allowed. The server decides, because it also compares
 * the account name and earlier passwords.
 */
export function passwordProblem(password: string): 'length' | 'weak' | 'repeats' | null {
  if (password.length < PASSWORD.min || password.length > PASSWORD.max) return 'length';
  if (CLASSES.filter((kind) => kind.test(password)).length < 3) return 'weak';
  return /(.)\1{3}/u.test(password) ? 'repeats' : null;
}

/** Rates a password: 1 violates the rules · 2 follows the rules · 3 also has 12 or more characters, at least 8 of them different. */
export function passwordStrength(password: string): 1 | 2 | 3 {
  if (passwordProblem(password) !== null) return 1;
  const kinds = CLASSES.filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  return password.length >= 12 && different >= 8 && kinds >= 3 ? 3 : 2;
}
