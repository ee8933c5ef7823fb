/** Finds the browser for the journeys and benches. */
import { existsSync } from 'node:fs';

/**
 * Debian's two Chromium packages and their programs. The headless shell has the same engine, but no window, toolbar or extensions.
 * A journey needs half the CPU time in the headless shell.
 */
export const HEADLESS_SHELL = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };
export const CHROMIUM = { package: 'chromium', path: '/usr/bin/chromium' };

/**
 * Finds a browser.
 *
 * @param preferred the program to choose when both are installed
 * @returns path of the browser that `CHROMIUM` names, or of an installed browser if `CHROMIUM` is not set. `null` means that no browser was
 *   found, or that `CHROMIUM` names a missing file
 */
export function findChromium(preferred = HEADLESS_SHELL) {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  return [preferred, HEADLESS_SHELL, CHROMIUM].find(({ path }) => existsSync(path))?.path ?? null;
}
