import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IApi } from 'umi';
import { ASSETS_PATH } from './config/bundle';

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
}
