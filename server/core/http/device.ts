import { UAParser } from 'ua-parser-js';

/** The browser behind a `User-Agent` header. */
export interface Device {
  /** Browser and system without versions: `Chrome/Windows`. A session is bound to it. */
  readonly family: string;
  /** For display: `Chrome 140, Windows 11`. */
  readonly label: string;
}

const known = new Map<string, Device>();
const MOST_KNOWN = 1_000;

/** Reads a `User-Agent`. An unknown browser or system still yields a stable family. */
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
