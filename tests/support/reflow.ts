import type { Page } from '@playwright/test';
import { accessibilityFaults, shot } from './browser';
import { lastingFaults, layoutAtRest } from './layout';

/** Checks pages in small windows (WCAG 2.2, 1.4.4 and 1.4.10): at 200 % zoom, and 320 px wide. */

interface Room {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
}
const ROOMS: readonly Room[] = [
  { name: '200 %', width: 720, height: 450, deviceScaleFactor: 2 },
  { name: '320 px', width: 320, height: 640, deviceScaleFactor: 1 },
];
/**
 * axe rules that a small window can break: hidden texts, and boxes that scroll only in a small window. Colours and target sizes do
 * not change.
 */
const SMALL = [
  'aria-hidden-focus',
  'aria-input-field-name',
  'aria-required-children',
  'aria-toggle-field-name',
  'button-name',
  'label',
  'link-name',
  'list',
  'scrollable-region-focusable',
  'select-name',
];

/** Script: reports a page that scrolls sideways, and controls and titles that are outside of the window, clipped, or covered. */
const LOOK = `(() => {
  const faults = [];
  const root = document.documentElement;
  const wide = root.clientWidth;
  if (root.scrollWidth > wide) faults.push('scrolls sideways by ' + (root.scrollWidth - wide) + ' px');
  const named = (node) =>
    node.tagName.toLowerCase() + ' "' + (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 30) + '"';
  const top = [...document.querySelectorAll('[role="dialog"]')].filter((node) => node.getClientRects().length > 0).at(-1);
  const areas = top ? [top] : [...document.querySelectorAll('header, main, form')];
  const controls = [...new Set(areas.flatMap((area) => [...area.querySelectorAll('button, a[href], input, select, textarea, h1')]))];
  let rows = 0;
  for (const node of controls) {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || node.closest('[inert], .leaflet-container')) continue;
    // Check only the first three rows of a table, because the other rows usually have the same controls.
    const row = node.closest('tbody tr');
    if (row && row.sectionRowIndex > 2) continue;
    const hidden = node.closest('[data-visually-hidden]');
    let box = node.getBoundingClientRect();
    if (hidden || box.width <= 1 || box.height <= 1) continue;
    let scrolls = false;
    let cut = null;
    for (let around = node.parentElement; around && around !== root; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (around.scrollWidth > around.clientWidth + 1 && /auto|scroll/.test(style.overflowX)) scrolls = true;
      if (/hidden|clip/.test(style.overflowX) && !scrolls) {
        const edge = around.getBoundingClientRect();
        if (box.left < edge.left - 2 || box.right > edge.right + 2) cut = around;
      }
    }
    if (scrolls) continue;
    if (box.left < -1 || box.right > wide + 1) faults.push(named(node) + ' reaches from ' + Math.round(box.left) + ' to ' + Math.round(box.right));
    else if (cut) faults.push(named(node) + ' is cut off');
    else if (node.matches('button, a[href]')) {
      node.scrollIntoView({ block: 'center', inline: 'nearest' });
      box = node.getBoundingClientRect();
      const rect = node.getClientRects()[0];
      const on = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
      // Ignore messages, because they cover the page only for a short time.
      if (on?.closest('[role="alert"], [role="status"]')) continue;
      if (on && !node.contains(on) && !on.contains(node)) faults.push(named(node) + ' lies under ' + named(on));
    }
  }
  scrollTo(0, 0);
  return faults;
})()`;

/**
 * Checks the open page in small windows, and restores the window's size.
 *
 * @param options.leave called before the size is restored, to leave a page that is no longer needed. Otherwise each step of restoring
 * the size would redraw that page
 * @param options.rules axe rules to run in each window
 * @returns one line for each fault
 */
export async function reflowFaults(
  page: Page,
  name: string,
  {
    leave = async () => undefined,
    rules = SMALL,
  }: { readonly leave?: () => Promise<unknown>; readonly rules?: readonly string[] } = {},
): Promise<readonly string[]> {
  const before = page.viewportSize();
  const session = await page.context().newCDPSession(page);
  const faults: string[] = [];
  for (const room of ROOMS) {
    // We set only the device metrics, because Playwright's resize would redraw the page once more.
    await session.send('Emulation.setDeviceMetricsOverride', { ...room, mobile: false });
    const found = [...(await lastingFaults(page, LOOK)), ...(await accessibilityFaults(page, { only: rules }))];
    faults.push(...new Set(found.map((fault) => `${name}, ${room.name}: ${fault}`)));
    await shot(page, `${room.width}-${name}`);
  }
  await leave();
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
  if (before) await page.setViewportSize(before);
  // The menu expands again.
  await layoutAtRest(page);
  return faults;
}
