import '@testing-library/jest-dom';
import { randomFillSync } from 'node:crypto';
import { configure, getConfig } from '@testing-library/react';

// The first render of a test file loads the page's code. On a busy machine the render can take longer than the default timeout of one
// second.
configure({ asyncUtilTimeout: 45_000 });

// Queries such as `findBy…` retry until the element appears. Only the final error prints the document, because printing is slow.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

/* jsdom has no layout engine. These replacements provide the browser APIs that need one. */

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
