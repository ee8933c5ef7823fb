/**
 * Runs the unit and component tests of src/ and config/. The tests use the framework's generated files, so router and store are not
 * mocked. If these files are missing, this configuration generates them, so that `npx jest -c config/quality/jest.config.js <file>` works
 * directly.
 */
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
if (!existsSync(join(root, 'src/.umi/exports.ts'))) {
  execFileSync(process.execPath, [join(root, 'node_modules/.bin/max'), 'setup'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'development' },
  });
}

/** dva's published code expects a global `regeneratorRuntime`, which umi's bundles include. */
const regenerator = require.resolve('regenerator-runtime/runtime', {
  paths: [require.resolve('@umijs/renderer-react', { paths: [require.resolve('@umijs/max')] })],
});

/** Packages that Jest must compile, because the tests load their ES modules or TypeScript files. */
const TRANSFORMED = [
  '@babel/runtime',
  '@umijs/plugins/libs',
  '@umijs/renderer-react',
  'terra-draw',
  'chart.js',
  'lodash-es',
  '@ant-design/colors',
  '@ant-design/fast-color',
  '@ant-design/pro-components',
  '@ant-design/colors/es',
  'umi/client',
  'dva-core',
  'supercluster',
  'kdbush',
];

/** Files that load all modules of a package. */
const LISTS = '(?:antd/lib|@ant-design/icons/lib/icons)/index\\.js$';

module.exports = {
  rootDir: root,
  roots: ['<rootDir>/src', '<rootDir>/config'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testEnvironment: '<rootDir>/config/quality/jest.environment.js',
  runtime: '<rootDir>/config/quality/jest.runtime.js',
  setupFiles: [regenerator, '<rootDir>/config/quality/jest.react.js'],
  setupFilesAfterEnv: ['<rootDir>/config/quality/jest.setup.ts'],
  transform: {
    [LISTS]: '<rootDir>/config/quality/jest.lazy.js',
    '\\.md$': '<rootDir>/config/quality/jest.text.js',
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true, dynamicImport: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/)?(${TRANSFORMED.join('|')})/|${LISTS})`],
  moduleNameMapper: {
    // Imports from `antd/es` load antd's CommonJS build, because imports from `antd` load this build too.
    '^antd/es/(.*)$': '<rootDir>/node_modules/antd/lib/$1',
    '\\.(css|less)$': '<rootDir>/config/quality/jest.styles.js',
    '(?:Dom/dynamicCSS|hooks/useStyleRegister)$': '<rootDir>/config/quality/jest.noCss.js',
    '\\.svg$': '<rootDir>/config/quality/jest.styles.js',
    '^isomorphic-fetch$': '<rootDir>/config/quality/jest.empty.js',
    // We load the ES module, which imports `regeneratorRuntime`. The CommonJS build needs a global variable of this name.
    '^dva-core$': '<rootDir>/node_modules/dva/node_modules/dva-core/dist/index.esm.js',
    '^@umijs/max$': '<rootDir>/src/.umi/exports.ts',
    '^umi$': '<rootDir>/src/.umi/exports.ts',
    '^@@/(.*)$': '<rootDir>/src/.umi/$1',
    '^@contract/(.*)$': '<rootDir>/contract/$1',
    '^@/(.*)$': '<rootDir>/src/$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/build', '<rootDir>/data'],
  testTimeout: 60_000,
};
