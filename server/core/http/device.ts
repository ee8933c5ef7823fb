import { UAParser } from 'ua-parser-js';

/** The browser and system that a `User-Agent` header names. */
export interface Device {
  /** Browser and system without versions, such as `Chrome/Windows`. A session is valid only for this family. */
  readonly family: string;
  /** Text for display, such as `Chrome 140, Windows 11`. */
  readonly label: string;
}

const known = new Map<string, Device>();
const MOST_KNOWN = 1_000;

/** Parses a `User-Agent` header. An unknown browser or system also has a stable family. */
export function deviceOf(userAgent: string): Device {
  const found = known.get(userAgent);
  if (found) return found;
  const { browser, os } = new UAParser(userAgent.slice(0, 255)).getResult();
  const own = userAgent.split(/[\s/]/, 1)[0] ?? '';
  const name = browser.name ?? (own || 'unknown');
  const device = {
    family: `${name}/${os.name ?? 'unknown'}`.slice(0, 64),
    label: [`${name} ${browser.major ?? ''}`.trim(), `${os.name ?? ''} ${os.version ?? ''}`.trim()]
      .filter(Boolean)
      .join(', ')
      .slice(0, 64),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(userAgent, device);
  return device;
}
