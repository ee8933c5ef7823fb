/**
 * `npm run build`: builds the console into dist/ (a static site, with compressed copies of its files) and the server into
 * build/server/. With `--if-changed` the command does nothing when the last build used the same files.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { applyScript } from './apply-script.mjs';
import { writeWorker } from './build-worker.mjs';
import { ensureInstalled, run } from './install.mjs';

/** Files and folders whose changes cause a new build with `--if-changed`, except the files that match {@link LEFT_OUT}. */
const INPUTS = [
  '.umirc.ts',
  'config',
  'contract',
  // The console contains the manual.
  'docs/manual',
  'package-lock.json',
  'package.json',
  'plugin.ts',
  'public',
  'server',
  'src',
  'tsconfig.json',
];
/**
 * Files whose changes cause no new build: tests, Markdown outside the manual, generated files of umi, `config/quality`, and all tasks
 * except those named `build…` and `apply-script…`.
 */
const LEFT_OUT =
  /(\.test\.[jt]sx?$|^(?!docs\/manual\/).*\.md$|(^|\/)\.umi|^config\/(tasks\/(?!build|apply-script)|quality))/;
/** URL path of the assets, equal to the one in config/bundle.ts. Browsers cache files in this folder permanently. */
const ASSETS = 'static/template/site/index';
const COMPRESSED = /\.(js|css|svg|json|txt|webmanifest|ico|ttf)$/;
/** Files without compressed copies. Operators edit config.js in place. HTML has no copies either, because each response has a new nonce. */
const NEVER_COMPRESSED = /(^|\/)config\.js$/;
const SMALLEST_COMPRESSED = 1024;

/**
 * Builds unless dist/ and build/server/ come from the current files, with the same major version of Node and the same value of `OFFLINE`.
 *
 * @throws Error when a build step fails
 */
export async function ensureBuilt(root = process.cwd()) {
  const stamp = join(root, 'build', 'stamp');
  const wanted = fingerprint(root);
  const complete = ['dist/index.html', 'build/server/main.mjs'].every((path) => existsSync(join(root, path)));
  if (complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await build(root, wanted);
}

async function build(root, wanted) {
  const begun = performance.now();
  const stamp = join(root, 'build', 'stamp');
  // An interrupted build must not look like a finished one.
  rmSync(stamp, { force: true });
  console.log('Building (about a minute) …');
  const contract = contractVersion(root);
  // This import is dynamic, because a fresh clone has no packages when this file loads.
  const { mapVersion, writeMap } = await import('./build-map.mjs');
  const map = mapVersion();
  const code = await run(process.execPath, [join(root, 'node_modules', '@umijs', 'max', 'bin', 'max.js'), 'build'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      BABEL_POLYFILL: 'none',
      DID_YOU_KNOW: 'none',
      CONTRACT_VERSION: contract,
      MAP_VERSION: map,
    },
  });
  if (code !== 0) throw new Error('the console could not be built');
  writeMap(join(root, 'dist', ASSETS, `map-${map}`));
  await Promise.all([
    writeWorker(join(root, 'dist')).then(() => compressAll(join(root, 'dist'))),
    bundleServer(root, contract).then(() => bundleApplyScript(root)),
  ]);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`Built in ${Math.round((performance.now() - begun) / 1000)} s.`);
}

/** Hashes the contract between console and server. A page compares its hash with the server's hash to detect a newer server. */
function contractVersion(root) {
  const hash = createHash('sha256');
  for (const file of filesUnder(join(root, 'contract'))) {
    if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
      hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

async function bundleServer(root, contract) {
  const { build: bundle } = await import('esbuild');
  const outdir = join(root, 'build', 'server');
  rmSync(outdir, { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: [
      'main',
      'export-worker',
      'owner',
      'archive',
      'audit-verify',
      'ledger-verify',
      'secrets-rotate',
      'backup',
      'restore',
      'client',
      'orders',
    ]
      .map((name) => `server/${name}.ts`)
      .filter((path) => existsSync(join(root, path))),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [jsonOfPackages(root)],
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    define: { 'process.env.CONTRACT_VERSION': JSON.stringify(contract) },
    logLevel: 'warning',
  });
}

/** Bundles the script of the public application page into the server's folder, because the server serves this script. */
async function bundleApplyScript(root) {
  const { build: bundle } = await import('esbuild');
  await bundle({ ...applyScript(root), outfile: join('build', 'server', 'apply.js'), logLevel: 'warning' });
}

/** Bundles JSON files of packages. Node would import JSON only with an import attribute, and would print a warning. */
export function jsonOfPackages(root) {
  const { resolve } = createRequire(join(root, 'package.json'));
  return {
    name: 'json-of-packages',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./].*\.json$/ }, ({ path }) => ({ path: resolve(path) }));
    },
  };
}

/**
 * Writes `.br` and `.gz` copies of the files of at least 1 KiB that match {@link COMPRESSED}, except {@link NEVER_COMPRESSED}. So the
 * server does not compress them per request.
 */
async function compressAll(dist) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const waiting = filesUnder(dist).filter(
    (path) =>
      COMPRESSED.test(path) &&
      !NEVER_COMPRESSED.test(relative(dist, path)) &&
      statSync(path).size >= SMALLEST_COMPRESSED,
  );
  const work = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      const content = await readFile(path);
      const quality = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      };
      await writeFile(`${path}.br`, await brotli(content, quality));
      await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

function fingerprint(root) {
  const hash = createHash('sha256').update(`node ${process.versions.node.split('.')[0]} ${process.env.OFFLINE ?? ''}`);
  for (const input of INPUTS) {
    const path = join(root, input);
    if (!existsSync(path)) continue;
    for (const file of statSync(path).isDirectory() ? filesUnder(path) : [path]) {
      const name = relative(root, file).replaceAll('\\', '/');
      if (LEFT_OUT.test(name)) continue;
      hash.update(`\n${name}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.cwd();
  await ensureInstalled(root);
  try {
    if (process.argv.includes('--if-changed')) await ensureBuilt(root);
    else await build(root, fingerprint(root));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
