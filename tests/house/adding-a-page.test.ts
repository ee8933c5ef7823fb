import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';

const root = process.cwd();
const guide = readFileSync(join(root, 'docs/adding-a-page.md'), 'utf8');
const ADDRESS = 'announcement.Announcement/getList';
const PAGE = '/announcementCenter/announcementCenter';
/** What a copy of the project needs to be checked; packages are linked. */
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

/** Where everything comes together: an endpoint without a handler, a name without a text would be found here. */
const LISTING = [
  'contract/endpoints.ts',
  'contract/record.texts.ts',
  'server/app.ts',
  'server/modules/exports.ts',
  'server/modules/index.ts',
  'server/bootstrap.ts',
  'src/layouts/pageTable.ts',
  'src/app/i18n/i18n.ts',
];

/** The check of types of some files and of all that they import. @throws AssertionError with what the compiler says */
function checkTypes(files: readonly string[]): void {
  // Declarations that no file imports belong to every program.
  const include = ['src/**/*.d.ts', 'src/.umi/**/*.d.ts'];
  writeFileSync(join(copy, 'tsconfig.page.json'), JSON.stringify({ extends: './tsconfig.json', files, include }));
  run('node_modules/typescript-native/bin/tsc', ['-p', 'tsconfig.page.json', '--noEmit', '--checkers', '1']);
}

let copy: string;
before(() => {
  copy = mkdtempSync(join(tmpdir(), 'multistation-page-'));
  // Other tests are left behind: they prove other things.
  const filter = (path: string) => !/\.test\.tsx?$/.test(path) || path.endsWith('matrix.test.ts');
  for (const name of COPIED.filter((one) => existsSync(join(root, one)))) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The framework's own types, which its setup writes.
  if (!existsSync(join(copy, 'src/.umi/exports.ts'))) run('node_modules/.bin/max', ['setup']);
});
after(() => rmSync(copy, { recursive: true, force: true }));

function run(command: string, args: readonly string[]): string {
  try {
    // A test runner inside a test runner says nothing unless it does not know of the outer one.
    const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
    return execFileSync(join(copy, command), args, { cwd: copy, encoding: 'utf8', stdio: 'pipe', env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
const evaluate = (script: string): string =>
  execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { cwd: copy, encoding: 'utf8' }).trim();

test('the guide’s five places make a page that type-checks, stands in the menu, and whose endpoint is in the matrix', () => {
  const files = [...guide.matchAll(/```tsx? file=(\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => ({
    path,
    text,
  }));
  const places = new Set(
    files.map(({ path }) =>
      path
        .split('/')
        .slice(0, /^(src|contract\/locales)\//.test(path) ? 2 : 1)
        .join('/'),
    ),
  );
  assert.deepEqual([...places].sort(), ['contract', 'contract/locales', 'server', 'src/pages']);
  for (const { path, text } of files) {
    assert.ok(!existsSync(join(copy, path)), `${path} is new`);
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const entry = guide.match(/```ts route=\S+\n([\s\S]*?)```/)?.[1] ?? '';
  const table = readFileSync(join(copy, 'config/routes.ts'), 'utf8');
  const planned = table.match(/\{\s+path: '\/announcementCenter\/announcementCenter',[^}]*\},/)?.[0] ?? '';
  assert.match(planned, /planned: true/);
  writeFileSync(join(copy, 'config/routes.ts'), table.replace(planned, entry.trim()));

  execFileSync(process.execPath, ['config/tasks/lists.mjs'], { cwd: copy });
  const touched = [...files.map(({ path }) => path), 'config/routes.ts', ...LISTING];
  checkTypes(touched);

  assert.equal(
    evaluate(
      `const { menuOf } = require('./src/layouts/pageTable'); console.log(menuOf((rule) => rule === 90)[0]?.path);`,
    ),
    PAGE,
  );
  const report = run('node_modules/.bin/tsx', [
    '--test',
    '--test-reporter=tap',
    `--test-name-pattern=${ADDRESS}`,
    'tests/matrix/matrix.test.ts',
  ]);
  assert.match(report, /^# pass [1-9]/m);
  assert.ok(report.includes(ADDRESS));
});
