import type { Locale } from '@contract/text';
import type { Place } from './places';

/** This module calls the server's public endpoints, which need no session. A response with `code` 100 is a success. */

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
 * Creates the functions that call the server.
 *
 * @param offline message if the server does not respond
 * @returns `ask` calls an endpoint; `regions` lists regions and is rejected with the message of a failure
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
    const { code, msg, data } = await ask(
      parent === '' ? 'getRegions' : `getRegions?parent=${encodeURIComponent(parent)}`,
    );
    if (code !== DONE) throw new Error(msg || offline);
    return Array.isArray(data.list) ? (data.list as Place[]) : [];
  };
  return { ask, regions };
}
