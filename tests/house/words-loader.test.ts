import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { WORD } from '../../contract/words';

/** Tests the build step that inlines shared words (docs/decisions/0072). */

type Loader = (this: { resourcePath: string; addDependency(path: string): void }, source: string) => string;
// Load the loader at run time. A loader that is bundled into the test would search for the word lists next to the test.
const loader = createRequire(join(process.cwd(), 'package.json'))('./config/words-loader.cjs') as Loader;

/** Runs the loader on a file. @returns the new code, and the files on which it depends */
function load(path: string, source: string) {
  const needed: string[] = [];
  const code = loader.call(
    { resourcePath: join(process.cwd(), path), addDependency: (file) => needed.push(file) },
    source,
  );
  return { code, needed };
}

test('a file of texts gets the shared words of its own language', () => {
  const source =
    "import { words } from './words';\n\nexport const bill = { words: 'in other words', state: words.state };\n";
  const { code, needed } = load('contract/locales/pt-BR/bill.ts', source);
  assert.equal(code.trim(), `export const bill = { words: 'in other words', state: "${WORD.state['pt-BR']}" };`);
  assert.ok(needed.some((file) => file.endsWith(join('pt-BR', 'words.ts'))));
});

test('other code gets a shared word as a text in all languages', () => {
  const { code } = load('src/pages/x.tsx', "import { WORD } from '@contract/words';\nconst label = WORD.state;\n");
  const { 'zh-CN': zhCN, 'en-US': enUS, 'pt-BR': ptBR, 'zh-TW': zhTW } = WORD.state;
  assert.equal(
    code,
    `import { text as sharedText } from '@contract/text';\nconst label = sharedText("${zhCN}", "${enUS}", "${ptBR}", "${zhTW}");\n`,
  );
});

test('an unknown word fails the build, and so does using the list itself', () => {
  const importing = "import { WORD } from './words';\n";
  assert.throws(() => load('contract/x.ts', `${importing}const label = WORD.noSuchWord;`), /noSuchWord/);
  assert.throws(() => load('contract/x.ts', `${importing}const label = WORD[name];`), /without the name of a word/);
  assert.throws(
    () => load('contract/x.ts', `${importing}const all = Object.keys(WORD);`),
    /without the name of a word/,
  );
});

test('code without shared words stays unchanged', () => {
  const source = "import { words } from './endpoint';\nconst schema = words.optional();\n";
  assert.deepEqual(load('contract/x.ts', source), { code: source, needed: [] });
});
