import type { Page } from '@playwright/test';

/** The layout of a page while it changes: after a resize, or when something opens. */

/**
 * Resolves inside the page when every element has kept its box for two frames. A page that never stops changing is returned as it is
 * after two seconds.
 */
const LAYOUT_AT_REST = `new Promise((done) => {
  const end = performance.now() + 2_000;
  const boxes = () =>
    [...document.querySelectorAll('header, main, main *, [role="dialog"], [role="dialog"] *')]
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

/** A fault that is still there after so long is one: until then the page may be taking its new shape. Milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * Looks for faults of the layout until there are none.
 *
 * @param look script that returns one line for each fault
 * @returns the faults that stay
 */
export async function lastingFaults(page: Page, look: string): Promise<readonly string[]> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    await page.evaluate(LAYOUT_AT_REST);
    const faults = await page.evaluate<string[]>(look);
    if (faults.length === 0 || performance.now() > end) return faults;
  }
}
