import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** The one script of the public page. The build puts it beside the server; in development it is made from its source when it is asked for. */

const BUILT = new URL('./apply.js', import.meta.url);
const SOURCE = 'src/features/applyPage/main.ts';
const WORDS_LOADER = './config/words-loader.cjs';

async function bundled(): Promise<string> {
  const { build } = await import('esbuild');
  const { wordsInPlace } = createRequire(resolve('package.json'))(WORDS_LOADER) as { readonly wordsInPlace: Plugin };
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2020',
    plugins: [wordsInPlace],
    tsconfigRaw: '{"compilerOptions":{"baseUrl":".","paths":{"@contract/*":["./contract/*"]}}}',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

export interface ApplyScript {
  readonly text: string;
  /** Changes with the text: part of its address. */
  readonly hash: string;
}
let made: Promise<ApplyScript> | undefined;

async function load(): Promise<ApplyScript> {
  const text = await readFile(BUILT, 'utf8').catch(bundled);
  return { text, hash: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

export function applyScript(): Promise<ApplyScript> {
  made ??= load();
  return made;
}
