import type { Page } from '@playwright/test';
import { lastingFaults } from './layout';

/** Checks that left-to-right texts keep their order inside a right-to-left frame. */

/**
 * Script: reports each text that is rendered in the wrong order. The script compares the first and the last character of a
 * single-line text. It checks a figure as a whole, because sign, digits and unit may be separate nodes.
 */
const LOOK = `(() => {
  const boxOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const RTL = /[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]/;
  const SEEN = /[^\\s\\u2066-\\u2069]/;
  const partsOf = (root) => {
    const parts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const shown = node.parentElement.checkVisibility() && !node.parentElement.closest('[data-visually-hidden]');
      if (shown && SEEN.test(node.data)) parts.push(node);
    }
    return parts;
  };
  const faults = new Set();
  const look = (parts) => {
    const text = parts.map((node) => node.data).join('');
    if (text.length < 2 || RTL.test(text)) return;
    const last = parts.at(-1);
    const at = [...last.data].length === last.data.length ? last.data.trimEnd().replace(/[\\u2066-\\u2069]+$/, '').length - 1 : 0;
    const begins = boxOf(parts[0], parts[0].data.search(SEEN));
    const ends = boxOf(last, at);
    const isOneLine = Math.abs(begins.top - ends.top) < begins.height / 2;
    if (isOneLine && begins.width > 0 && ends.width > 0 && begins.left > ends.left) faults.add(text.trim().slice(0, 60));
  };
  const main = document.querySelector('main');
  for (const node of partsOf(main)) look([node]);
  const FIGURE = /^[−¥\\s]*[\\d.,]+\\s*(%|元|¥)?$/;
  for (const element of main.querySelectorAll('*')) {
    if (element.childElementCount === 0) continue;
    const parts = partsOf(element);
    if (parts.length > 1 && FIGURE.test(parts.map((node) => node.data).join('').replace(/[\\u2066-\\u2069]/g, ''))) look(parts);
  }
  return [...faults];
})()`;

export const readingFaults = (page: Page): Promise<readonly string[]> => lastingFaults(page, LOOK);
