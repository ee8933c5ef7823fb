import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

/** Words that make a reader go over a sentence twice (docs/style.md, "Sentences"). */
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
