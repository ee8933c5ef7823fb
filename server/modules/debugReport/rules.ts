/** Maximum length of a stored value from the browser, in characters. */
const LONGEST = 120;

/** Values that the browser reports. None of them is verified. */
export interface DebugFacts {
  /** Phone number of the account. The operation record stores it masked (`personal` in the contract). */
  readonly account: string;
  readonly loginIp: string;
  readonly time: string;
  readonly os: string;
  readonly browser: string;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\p{C}/gu, '').trim().slice(0, LONGEST) : '';

/** Reads the known values of a report and ignores all others. Returns `null` if the content is not a JSON object. */
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
