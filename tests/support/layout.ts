import type { Page } from '@playwright/test';

/** Waits until a page's layout is stable, and finds layout faults that last. */

/**
 * Script: resolves when no element has changed its box for two frames, or after two seconds.
 */
const LAYOUT_AT_REST = `new Promise((done) => {
  const end = performance.now() + 2_000;
  const boxes = () =>
    [...document.querySelectorAll('header, header *, aside, aside *, main, main *, [role="dialog"], [role="dialog"] *')]
      .map((node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height]; })
      .join();
  let before = '';
  let same = 0;
  const look = () => {
    const now = boxes();
    same = now === before ? same + 1 : 0;
    before = now;
    if (same === 2 || performance.now() > end) done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Waits until the layout of a page is stable. */
export const layoutAtRest = (page: Page): Promise<unknown> => page.evaluate(LAYOUT_AT_REST);

/** Milliseconds for which a fault must last, because the layout may still change. */
const TIMEOUT_MS = 3_000;

/**
 * Checks the layout repeatedly until it has no faults, or until the timeout.
 *
 * @param look script that returns one line for each fault
 * @returns the lasting faults
 */
export async function lastingFaults(page: Page, look: string): Promise<readonly string[]> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    await layoutAtRest(page);
    const faults = await page.evaluate<string[]>(look);
    if (faults.length === 0 || performance.now() > end) return faults;
  }
}
