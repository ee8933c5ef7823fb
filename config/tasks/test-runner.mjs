/**
 * Loaded before each program of tests. Node's test runner watches every promise of the process through a hook, only to say which
 * test an error belongs to that nothing caught. Watching took a tenth of the processor time of the server's tests. Here the runner
 * hears of its own suites and tests alone. An error that nothing caught still fails its test file.
 */
import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';

const { AsyncResource, createHook } = asyncHooks;
let watcher = null;

/** The runner's suites and tests are made from this class; it learns of each in the constructor, as with a hook. */
class WatchedResource extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    watcher?.init(this.asyncId(), type, this.triggerAsyncId(), this);
  }
}

asyncHooks.AsyncResource = WatchedResource;
asyncHooks.createHook = (callbacks) => ({
  enable() {
    watcher = callbacks;
  },
  disable() {
    watcher = null;
  },
});
// The runner reads both when it is loaded.
createRequire(import.meta.url)('node:test');
asyncHooks.AsyncResource = AsyncResource;
asyncHooks.createHook = createHook;
