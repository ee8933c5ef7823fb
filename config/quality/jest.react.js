/*
 * React shows a placeholder for at least 300 ms before the content replaces it, and each test that opened a page waited for that.
 * React reads the timer when it is loaded. Its scheduler reads it too, and never waits.
 */

// The scheduler would keep a MessageChannel open, and the channel the test process: timers serve as well.
Reflect.deleteProperty(globalThis, 'MessageChannel');
const { setTimeout } = globalThis;
globalThis.setTimeout = (run) => setTimeout(run, 0);
require('react-dom/client');
globalThis.setTimeout = setTimeout;

// React notes the stack of each element's creation for its warnings, ten thousand times a second: a fifth of a page's drawing.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = require('react');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => undefined });
