/** Masks personal data for lists and records (DOMAIN §0.1). */

/** Number of leading digits of a phone number that stay readable. `TEL_TAIL` is the number of trailing digits. */
const TEL_HEAD = 3;
const TEL_TAIL = 4;

/** Masks a phone number: `138****5678`. Other numbers show at most their first three and last four characters. */
export function maskTel(tel: string): string {
  if (tel.length <= TEL_TAIL) return '*'.repeat(tel.length);
  const hidden = tel.length - TEL_HEAD - TEL_TAIL;
  if (hidden <= 0) return `${'*'.repeat(tel.length - TEL_TAIL)}${tel.slice(-TEL_TAIL)}`;
  return `${tel.slice(0, TEL_HEAD)}${'*'.repeat(hidden)}${tel.slice(-TEL_TAIL)}`;
}

const MOBILES = /(?<!\d)1\d{10}(?!\d)/g;
/** Masks each Chinese mobile number (11 digits that begin with 1) in a text. */
export const maskTelsIn = (text: string): string => text.replace(MOBILES, maskTel);

/** Masks a name that the user typed, but only if this name is a phone number. */
export function maskIfTel(name: string): string {
  return /^\+?\d[\d-]{6,}\d$/.test(name) ? maskTel(name) : name;
}

/** Masks an account number except its last four characters. The masked part has at least four asterisks. */
export function maskAccount(account: string): string {
  return account === '' ? '' : `${'*'.repeat(Math.max(4, account.length - 4))}${account.slice(-4)}`;
}

/**
 * Masks a personal text. A text of digits, such as a phone or id card number, is masked by {@link maskTel}. Of other texts, only the first
 * character stays visible; a text of one character is fully masked.
 */
export function maskText(text: string): string {
  if (/^[+\d][\dXx\- ]{4,}$/.test(text)) return maskTel(text);
  const [first = '', ...rest] = text;
  return rest.length === 0 ? first && '*' : `${first}${'*'.repeat(rest.length)}`;
}

/** Field names whose values are not recorded, even when an endpoint does not declare them as secret. */
const ALWAYS_SECRET = /password|secret|token|authorization|cipher|sealed/i;
const DEEPEST = 8;

/**
 * Copies a value for an operation record. The text "changed" replaces the value of a secret field, unless the value is `null`. Personal
 * fields are masked. A field in `namesOrPhones` is masked only if its text is a phone number. Parts below the eighth level become "…".
 */
export function maskFields(
  value: unknown,
  spec: {
    readonly secret?: readonly string[];
    readonly personal?: readonly string[];
    readonly namesOrPhones?: readonly string[];
  },
  depth = 0,
): unknown {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((item) => maskFields(item, spec, depth + 1));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined || typeof part === 'function') continue;
    if (spec.secret?.includes(key) || ALWAYS_SECRET.test(key)) copy[key] = part === null ? null : 'changed';
    else if (spec.personal?.includes(key)) copy[key] = maskPersonal(part);
    else if (spec.namesOrPhones?.includes(key) && typeof part === 'string') copy[key] = maskIfTel(part);
    else copy[key] = maskFields(part, spec, depth + 1);
  }
  return copy;
}

function maskPersonal(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return maskText(String(value));
  return value === null || value === undefined ? null : 'masked';
}
