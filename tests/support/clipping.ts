import type { Page } from '@playwright/test';
import { lastingFaults } from './layout';
import { CLOSING, OPENING } from './pseudoLocale';

/** Finds layout faults that longer texts cause, and words that are in no catalogue. */

/** Number of checked rows in a table. Further rows have the same structure, so they are skipped. */
const ROWS = 8;

/** Script: collects the visible text nodes of the topmost dialog, or of the whole page. */
const SHOWN = `
  /* antd places the character counter below its field, so the counter may overlap other texts. */
  const BENEATH = '.ant-input-data-count';
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((node) => node.getClientRects().length > 0);
  const root = dialogs.at(-1) ?? document.body;
  const shown = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!/\\S/.test(text.data) || node.closest('script, style, noscript, option, [data-visually-hidden], [inert], .leaflet-container') || node.matches(BENEATH)) continue;
    const row = node.closest('tbody tr');
    if (row && row.sectionRowIndex >= ${ROWS}) continue;
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    shown.push({ text, node });
  }
`;

/**
 * Script: reports texts that are clipped, overflow their box, or overlap other texts. Also reports placeholders that are too long, and a
 * page that is wider than the window.
 */
const LOOK = `(() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) faults.push('the page is ' + (page.scrollWidth - page.clientWidth) + ' px wider than the window');
  ${SHOWN}
  const named = (node, text) =>
    node.tagName.toLowerCase() + (node.className && typeof node.className === 'string' ? '.' + node.className.split(' ')[0] : '') +
    ' "' + text.trim().replace(/\\s+/g, ' ').slice(0, 60) + '"';
  const styles = new Map();
  const styleOf = (node) => styles.get(node) ?? styles.set(node, getComputedStyle(node)).get(node);
  const isInline = (node) => styleOf(node).display === 'inline' || styleOf(node).display === 'contents';
  const hasFrame = (style) =>
    parseFloat(style.borderLeftWidth) > 0 && style.borderLeftStyle !== 'none' ||
    !/^(transparent|rgba\\(0, 0, 0, 0\\))$/.test(style.backgroundColor);
  /* A text that is cut with an ellipsis is allowed if its full text is in a title. */
  const isToBeHad = (node, text, box) => {
    for (let around = node; around && around !== document.body; around = around.parentElement) {
      const title = around.getAttribute('title') ?? '';
      // The title must contain the text, or belong to the box that cuts the text.
      if (title.includes(text.trim()) || (title !== '' && around === box)) return true;
      if (around.matches('td, th, li, button, a, [role="option"]')) break;
    }
    return node.querySelector('[title]') !== null;
  };
  const placed = [];
  for (const { text, node } of shown) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 0.5);
    if (rects.length === 0) continue;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const top = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    // A line box is higher than its letters, so a quarter of the height may be cut.
    const ink = rects[0].height * 0.25;
    let seen = { left, right, top, bottom };
    let framed = false;
    let scrollsX = false;
    let scrollsY = false;
    let spoken = false;
    let said = false;
    const tell = (what) => { if (!said) faults.push(named(node, text.data) + what); said = true; };
    for (let around = node; around && around !== page; around = around.parentElement) {
      if (isInline(around)) continue;
      const style = styleOf(around);
      // Skip texts that are only for screen readers.
      if (/^inset\\(50%/.test(style.clipPath)) { spoken = true; break; }
      const outer = around.getBoundingClientRect();
      const box = {
        left: outer.left + parseFloat(style.borderLeftWidth), right: outer.right - parseFloat(style.borderRightWidth),
        top: outer.top + parseFloat(style.borderTopWidth), bottom: outer.bottom - parseFloat(style.borderBottomWidth),
      };
      const beyondX = Math.max(box.left - left, right - box.right);
      const beyondY = Math.max(box.top - top, bottom - box.bottom);
      const wide = around.scrollWidth - around.clientWidth;
      if (/hidden|clip/.test(style.overflowX) && !scrollsX && around.clientWidth > 0) {
        if (beyondX > 1.5 || (wide > 1 && style.textOverflow === 'ellipsis')) {
          const isDesigned = style.textOverflow === 'ellipsis' && isToBeHad(node, text.data, around);
          if (!isDesigned) tell(' is cut by ' + Math.round(Math.max(beyondX, wide)) + ' px' + (style.textOverflow === 'ellipsis' ? ' with an ellipsis, and to be had nowhere' : ''));
          said = true;
        }
        seen = { ...seen, left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right) };
      }
      if (/hidden|clip/.test(style.overflowY) && !scrollsY && beyondY > ink) {
        const isDesigned = style.webkitLineClamp !== 'none' && isToBeHad(node, text.data, around);
        if (!isDesigned) tell(' is cut by ' + Math.round(beyondY) + ' px of its height');
        said = true;
        seen = { ...seen, top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom) };
      }
      if (/auto|scroll/.test(style.overflowX)) {
        scrollsX = true;
        seen = { ...seen, left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right) };
      }
      if (/auto|scroll/.test(style.overflowY)) {
        scrollsY = true;
        seen = { ...seen, top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom) };
      }
      if (!framed && !scrollsX && !said && hasFrame(style)) {
        framed = true;
        const out = Math.max(outer.left - left, right - outer.right);
        if (out > 1.5) tell(' reaches ' + Math.round(out) + ' px out of ' + named(around, ''));
        const over = Math.max(outer.top - top, bottom - outer.bottom);
        if (!scrollsY && over > ink) tell(' reaches ' + Math.round(over) + ' px above or below ' + named(around, ''));
      }
      if (style.position === 'fixed') break;
    }
    if (!spoken && rects.length <= 40) {
      for (const rect of rects) {
        const part = {
          left: Math.max(rect.left, seen.left), right: Math.min(rect.right, seen.right),
          top: Math.max(rect.top, seen.top), bottom: Math.min(rect.bottom, seen.bottom),
        };
        if (part.right - part.left > 2 && part.bottom - part.top > 2) placed.push({ node, text: text.data, ...part });
      }
    }
  }
  /* An element with its own background may cover others on purpose: a sticky column, or a bar over the page. */
  const isSolid = (node, upTo) => {
    for (let around = node; around && around !== upTo; around = around.parentElement) {
      const colour = styleOf(around).backgroundColor;
      if (!/^(transparent|rgba\\(.*, 0(\\.\\d+)?\\))$/.test(colour) || styleOf(around).position === 'fixed') return true;
    }
    return false;
  };
  placed.sort((a, b) => a.top - b.top);
  const pairs = new Set();
  for (let at = 0; at < placed.length; at += 1) {
    const one = placed[at];
    for (let next = at + 1; next < placed.length && placed[next].top < one.bottom - 3; next += 1) {
      const two = placed[next];
      if (one.node === two.node) continue;
      const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const high = Math.min(one.bottom, two.bottom) - two.top;
      if (wide <= 3 || high <= Math.max(3, (two.bottom - two.top) * 0.3)) continue;
      let common = one.node;
      while (common && !common.contains(two.node)) common = common.parentElement;
      if (isSolid(one.node, common) || isSolid(two.node, common)) continue;
      const line = named(one.node, one.text) + ' lies on ' + named(two.node, two.text);
      if (!pairs.has(line)) faults.push(line);
      pairs.add(line);
    }
  }
  /* A placeholder must fit into its field, unless the field's title contains the placeholder. */
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll('input[placeholder]')) {
    if (field.value !== '' || !field.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = styleOf(field);
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const needed = pen.measureText(field.placeholder).width;
    if (needed > room + 1 && !field.title.includes(field.placeholder)) faults.push(named(field, field.placeholder) + ' is a placeholder that is ' + Math.round(needed - room) + ' px too long');
  }
  return faults;
})()`;

/** Script to run before the page: records the texts in JSON responses, to distinguish data from the page's own words. */
export const LISTEN = `{
  const { fetch } = window;
  window.heard = new Set();
  window.fetch = async (...all) => {
    const answer = await fetch(...all);
    if ((answer.headers.get('content-type') ?? '').includes('json')) {
      answer.clone().text().then((body) => JSON.parse(body, (key, value) => {
        if (typeof value === 'string') heard.add(value);
        return value;
      })).catch(() => undefined);
    }
    return answer;
  };
}`;

/** Script: reports words that are outside the pseudo-locale's brackets and neither in a response nor in `known`. */
const STRANGE = (known: readonly string[]) => `(() => {
  ${SHOWN}
  const data = [...heard, ...${JSON.stringify(known)}].join('\\n');
  const strange = new Set();
  const judge = (words, where) => {
    let rest = words.replace(/[\\u2066-\\u2069]/g, '');
    for (let before = ''; before !== rest; ) {
      before = rest;
      rest = rest.replace(/${OPENING}[^${OPENING}${CLOSING}]*${CLOSING}/g, ' ');
    }
    // A sentence with a link consists of several text nodes, so a bracket may be in another node.
    rest = rest.replace(/${OPENING}.*$/s, ' ').replace(/^.*${CLOSING}/s, ' ');
    const part = rest.trim();
    // A text may join values of records with punctuation. Each word must be in a response.
    const isData = part.split(/[^\\p{L}\\p{N}]+/u).every((word) => !/\\p{L}/u.test(word) || data.includes(word));
    if (/\\p{L}/u.test(part) && !isData) strange.add(where + ' "' + part + '" is in no catalogue and no response');
  };
  for (const { text, node } of shown) {
    if (node.closest('time, code, kbd')) continue;
    judge(text.data, node.tagName.toLowerCase());
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const node of root.querySelectorAll('[' + name + ']')) {
      // The label of an icon inside a library component is its file name. The component has its own label.
      const isMark = node.matches('.anticon') && node.parentElement.closest('[class*="ant-"]');
      if (!isMark && !node.closest('.leaflet-container, [aria-hidden="true"]')) judge(node.getAttribute(name), node.tagName.toLowerCase() + ' ' + name);
    }
  }
  return [...strange];
})()`;

/** Finds clipped, overflowing and overlapping texts of the open page at its current width. @returns a line for each fault that remains */
export async function clippingFaults(page: Page): Promise<readonly string[]> {
  return lastingFaults(page, LOOK);
}

/**
 * Finds words that are neither in a catalogue nor in a response. The page must use the pseudo-locale.
 *
 * @param known words that are allowed without a catalogue
 */
export const strangeWords = (page: Page, known: readonly string[]): Promise<readonly string[]> =>
  page.evaluate<string[]>(STRANGE(known));
