const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom with what browsers have and jsdom lacks: fetch and its kin, taken from Node. */
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
