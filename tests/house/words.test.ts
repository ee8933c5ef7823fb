import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

/** Words that make a sentence hard to read (docs/style.md, "Sentences"). */
const WORDS = /\b(anew|whoever|somebody|nobody|stands|is told|of old|goes on|he|his|him)\b/i;
const COMMENT = /^\s*(\/\/|\/?\*)/;
const TITLE = /^\s*(test|it|describe)\(/;
const FOLDERS = ['config', 'contract', 'mock', 'server', 'src', 'tests'];
const GENERATED = /(^|\/)(node_modules|\.umi[^/]*)\//;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
).filter((path) => /\.(ts|tsx|mjs|js)$/.test(path) && !GENERATED.test(path));

test('comments and the names of tests have none of the words that docs/style.md forbids', () => {
  const found = files.flatMap((path) =>
    readFileSync(join(process.cwd(), path), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        (COMMENT.test(line) || TITLE.test(line)) && WORDS.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  assert.ok(files.length > 1_000);
  assert.deepEqual(found, []);
});

/** Documents that may contain the words, because they quote them. */
const QUOTING = new Set(['docs/style.md']);
/** Returns the sentences of a line: the whole line of a document, and in code the quoted texts that contain a space. */
const sentencesOf = (path: string, line: string) =>
  path.endsWith('.md') ? line : (line.match(/'[^']* [^']*'|"[^"]* [^"]*"|`[^`]* [^`]*`/g) ?? []).join('\n');

test('documents, summaries of calls and English texts of the pages have none of these words', () => {
  const documents = readdirSync(join(process.cwd(), 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path}`)
    .filter((path) => path.endsWith('.md') && !QUOTING.has(path));
  const texts = files.filter(
    (path) => path.startsWith('contract/') && !path.endsWith('.test.ts') && !/locales\/(zh|pt)/.test(path),
  );
  const found = ['README.md', 'contract/README.md', ...documents, ...texts].flatMap((path) =>
    readFileSync(join(process.cwd(), path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (WORDS.test(sentencesOf(path, line)) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );
  assert.ok(documents.length > 100);
  assert.deepEqual(found, []);
});
