/**
 * `npm run test:node -- 24 [parts]`: runs the tests, or the named parts, with another Node version. npm installs that Node into
 * build/. The packages need no new installation, because none of them is compiled for one Node version.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { ensureInstalled, run } from './install.mjs';

const [version, ...parts] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('Name a version of Node: npm run test:node -- 24');
  process.exit(1);
}
await ensureInstalled();

const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const folder = resolve('build', `node-${version}`);
const node = resolve(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!existsSync(node)) {
  console.log(`Installing Node ${version} into ${folder} …`);
  mkdirSync(folder, { recursive: true });
  const code = await run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `${name}@${version}`,
  ]);
  if (code !== 0 || !existsSync(node)) {
    console.error(
      `There is no Node ${version} for ${name} at the registry: name another version, or check the network.`,
    );
    process.exit(1);
  }
}
// Programs that the tests start must use the same Node, so its folder is first in PATH.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, npm_node_execpath: node };
process.exit(await run(node, ['config/tasks/test.mjs', ...parts], { env }));
