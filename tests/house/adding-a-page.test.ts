import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';

const root = process.cwd();
/**
 * The guides, each with the page that it builds and its limits. The limits are the numbers of lines, new files, and existing files
 * that need an insertion. The limits cover contract, server, page, texts and route together.
 */
const GUIDES = [
  {
    guide: 'docs/adding-a-page.md',
    page: '/bulletins/index',
    rule: 90,
    address: 'bulletin.Bulletin/getList',
    rooms: ['contract', 'contract/locales', 'server', 'src/pages'],
    lines: 130,
    files: 10,
    named: 5,
  },
  {
    guide: 'docs/adding-a-list.md',
    page: '/visits/index',
    rule: 42,
    address: 'franchise.Visit/bulkCancel',
    rooms: ['contract', 'contract/locales', 'server', 'src/pages'],
    lines: 460,
    files: 15,
    named: 9,
  },
  {
    guide: 'docs/adding-a-case.md',
    page: '/goodwill/index',
    rule: 41,
    address: 'goodwill.Goodwill/approve',
    rooms: ['contract', 'contract/locales', 'server', 'src/pages'],
    lines: 900,
    files: 15,
    named: 7,
  },
  {
    guide: 'docs/adding-a-settings-page.md',
    page: '/bankPayouts/index',
    rule: 43,
    address: 'config.BankPayout/clearSecret',
    rooms: ['contract', 'server', 'src/pages'],
    lines: 250,
    files: 4,
    named: 6,
  },
] as const;
/** Files that the copied project needs for the checks. Packages are linked. */
const COPIED = [
  '.umirc.ts',
  'config',
  'contract',
  'mock',
  'package.json',
  'plugin.ts',
  'server',
  'src',
  'tests',
  'tsconfig.json',
];

/** Files that list all endpoints, pages, and names in operation records. Checking them finds missing handlers and missing texts. */
const LISTING = [
  'contract/endpoints.ts',
  'contract/record.texts.ts',
  'server/app/index.ts',
  'server/modules/exports.ts',
  'server/modules/index.ts',
  'server/bootstrap.ts',
  'src/layouts/pageTable.ts',
  'src/app/i18n/i18n.ts',
];

/** Script that bundles a test first. Compiling the server's modules one by one takes four times as long. */
const BUNDLE = `import { bundleTests } from './config/tasks/test-bundle.mjs'; await bundleTests(process.cwd(), [process.argv[1]]);`;

/** Matches code that must list all members of a type. A guide that adds a member can therefore break an unchanged file. */
const EXHAUSTIVE = /\bRecord<(?!string|number)|\[\w+ in |: never\b/;

/**
 * Excludes unchanged files from the check, if the guides cannot break them. The CI part `types` checks these files, and they would
 * take most of the time. With `EVERY_PAGE=1` all files are checked.
 *
 * @param files files that are checked even if they are unchanged
 */
function skipUntouched(files: ReadonlySet<string>): void {
  const all = ['config', 'contract', 'mock', 'server', 'src'].flatMap((folder) =>
    readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  for (const name of all.filter((one) => /(?<!\.d)\.tsx?$/.test(one) && !files.has(one))) {
    const text = readFileSync(join(copy, name), 'utf8');
    const isChanged = !existsSync(join(root, name)) || readFileSync(join(root, name), 'utf8') !== text;
    if (!isChanged && !EXHAUSTIVE.test(text)) writeFileSync(join(copy, name), `// @ts-nocheck\n${text}`);
  }
}

/** Type-checks files and their imports. @throws AssertionError with the compiler's output */
function checkTypes(files: readonly string[]): void {
  if (!process.env.EVERY_PAGE) skipUntouched(new Set(files));
  // No file imports these ambient declarations, but the files in src/ need them, for example for `*.css` modules.
  const include = ['src/**/*.d.ts', 'src/.umi/**/*.d.ts'];
  writeFileSync(join(copy, 'tsconfig.page.json'), JSON.stringify({ extends: './tsconfig.json', files, include }));
  run('node_modules/typescript-native/bin/tsc', ['-p', 'tsconfig.page.json', '--noEmit', '--checkers', '1']);
}

let copy: string;
before(() => {
  copy = mkdtempSync(join(tmpdir(), 'multistation-page-'));
  // The checks run only the matrix test, so no other test is copied.
  const filter = (path: string) => !/\.test\.tsx?$/.test(path) || path.endsWith('matrix.test.ts');
  for (const name of COPIED.filter((one) => existsSync(join(root, one)))) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The setup of the framework generates the types in `src/.umi`.
  if (!existsSync(join(copy, 'src/.umi/exports.ts'))) run('node_modules/.bin/max', ['setup']);
});
after(() => rmSync(copy, { recursive: true, force: true }));

function run(command: string, args: readonly string[]): string {
  try {
    // Unset these variables. With NODE_TEST_CONTEXT the inner test runner would print nothing. The copy has other migrations, so it needs
    // a separate PostgreSQL. It also needs its own bundled programs.
    const { NODE_TEST_CONTEXT: _outer, TEST_DATABASE_URL: _shared, TEST_PROGRAMS: _programs, ...rest } = process.env;
    // With GOGC=400 the compiler collects garbage less often, as in the CI part `types`.
    const env = { ...rest, GOGC: '400' };
    return execFileSync(resolve(copy, command), args, { cwd: copy, encoding: 'utf8', stdio: 'pipe', env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
const evaluate = (script: string): string =>
  execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { cwd: copy, encoding: 'utf8' }).trim();

/** Returns the area of a file: its first folder, or its first two folders in `src` and `contract/locales`. */
const roomOf = (path: string): string =>
  path
    .split('/')
    .slice(0, /^(src|contract\/locales)\//.test(path) ? 2 : 1)
    .join('/');
const linesOf = (text: string): number => text.trimEnd().split('\n').length;

interface Block {
  readonly path: string;
  readonly text: string;
}
interface Written {
  readonly files: readonly Block[];
  /** Insertions into existing files, including the entry of the route. */
  readonly inserted: readonly Block[];
}

/** Inserts lines after the only line of an existing file that equals `anchor`, or replaces that line. */
function insert({ path, text }: Block, how: string, anchor: string): void {
  const lines = readFileSync(join(copy, path), 'utf8').split('\n');
  const found = lines.flatMap((line, at) => (line === anchor ? [at] : []));
  assert.equal(found.length, 1, `${path} has one line ${anchor}`);
  const [at = 0] = found;
  lines.splice(how === 'after' ? at + 1 : at, how === 'after' ? 0 : 1, text.trimEnd());
  writeFileSync(join(copy, path), lines.join('\n'));
}

/** Writes the files and lines of a guide into the copy. */
function follow(guide: string): Written {
  const words = readFileSync(join(root, guide), 'utf8');
  const files = [...words.matchAll(/```tsx? file=(\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => ({
    path,
    text,
  }));
  for (const { path, text } of files) {
    assert.ok(!existsSync(join(copy, path)), `${path} is new`);
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const inserted: Block[] = [];
  for (const [, path = '', how = '', anchor = '', text = ''] of words.matchAll(
    /```tsx? in=(\S+) (after|replace)="([^"\n]*)"\n([\s\S]*?)```/g,
  )) {
    insert({ path, text }, how, anchor);
    inserted.push({ path, text });
  }
  const entry = words.match(/```ts route=\S+\n([\s\S]*?)```/)?.[1] ?? '';
  insert({ path: 'config/routes.ts', text: entry }, 'after', 'const ROUTES = [');
  inserted.push({ path: 'config/routes.ts', text: entry });
  return { files, inserted };
}

describe('the guides', () => {
  const written = new Map<string, Written>();
  before(() => {
    for (const { guide } of GUIDES) written.set(guide, follow(guide));
    execFileSync(process.execPath, ['config/tasks/lists.mjs'], { cwd: copy });
  });

  for (const { guide, rooms, lines, files: allowed, named } of GUIDES) {
    test(`${guide} costs at most ${lines} lines, ${allowed} new files and a name in ${named} others`, () => {
      const { files = [], inserted = [] } = written.get(guide) ?? {};
      assert.deepEqual([...new Set(files.map(({ path }) => roomOf(path)))].sort(), rooms);
      const cost = [...files, ...inserted].reduce((sum, { text }) => sum + linesOf(text), 0);
      assert.ok(cost <= lines, `${cost} lines`);
      assert.ok(files.length <= allowed, `${files.length} files`);
      const existing = new Set(inserted.map(({ path }) => path));
      assert.ok(existing.size <= named, [...existing].join(', '));
    });
  }

  test('make pages that type-check', () => {
    const files = [...written.values()].flatMap((one) => one.files.map(({ path }) => path));
    checkTypes([...files, 'config/routes.ts', ...LISTING]);
  });

  test('make pages that the menu shows to users with their rule', () => {
    const menu = `const { menuOf } = require('./src/layouts/pageTable');
      const paths = (held) => menuOf((rule) => rule === held).flatMap(({ path, pages }) => [path, ...pages.map((one) => one.path)]);
      console.log(JSON.stringify(${JSON.stringify(GUIDES)}.filter(({ page, rule }) => !paths(rule).includes(page))));`;
    assert.equal(evaluate(menu), '[]');
  });

  test('make pages whose endpoints are in the authorization matrix', () => {
    const addresses = GUIDES.map(({ address }) => address);
    const matrix = 'tests/matrix/matrix.test';
    run(process.execPath, ['--input-type=module', '-e', BUNDLE, `${matrix}.ts`]);
    const report = run(process.execPath, [
      '--test',
      '--test-reporter=tap',
      `--test-name-pattern=${addresses.join('|')}`,
      `build/tests/${matrix}.mjs`,
    ]);
    assert.match(report, /^# pass [1-9]/m);
    for (const address of addresses) assert.ok(report.includes(address), address);
  });
});
