/** Longest text that is kept of a fact which the browser tells about itself. */
const LONGEST = 120;

/** What a browser says of the moment; all of it is its own word. */
export interface DebugFacts {
  /** The phone of the account; the operation record keeps it masked (`personal` in the contract). */
  readonly account: string;
  readonly loginIp: string;
  readonly time: string;
  readonly os: string;
  readonly browser: string;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\p{C}/gu, '').trim().slice(0, LONGEST) : '';

/** The facts of a report, nothing else of what was sent; null where it is no JSON object. */
export function readFacts(content: string): DebugFacts | null {
  let sent: unknown;
  try {
    sent = JSON.parse(content);
  } catch {
    return null;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const { account, loginIp, time, os, browser } = sent as Readonly<Record<string, unknown>>;
  return {
    account: plain(account),
    loginIp: plain(loginIp),
    time: plain(time),
    os: plain(os),
    browser: plain(browser),
  };
}
