import type { Locale } from '@contract/text';
import type { Place } from './places';

/** Calls the server's public endpoints. The page has no session; the code of an answer gives the result. */

export interface Outcome {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;
}
export type Ask = (address: string, body?: object) => Promise<Outcome>;

export const DONE = 100;
export const CODE = { ended: 401, invalid: 40001, captcha: 40003, sms: 40004, changed: 42282 } as const;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * @param offline message if there is no answer
 * @returns `ask` calls an endpoint of the page; `regions` lists the regions within one, or the provinces for an empty code
 */
export function createCalls(locale: Locale, offline: string) {
  const ask: Ask = async (address, body) => {
    const headers = { 'accept-language': locale, ...(body && { 'content-type': 'application/json' }) };
    const how = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    try {
      const answer: unknown = await (await fetch(`/api/franchise.Public/${address}`, how)).json();
      if (!isRecord(answer)) throw new TypeError('no answer');
      return {
        code: Number(answer.code),
        msg: String(answer.msg ?? ''),
        data: isRecord(answer.data) ? answer.data : {},
      };
    } catch {
      return { code: 0, msg: offline, data: {} };
    }
  };
  const regions = async (parent: string): Promise<readonly Place[]> => {
    const { data } = await ask(parent === '' ? 'getRegions' : `getRegions?parent=${encodeURIComponent(parent)}`);
    return Array.isArray(data.list) ? (data.list as Place[]) : [];
  };
  return { ask, regions };
}
