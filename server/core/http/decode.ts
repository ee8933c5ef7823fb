import { refuse } from './refusal';

/** Keys that could change an object's prototype when objects are merged. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Pattern of characters that PostgreSQL cannot store: the null character and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/**
 * Reads a JSON body. An empty body becomes an empty object. Keys in {@link FORBIDDEN_KEYS} are removed.
 *
 * @throws Refusal 40002 when the body is not a JSON object of storable text
 */
export function decodeBody(bytes: Buffer | null): Record<string, unknown> {
  if (bytes === null || bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (key, part: unknown) => {
      if (FORBIDDEN_KEYS.has(key)) return undefined;
      if (!isStorable(key) || (typeof part === 'string' && !isStorable(part))) throw refuse(40002);
      return part;
    });
  } catch {
    throw refuse(40002);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(40002);
  return value as Record<string, unknown>;
}

/**
 * Reads the query parameters, without the keys in {@link FORBIDDEN_KEYS}.
 *
 * @throws Refusal 40002 when the database could not store a value
 */
export function decodeQuery(query: Readonly<Record<string, string | string[]>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(query)) {
    if (FORBIDDEN_KEYS.has(key)) continue;
    if (![value].flat().every((part) => isStorable(part))) throw refuse(40002);
    values[key] = value;
  }
  return values;
}
