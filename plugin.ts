import { readdirSync, renameSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import type { IApi } from 'umi';
import { ASSETS_PATH } from './config/bundle';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Loads TypeScript at run time: the framework translates only this file and the configuration. */
function loadBackend(file: string): { startBackend(root: string): Promise<Answer> } {
  const tsx: { require(file: string, from: string): ReturnType<typeof loadBackend> } = require('tsx/cjs/api');
  return tsx.require(file, __filename);
}

/** Additions to the framework: where the built files go, and who answers `/api` in development. */
export default function consolePlugin(api: IApi): void {
  api.onBuildHtmlComplete(() => {
    const dist = join(api.cwd, 'dist');
    const assets = join(dist, ASSETS_PATH);
    if (relative(assets, api.paths.absOutputPath) !== '') return;
    // index.html and the files of public/ lie at the root, so that dist/ is a plain static site.
    for (const name of ['index.html', ...readdirSync(join(api.cwd, 'public'))]) {
      rmSync(join(dist, name), { recursive: true, force: true });
      renameSync(join(assets, name), join(dist, name));
    }
  });

  if (api.name !== 'dev' || process.env.MOCK === 'none') return;
  let backend: Promise<Answer> | undefined;
  const begin = () => {
    backend ??= loadBackend(join(api.cwd, 'mock/backend.ts'))
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
