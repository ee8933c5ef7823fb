/** Finds the browser of the journeys and benches. */
import { existsSync } from 'node:fs';

/**
 * Debian's two Chromium packages and their programs. The headless shell has the same engine, but no window, toolbar or extensions.
 * A journey takes half of the CPU time in it.
 */
export const HEADLESS_SHELL = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };
export const CHROMIUM = { package: 'chromium', path: '/usr/bin/chromium' };

/**
 * Finds a browser.
 *
 * @param preferred the program to choose when both are installed
 * @returns path of the browser: the one that `CHROMIUM` names, or an installed one; null when there is none
 */
export function findChromium(preferred = HEADLESS_SHELL) {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  return [preferred, HEADLESS_SHELL, CHROMIUM].find(({ path }) => existsSync(path))?.path ?? null;
}
