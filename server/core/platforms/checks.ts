import { createHash, timingSafeEqual } from 'node:crypto';
import type { Text } from '../../../contract/text';
import { UpstreamFailure, UpstreamTimeout } from './outbound';

/** One step of "Test connection" (DOMAIN §3.10); `detail` holds the platform's own words or a value without a language. */
export interface PlatformCheck {
  readonly name: Text;
  readonly ok: boolean;
  readonly detail: string;
}

/**
 * Runs one step of a connection test.
 *
 * @param work gives the detail of a passed step; an upstream error that it throws becomes a failed step
 */
export async function runCheck(name: Text, work: () => Promise<string>): Promise<PlatformCheck> {
  try {
    return { name, ok: true, detail: await work() };
  } catch (error) {
    if (error instanceof UpstreamFailure) {
      return { name, ok: false, detail: [error.code, error.message].filter(Boolean).join(' ') };
    }
    if (error instanceof UpstreamTimeout) return { name, ok: false, detail: error.message };
    throw error;
  }
}

/** Compares in a time that does not depend on where the texts differ. */
export function isSameText(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

/** A JSON object, or null for every other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
