import { createHash } from 'node:crypto';

/** Computes the SHA-256 of a value, in hexadecimal: equal values have equal digests. */
export const contentDigest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Serializes a value with sorted object keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, withSortedKeys(part)]),
  );
}
