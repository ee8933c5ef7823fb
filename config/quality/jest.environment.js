const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom with Node's `fetch` and related classes, which browsers have and jsdom lacks. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const names = [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'structuredClone',
      'TextEncoder',
      'TextDecoder',
      'ReadableStream',
    ];
    for (const name of names) this.global[name] ??= globalThis[name];
  }
};
