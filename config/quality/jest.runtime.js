const { createRequire } = require('node:module');

const { default: JestRuntime } = createRequire(require.resolve('jest'))('jest-runtime');

/**
 * Libraries that a worker loads only once for all its test files: React, the component and chart libraries, their dependencies, and
 * packages of the test library. Their modules hold no state that tests change.
 */
const KEPT = new RegExp(
  `/node_modules/(?:${[
    'react',
    'react-dom',
    'react-is',
    'scheduler',
    'antd',
    '@ant-design/[^/]+',
    '@ctrl/tinycolor',
    '@rc-component/[^/]+',
    'rc-[^/]+',
    'swr',
    'dayjs',
    'chart\\.js',
    'lodash',
    'lodash-es',
    'clsx',
    'classnames',
    '@babel/runtime',
    '@swc/helpers',
    'aria-query',
    'dom-accessibility-api',
    'pretty-format',
  ].join('|')})/`,
);

/** Descriptions of the symbols under which Jest keeps the tests of a file. */
const TESTS_OF_FILE = /^(?:JEST_STATE_SYMBOL|EVENT_HANDLERS)$/;

/**
 * Runs all test files of a worker in one window (jest.environment.js). After each file we remove all loaded modules, except the libraries
 * in {@link KEPT}. Loading these libraries again took most of a file's run time.
 */
class SharedRuntime extends JestRuntime {
  beginFile(testPath) {
    this._testPath = testPath;
    this.executor.testPath = testPath;
    this.testMainModule.reset();
    this.testState.state = 'loading';
  }

  /** Ends a test file: removes its mocks, its modules, and the tests that Jest has stored. */
  teardown() {
    this.restoreAllMocks();
    this.registries.exitIsolated();
    this.registries.mockRegistry.clear();
    this.registries.moduleMockRegistry.clear();
    this.mockState.clear();
    this.loggedReferenceErrors.clear();
    const { moduleRegistry, internalModuleRegistry } = this.registries;
    for (const path of moduleRegistry.keys()) if (!KEPT.test(path)) moduleRegistry.delete(path);
    for (const path of internalModuleRegistry.keys())
      if (path.includes('/jest-circus/')) internalModuleRegistry.delete(path);
    const { global } = this._environment;
    for (const symbol of Object.getOwnPropertySymbols(global))
      if (TESTS_OF_FILE.test(symbol.description)) delete global[symbol];
  }
}

let shared;
/** Jest creates a runtime for each file. This proxy returns the shared runtime instead. */
module.exports = new Proxy(SharedRuntime, {
  construct(Runtime, all) {
    const [, environment, , , , , testPath] = all;
    if (shared?._environment === environment) shared.beginFile(testPath);
    else shared = new Runtime(...all);
    return shared;
  },
});
