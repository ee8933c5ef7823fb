import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join, relative } from 'node:path';
import type { IApi } from 'umi';
import { ASSETS_PATH, mapPath } from './config/bundle';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Loads a TypeScript file at run time, because the framework compiles only this file and the configuration. */
function load<T>(file: string): T {
  const tsx: { require(file: string, from: string): T } = require('tsx/cjs/api');
  return tsx.require(file, __filename);
}

/**
 * Script that removes a script element immediately after it fails to load. The framework's helper preloads the first page's code. If
 * that preload fails, webpack would otherwise find the failed element and wait two minutes for it.
 */
const DROP_FAILED =
  'addEventListener("error",function(e){var t=e.target;t&&t.tagName==="SCRIPT"&&t.hasAttribute("data-webpack")&&t.remove()},true);';

/**
 * Requests the texts in the user's language while the page's code loads. The application later reuses this request. The
 * page runs this function from its source text, so the function uses no outside variables.
 *
 * @param files URLs by language: the texts before the sign-in and the texts after it
 */
function askTextsAhead(files: Record<string, readonly string[]>, storageKey: string, cookie: string): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(storageKey);
  } catch {
    // The browser may deny access to the storage.
  }
  // Only tags of supported languages are handled here. The application resolves all other language tags.
  const language = stored ?? navigator.languages[0] ?? '';
  const isVisitor = !document.cookie.includes(`${cookie}=`) || location.pathname.startsWith('/user/');
  if (!Object.hasOwn(files, language)) return;
  for (const file of (files[language] ?? []).slice(0, isVisitor ? 1 : 2)) {
    const script = document.createElement('script');
    script.src = file;
    script.async = true;
    script.setAttribute('data-webpack', 'texts');
    document.head.appendChild(script);
  }
}

/** Builds the call of {@link askTextsAhead} with the file names of this build. @throws Error when the build lacks a text file */
function textsAhead(assets: string): string {
  const { LOCALES } = load<{ LOCALES: readonly string[] }>('./contract/text.ts');
  const limits = load<{ LOCALE_STORAGE_KEY: string; SESSION_COOKIE: string }>('./contract/limits.ts');
  const names = readdirSync(assets);
  const fileOf = (part: string) => {
    const name = names.find((one) => one.startsWith(`${part}.`) && one.endsWith('.js'));
    if (!name) throw new Error(`The build has no ${part}: look at LOADERS in src/app/i18n/i18n.ts.`);
    return `${ASSETS_PATH}${name}`;
  };
  const files = Object.fromEntries(
    LOCALES.map((locale) => [locale, [fileOf(`texts-public-${locale}`), fileOf(`texts-console-${locale}`)]]),
  );
  const given = [files, limits.LOCALE_STORAGE_KEY, limits.SESSION_COOKIE].map((value) => JSON.stringify(value));
  return `(${askTextsAhead.toString()})(${given.join()});`;
}

/**
 * Prepends `DROP_FAILED` and the request for the texts to the preload helper. The file name gets a new hash, because browsers cache these
 * files permanently.
 *
 * @throws Error when the build has no preload helper, or when index.html does not contain its name
 */
function mendPreloadHelper(assets: string): void {
  const helper = readdirSync(assets).find((name) => /^preload_helper\..*js$/.test(name));
  if (!helper) throw new Error('The build has no preload helper: look at mendPreloadHelper in plugin.ts.');
  const code = DROP_FAILED + textsAhead(assets) + readFileSync(join(assets, helper), 'utf8');
  const mended = `preload_helper.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  rmSync(join(assets, helper));
  writeFileSync(join(assets, mended), code);
  const page = join(assets, 'index.html');
  const html = readFileSync(page, 'utf8');
  if (!html.includes(helper)) throw new Error(`${page} does not name ${helper}`);
  writeFileSync(page, html.replaceAll(helper, mended));
}

/** Serves the base map's files in development (config/tasks/dev.mjs creates them). */
function answerMap(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const file = join(process.env.MAP_FOLDER ?? '', basename(request.url ?? ''));
  if (!request.url?.startsWith(mapPath(undefined)) || !existsSync(file)) next();
  else response.end(readFileSync(file));
}

/** Configures the framework for the build and, in development, for the base map and the back end. */
export default function consolePlugin(api: IApi): void {
  // The plugin `maxChecker` refuses a project that depends on `umi`, but the product's specification requires this dependency.
  api.skipPlugins(['maxChecker']);
  // The framework's preset ignores `targets` and browserslist files. Without this change, it compiles the code for browsers of 2009.
  api.modifyBabelPresetOpts((options) => ({
    ...options,
    presetEnv: { ...options.presetEnv, targets: api.config.targets },
  }));
  api.onBuildHtmlComplete(() => {
    const dist = join(api.cwd, 'dist');
    const assets = join(dist, ASSETS_PATH);
    if (relative(assets, api.paths.absOutputPath) !== '') return;
    mendPreloadHelper(assets);
    // index.html and the files of public/ belong in the root folder. Any static file server can then serve dist/.
    for (const name of ['index.html', ...readdirSync(join(api.cwd, 'public'))]) {
      rmSync(join(dist, name), { recursive: true, force: true });
      renameSync(join(assets, name), join(dist, name));
    }
  });

  if (api.name !== 'dev') return;
  api.addBeforeMiddlewares(() => [answerMap]);
  if (process.env.MOCK === 'none') return;
  let backend: Promise<Answer> | undefined;
  const begin = () => {
    backend ??= load<{ startBackend(root: string): Promise<Answer> }>('./mock/backend.ts')
      .startBackend(api.cwd)
      .catch((error: unknown) => {
        api.logger.error(error instanceof Error ? error.message : String(error));
        process.exit(1);
      });
    return backend;
  };
  api.onStart(() => void begin());
  api.addBeforeMiddlewares(() => [
    (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (!request.url?.startsWith('/api/')) {
        next();
        return;
      }
      void begin().then((answer) => answer(request, response));
    },
  ]);
}
