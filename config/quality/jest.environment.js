require('./jest.sheet');
const { TestEnvironment } = require('jest-environment-jsdom');
const { clearDocument, restore, snapshot, trackListeners, trackTimers } = require('./jest.window');

/** Functions and classes of Node that browsers have and jsdom lacks. */
const NODE_CLASSES = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'structuredClone',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
];

/**
 * Console of the running test file. jsdom is created once and receives only the console of the first file. So this proxy forwards to the
 * console of the current file.
 */
let current;
const console = new Proxy({}, { get: (_, name) => current[name] });

/**
 * A browser window that all test files of a worker share. Creating a window and loading the libraries into it would take most of a file's
 * run time. After each file the window is restored to its first state.
 */
class SharedWindow extends TestEnvironment {
  constructor(config, context) {
    super(config, { ...context, console });
    for (const name of NODE_CLASSES) this.global[name] ??= globalThis[name];
    this.endTimers = trackTimers(this.global);
    this.removeListeners = trackListeners(this.global);
    this.before = snapshot(this.global);
  }

  async teardown() {
    // biome-ignore lint/correctness/useHookAtTopLevel: a function of Jest.
    this.fakeTimersModern.useRealTimers();
    await this.endTimers();
    this.removeListeners();
    clearDocument(this.global, this.dom);
    restore(this.before);
  }
}

let shared;
/**
 * Jest creates an environment for each test file. This proxy returns the shared environment instead. In watch mode each test file gets a
 * new environment, because a worker runs a file again after its modules have changed.
 */
module.exports = new Proxy(SharedWindow, {
  construct(Environment, [config, context]) {
    const { watch, watchAll } = config.globalConfig;
    if (watch || watchAll) shared = undefined;
    current = context.console;
    shared ??= new Environment(config, context);
    return shared;
  },
});
