/** Where the browser of the journeys and benches is. */
import { existsSync } from 'node:fs';

/**
 * Debian's two Chromium packages and their programs. The headless shell draws pages with the same engine but has no window, no toolbar
 * and no extensions: the same journey takes half of the CPU time.
 */
export const HEADLESS_SHELL = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };
export const CHROMIUM = { package: 'chromium', path: '/usr/bin/chromium' };

/**
 * @param preferred taken when both are installed
 * @returns path of the browser: the one that `CHROMIUM` names, or an installed one; null without any
 */
export function findChromium(preferred = HEADLESS_SHELL) {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  return [preferred, HEADLESS_SHELL, CHROMIUM].find(({ path }) => existsSync(path))?.path ?? null;
}
