import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions } from 'esbuild';

/** The script of the public page. The build puts it next to the server bundle; in development it is bundled when needed. */

const BUILT = new URL('./apply.js', import.meta.url);
/** Path of the bundler's options. It is resolved at run time, so that the server bundle does not include the file at this path. */
const OPTIONS = 'config/tasks/apply-script.mjs';

async function bundled(): Promise<string> {
  const root = process.cwd();
  const { applyScript: options } = (await import(pathToFileURL(resolve(root, OPTIONS)).href)) as {
    applyScript(root: string): BuildOptions;
  };
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ ...options(root), write: false, logLevel: 'silent' });
  return outputFiles[0]?.text ?? '';
}

export interface ApplyScript {
  readonly text: string;
  /** Hash of the script. It is part of the script's URL. */
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
