import '@testing-library/jest-dom';
import { randomFillSync } from 'node:crypto';
import { configure } from '@testing-library/react';

// The first render of a test file loads the page's code. On a busy machine that takes longer than the default of one second.
configure({ asyncUtilTimeout: 45_000 });

/* APIs of layout engines that jsdom lacks. */

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

// jsdom does not compute pseudo elements, and prints an error when the second argument is passed.
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
