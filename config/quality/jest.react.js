/*
 * Removes React's delay: a Suspense fallback stays for at least 300 ms, and every test that opens a page would wait for it. React and
 * its scheduler read `setTimeout` when they load, so we replace it only during that time.
 */

// Without MessageChannel the scheduler uses timers. An open channel would keep the test process from ending.
Reflect.deleteProperty(globalThis, 'MessageChannel');
const { setTimeout } = globalThis;
globalThis.setTimeout = (run) => setTimeout(run, 0);
require('react-dom/client');
globalThis.setTimeout = setTimeout;

// React records the owner stack of each created element for its warnings. The recording takes a fifth of the rendering time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = require('react');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_VALUE,
  set: () => undefined,
  // This file runs before each test file and defines the property again, because the test files share React.
  configurable: true,
});
