import { createHash } from 'node:crypto';

/** Computes the hexadecimal SHA-256 of a value. Equal values have equal digests. */
export const contentDigest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Serializes a value with sorted object keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const part = withSortedKeys((value as Record<string, unknown>)[key]);
    // An assignment to this key would set the prototype, and the digest would omit the value.
    if (key === '__proto__') Object.defineProperty(sorted, key, { value: part, enumerable: true });
    else sorted[key] = part;
  }
  return sorted;
}
