/**
 * `npm test`: installs what is missing, then runs every proof and ends with one line, `N passed, N failed`.
 * `npm test -- lint server` runs only those. Two lanes run side by side, since a build and a linter keep one core busy each.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
const reports = join(root, 'build', 'reports');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

function testFiles(...folders) {
  const found = [];
  const walk = (folder) => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (name.endsWith('.test.ts')) found.push(relative(root, path));
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return found.sort();
}

/** Runs a command; output is kept and shown whole when it fails, so that the lanes do not mix their lines. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
const bin = (name) => join(root, 'node_modules', '.bin', name);

async function check(command, args, env) {
  const { ok, output } = await run(command, args, env);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

async function jest() {
  const report = join(reports, 'jest.json');
  const { ok, output } = await run(
    bin('jest'),
    ['-c', 'config/quality/jest.config.js', '--json', `--outputFile=${report}`, '--maxWorkers=2'],
    { NODE_ENV: 'test' },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: ok ? failed : Math.max(1, failed), output };
}

/** node:test over the given files; counts come from the TAP report. */
async function nodeTests(name, files, env = {}, concurrency = 2) {
  if (files.length === 0) return { passed: 0, failed: 1, output: `${name}: no test file was found` };
  const report = join(reports, `${name}.tap`);
  rmSync(report, { force: true });
  const { ok, output } = await run(
    process.execPath,
    [
      '--import',
      'tsx',
      '--test',
      `--test-concurrency=${concurrency}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    { NODE_ENV: 'test', ...env },
  );
  const tap = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const count = (key) => Number(tap.match(new RegExp(`^# ${key} (\\d+)$`, 'm'))?.[1] ?? 0);
  const passed = count('pass');
  const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
  return { passed, failed: ok && passed > 0 ? failed : Math.max(1, failed), output };
}

/**
 * One embedded PostgreSQL for a whole group of files, or the one that TEST_DATABASE_URL names; each file makes its own
 * database from the migrated template.
 */
async function withCluster(job) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return job({ TEST_DATABASE_URL: given });
  const cluster = spawn(process.execPath, ['--import', 'tsx', 'server/core/database/testing-cluster.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    cluster.stdout.on('data', (part) => {
      text += part;
      const match = text.match(/^TEST_DATABASE_URL=(.+)$/m);
      if (match) resolve(match[1]);
    });
    cluster.on('close', (code) => reject(new Error(`the test database ended with ${code}: ${text}`)));
  });
  try {
    return await job({ TEST_DATABASE_URL: url });
  } finally {
    cluster.stdin.end();
    await new Promise((resolve) => cluster.on('close', resolve));
  }
}

/** Debian's chromium: taken when it is there, installed when this user may, otherwise one line that says how. */
function ensureChromium() {
  const given = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (existsSync(given)) return given;
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (mayInstall) {
    console.log('Installing chromium for the browser journeys …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (existsSync(given)) return given;
  }
  return null;
}

async function journeys() {
  const chromium = ensureChromium();
  if (!chromium) {
    return {
      passed: 0,
      failed: 1,
      output: 'The browser journeys need Chromium: "apt-get install chromium", or set CHROMIUM to the path of one.',
    };
  }
  // Run alone, the journeys need the build as well; in a whole run it has just been made and this takes no time.
  const built = await check(process.execPath, ['config/tasks/build.mjs', '--if-changed']);
  if (built.failed) return built;
  return withCluster((env) => nodeTests('journeys', testFiles('tests/journeys'), { ...env, CHROMIUM: chromium }, 1));
}

const SERVER_FILES = () =>
  testFiles('contract', 'server', 'tests/security', 'tests/matrix', 'tests/fuzz', 'tests/house');
const lanes = [
  [
    ['build', () => check(process.execPath, ['config/tasks/build.mjs', '--if-changed'])],
    ['journeys', journeys],
  ],
  [
    [
      'lint',
      () =>
        check(bin('biome'), ['check', '--config-path=config/quality/biome.config.json', '--error-on-warnings', '.']),
    ],
    [
      'types',
      async () => {
        const setup = await check(bin('max'), ['setup']);
        if (setup.failed) return setup;
        const results = [];
        for (const project of ['tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json']) {
          results.push(await check(bin('tsc'), ['-p', project, '--noEmit']));
        }
        return {
          passed: results.filter((result) => result.passed).length,
          failed: results.filter((result) => result.failed).length,
          output: results.map((result) => result.output).join(''),
        };
      },
    ],
    [
      'arrows',
      () =>
        check(bin('depcruise'), [
          '--config',
          'config/quality/dependency-cruiser.cjs',
          'contract',
          'server',
          'src',
          'mock',
          'tests',
          'config',
        ]),
    ],
    ['dead', () => check(bin('knip'), ['-c', 'config/quality/knip.json'])],
    ['licences', () => check(process.execPath, ['config/quality/licences.mjs'])],
    ['unit', jest],
    ['server', () => withCluster((env) => nodeTests('server', SERVER_FILES(), env))],
    ['crash', () => nodeTests('crash', testFiles('tests/crash'), {}, 1)],
  ],
];

await ensureInstalled();
mkdirSync(reports, { recursive: true });
const known = lanes.flat().map(([name]) => name);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown part "${unknown[0]}". There are: ${known.join(', ')}`);
  process.exit(2);
}
const totals = { passed: 0, failed: 0 };
const started = performance.now();
await Promise.all(
  lanes.map(async (lane) => {
    for (const [name, job] of lane) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const from = performance.now();
      let result;
      try {
        result = await job();
      } catch (error) {
        result = {
          passed: 0,
          failed: 1,
          output: error instanceof Error ? (error.stack ?? error.message) : String(error),
        };
      }
      totals.passed += result.passed;
      totals.failed += result.failed;
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      console.log(
        `${result.failed ? 'FAILED' : 'ok    '} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
      );
      if (result.failed)
        console.log(
          result.output
            .split('\n')
            .map((line) => `    ${line}`)
            .join('\n'),
        );
    }
  }),
);
console.log(`Took ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
