import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { consoleTexts } from '@contract/locales/zh-CN/console';
import { pagesTexts } from '@contract/locales/zh-CN/pages';
import { publicTexts } from '@contract/locales/zh-CN/public';

/**
 * `ROOTS`: code that runs before the texts of the pages are loaded. `WAITS`: files that the test does not read: the other pages, the
 * palette and the announcements, which wait for these texts, and the contract.
 */
const ROOTS = ['src/app.tsx', 'src/layouts', 'src/pages/dashboard/index'];
const WAITS =
  /^src\/(pages\/(?!dashboard\/index)|layouts\/palette\/(?!useSingleKeys)|features\/announcements\/)|^contract\//;

const isSource = (path: string) => /\.tsx?$/.test(path) && !path.includes('.test.');

const filesIn = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() && path !== 'src/layouts' ? filesIn(join(path, entry.name)) : [join(path, entry.name)],
      )
    : [path];

function resolve(from: string, name: string): string | undefined {
  const path = name.startsWith('@/')
    ? join('src', name.slice(2))
    : name.startsWith('.')
      ? join(dirname(from), name)
      : null;
  if (path === null) return undefined;
  return ['.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => path + ending).find((file) => existsSync(file));
}

/** Reads every file that the roots import directly or indirectly, except files in `WAITS`. @returns the code by path */
function reached(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const left = ROOTS.flatMap(filesIn).filter(isSource);
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || WAITS.test(file)) continue;
    const code = readFileSync(file, 'utf8');
    found.set(file, code);
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const next = resolve(file, name);
      if (next !== undefined) left.push(next);
    }
  }
  return found;
}

test('the frame and the workbench show no text of the pages chunk', () => {
  const here: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...publicTexts, ...consoleTexts };
  const later: Readonly<Record<string, Readonly<Record<string, string>>>> = pagesTexts;
  const files = reached();
  const missing: string[] = [];
  let known = 0;
  for (const [file, code] of files) {
    for (const [, area = '', key = ''] of code.matchAll(/'([a-zA-Z]+)\.([a-zA-Z0-9]+)'/g)) {
      if (here[area]?.[key] !== undefined) known += 1;
      if (later[area]?.[key] !== undefined) missing.push(`${file}: ${area}.${key}`);
    }
  }
  expect(missing).toEqual([]);
  expect(known).toBeGreaterThan(200);
});
