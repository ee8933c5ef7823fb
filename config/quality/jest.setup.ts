import '@testing-library/jest-dom';
import { randomFillSync } from 'node:crypto';
import { configure } from '@testing-library/react';

// The first drawing of a test file loads the page's code; on a busy machine that takes more than the usual second.
configure({ asyncUtilTimeout: 45_000 });

/* What layout engines have and jsdom lacks. */

window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.scrollTo = () => undefined;

// jsdom computes no pseudo elements and complains when it is asked.
const computedStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => computedStyle(element);
Element.prototype.scrollIntoView ??= () => undefined;

if (!globalThis.crypto?.getRandomValues) {
  Object.defineProperty(globalThis, 'crypto', {
    value: {
      getRandomValues: <T extends ArrayBufferView>(array: T): T =>
        randomFillSync(array as unknown as Uint8Array) as unknown as T,
    },
  });
}
