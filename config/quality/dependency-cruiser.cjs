/**
 * Forbidden imports (docs/architecture.md). The rules use back-references, so that they cover new pages and modules too.
 */
const { readdirSync, readFileSync } = require('node:fs');

/** File names (without `.ts`) of the contract files that import zod. */
const schemaFiles = readdirSync('contract')
  .filter(
    (name) => /^[\w-]+\.ts$/.test(name) && /^import \{ z \} from 'zod'/m.test(readFileSync(`contract/${name}`, 'utf8')),
  )
  .map((name) => name.replace(/\.ts$/, ''));

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    forbid('no-cycles', 'a cycle has no first file to read, even if it consists of types only', {}, { circular: true }),
    forbid(
      'contract-imports-only-itself',
      'the contract belongs to both sides',
      { path: '^contract/' },
      { path: '^(src|server|mock|tests|config)/' },
    ),
    forbid('src-not-server', 'the console talks HTTP only', { path: '^src/' }, { path: '^(server|mock|tests)/' }),
    forbid(
      'server-not-src',
      'the server does not know the console',
      { path: '^server/' },
      { path: '^(src|mock|tests)/' },
    ),
    forbid('mock-only-server-and-contract', 'the mock is the server', { path: '^mock/' }, { path: '^(src|tests)/' }),
    // The layers of src/ in their order. A layer may import only the layers above it, and `ui` may not import `models`
    // (docs/architecture.md).
    forbid(
      'app-below-parts',
      'the runtime draws nothing',
      { path: '^src/app/', pathNot: '\\.test\\.tsx?$' },
      { path: '^src/(?!app/|testing)' },
    ),
    forbid(
      'models-below-parts',
      'the store is read by parts, never the reverse',
      { path: '^src/models/', pathNot: '\\.test\\.tsx?$' },
      { path: '^src/(ui|features|layouts|pages|monitor|pwa)/' },
    ),
    forbid(
      'ui-without-business',
      'a part that knows the business is a feature',
      { path: '^src/ui/', pathNot: '\\.test\\.tsx?$' },
      { path: '^src/(features|models|layouts|pages|monitor|pwa)/' },
    ),
    forbid(
      'features-below-pages',
      'pages use features, never the reverse',
      { path: '^src/features/' },
      { path: '^src/(layouts|pages|monitor|pwa)/' },
    ),
    forbid(
      'config-knows-no-room',
      'the console reads the configuration, never the reverse',
      { path: '^config/', pathNot: '\\.test\\.ts$' },
      { path: '^(src|server|mock|tests)/' },
    ),
    forbid(
      'pages-do-not-know-each-other',
      'what two pages share is a feature or a part of ui',
      { path: '^src/pages/(.+)/[^/]+$' },
      { path: '^src/pages/', pathNot: '^src/pages/$1/' },
    ),
    forbid(
      'modules-by-their-public-api',
      'another module is reached through its public API, never its inside',
      { path: '^server/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/modules/[^/]+/', pathNot: ['^server/modules/$1/', '^server/modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'tests-by-public-api-and-stage',
      'a test of another module uses its public API, or the stage that its own tests stand on',
      { path: '^server/modules/([^/]+)/.*\\.test\\.ts$' },
      {
        path: '^server/modules/[^/]+/',
        pathNot: ['^server/modules/$1/', '^server/modules/[^/]+/(index|testing)\\.ts$'],
      },
    ),
    forbid(
      'rules-are-pure',
      'decisions need no database, no clock',
      { path: '^server/modules/[^/]+/rules\\.ts$' },
      {
        path: '(^server/modules/[^/]+/(store|handlers)\\.ts$|^server/core/(database|clock)|node_modules/(pg|kysely)/)',
      },
    ),
    forbid(
      'sql-in-one-room',
      'only stores and the database room speak to the driver',
      { path: '^(server|tests|mock)/', pathNot: ['^server/core/database/', '\\.test\\.ts$', '^server/testing\\.ts$'] },
      { path: 'node_modules/(pg|pg-cursor)/' },
    ),
    forbid(
      'http-in-one-folder',
      'one wrapper handles token, lock and codes',
      { path: '^src/', pathNot: '^src/app/request/' },
      { path: 'node_modules/umi-request/' },
    ),
    forbid(
      'no-zod-in-the-browser',
      'schemas are types there; zod would cost 93 kB',
      { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      {
        path: `(node_modules/zod/|^contract/(index|${schemaFiles.join('|')})\\.ts$)`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'one-language-in-the-browser',
      'the lookup holds the texts of all languages; the browser loads those of one',
      { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      { path: '^contract/locales/lookup\\.ts$', reachable: true },
    ),
    forbid(
      'libraries-in-parts-only',
      'pages declare; the table engine, map, charts and editors live in parts',
      { path: '^src/', pathNot: '^src/(ui|features|layouts)/' },
      { path: 'node_modules/(leaflet|terra-draw|terra-draw-leaflet-adapter|chart\\.js|@ant-design/pro-components)/' },
    ),
    forbid(
      'framework-free-core',
      'pure code stays fast to test',
      { path: '^(contract|server/modules/[^/]+/rules)' },
      { path: 'node_modules/(@umijs|umi)/' },
    ),
    forbid(
      'nothing-unresolved',
      'an import must lead somewhere',
      { pathNot: '^src/\\.umi' },
      // `topojson-specification` has only types; its package is `@types/topojson-specification`.
      { couldNotResolve: true, pathNot: '^(@@/|topojson-specification$)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^src/\\.umi|^dist/|^build/|^data/)' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.less'],
    },
  },
};
