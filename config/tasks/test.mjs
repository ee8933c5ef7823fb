/**
 * `npm test`: installs missing programs, runs every part, and prints `N passed, N failed` as its last line.
 * `npm test -- lint journeys/states server/modules/bill` runs only these parts, journeys and test files. `--help` lists the parts.
 * Three parts run in parallel. When a part ends, the next waiting part starts.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { JOURNEY_RUN, journeyFile, makeJourneyWorld, startCluster } from './journey-world.mjs';
import { bin, run } from './process.mjs';
import { bundleTests, groupTests, programOf } from './test-bundle.mjs';
import { failedIn, journeyResults, selectParts, summarize } from './test-results.mjs';

const root = process.cwd();
/** Id of this run. With this id the run fills database templates only once. */
const RUN = randomUUID();
const reports = join(root, 'build', 'reports');
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

function testFiles(pattern, ...folders) {
  const found = [];
  const walk = (folder) => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (pattern.test(name)) found.push(relative(root, path));
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return found.sort();
}

async function check(command, args, env) {
  const { ok, output } = await run(command, args, env);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

/** Runs Jest. @param files test files to run. An empty list means all test files */
async function jest(files = []) {
  const report = join(reports, 'jest.json');
  rmSync(report, { force: true });
  const paths = files.length > 0 ? ['--runTestsByPath', ...files] : [];
  const { ok, output } = await run(
    bin('jest'),
    ['-c', 'config/quality/jest.config.js', '--json', `--outputFile=${report}`, '--maxWorkers=2', ...paths],
    { NODE_ENV: 'test' },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const names = result.testResults.flatMap(({ name, assertionResults, status }) => {
    const broken = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    return (broken.length === 0 && status === 'failed' ? ['does not run'] : broken).map(
      (test) => `${relative(root, name)}: ${test}`,
    );
  });
  return { passed: result.numPassedTests, failed: ok ? failed : Math.max(1, failed), output, names };
}

/** Groups of the server's test files. The files of a group share a process. A file that the command line names runs alone. */
let grouped;
const groups = () => {
  grouped ??= groupTests(root, selected.find(({ name }) => name === 'server').files);
  return grouped;
};

/**
 * One bundle with the test files of all selected parts that use it (`isBundled`), so that shared code exists only once. The first part that
 * needs the bundle builds it.
 */
let bundled;
const programs = () => {
  bundled ??= bundleTests(
    root,
    selected
      .filter(({ isBundled }) => isBundled)
      .flatMap(({ name, files, isFiltered }) => (name === 'server' && !isFiltered ? groups() : files)),
  );
  return bundled;
};

/** Runs node:test over the given files, and counts the results in the TAP report. */
async function nodeTests(name, files, env = {}, concurrency = 1) {
  if (files.length === 0) return { passed: 0, failed: 1, output: `${name}: no test file was found` };
  const folder = await programs();
  const report = join(reports, `${name}.tap`);
  rmSync(report, { force: true });
  const { ok, output } = await run(
    process.execPath,
    [
      '--enable-source-maps',
      '--test',
      `--test-concurrency=${concurrency}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${report}`,
      ...files.map((file) => programOf(folder, file)),
    ],
    // Connecting to the database may take long while builds and browsers run in parallel.
    { NODE_ENV: 'test', PGCONNECT_TIMEOUT: '60', TEST_PROGRAMS: folder, TEST_RUN: RUN, ...env },
  );
  const tap = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const count = (key) => Number(tap.match(new RegExp(`^# ${key} (\\d+)$`, 'm'))?.[1] ?? 0);
  const passed = count('pass');
  const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
  return { passed, failed: ok && passed > 0 ? failed : Math.max(1, failed), output, names: failedIn(tap) };
}

/** Runs one journey file. Only the second try records traces, since recording slows down every step. */
async function journey(file, isAgain = false) {
  const { env } = await journeyWorld();
  const name = `journeys-${basename(file, '.test.ts')}${isAgain ? '-again' : ''}`;
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const { ok, output } = await run(
    bin('playwright'),
    [
      ...JOURNEY_RUN,
      `--output=${join('build', name)}`,
      ...(isAgain ? ['--trace=retain-on-failure'] : []),
      journeyFile(basename(file, '.test.ts')),
    ],
    { PGCONNECT_TIMEOUT: '60', TEST_RUN: RUN, ...env, JOURNEY_REPORT: report },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const { passed, failed, names } = journeyResults(JSON.parse(readFileSync(report, 'utf8')));
  return { passed, failed: ok && passed > 0 ? failed : Math.max(1, failed), output, names };
}

async function serverTests(files, isFiltered) {
  const { url, stop } = await startCluster(await programs());
  try {
    return await nodeTests('server', isFiltered ? files : groups(), { TEST_DATABASE_URL: url }, 2);
  } finally {
    await stop();
  }
}

/** The environment that all journeys use. The first journey creates it. */
let shared;
const journeyWorld = () => {
  shared ??= programs().then((folder) => makeJourneyWorld(folder));
  return shared;
};

const NODE_TEST = /\.test\.ts$/;
const SERVER_FOLDERS = ['contract', 'server', 'tests/security', 'tests/matrix', 'tests/fuzz', 'tests/house'];
/**
 * Journeys that take at least a minute. They start before the other journeys, so that the parallel lanes (`LANES`) end at about the same
 * time.
 */
const LONG_JOURNEYS = ['pages', 'addresses', 'pseudo-locale', 'states', 'shell', 'rights-walk', 'drafts', 'hostile'];
const rankOf = (file) => {
  const rank = LONG_JOURNEYS.indexOf(basename(file, '.test.ts'));
  return rank < 0 ? LONG_JOURNEYS.length : rank;
};
/** One part per journey file, so that all lanes share the journeys. */
const journeys = testFiles(NODE_TEST, 'tests/journeys')
  .sort((one, other) => rankOf(one) - rankOf(other))
  .map((file) => ({
    name: 'journeys',
    label: `journeys/${basename(file, '.test.ts')}`,
    files: [file],
    isBundled: true,
    needs: 'build',
    job: () => journey(file),
    again: () => journey(file, true),
  }));
const long = journeys.filter(({ files: [file] }) => rankOf(file) < LONG_JOURNEYS.length);
/** Parts in the order of their start. Long parts start early, so that the lanes end at about the same time. */
const parts = [
  { name: 'build', job: () => check(process.execPath, ['config/tasks/build.mjs', '--if-changed']) },
  { name: 'server', files: testFiles(NODE_TEST, ...SERVER_FOLDERS), isBundled: true, job: serverTests },
  {
    name: 'types',
    job: async () => {
      const setup = await check(bin('max'), ['setup']);
      if (setup.failed) return setup;
      return check(process.execPath, ['config/tasks/types.mjs']);
    },
  },
  {
    name: 'lint',
    job: () =>
      check(bin('biome'), ['check', '--config-path=config/quality/biome.config.json', '--error-on-warnings', '.']),
  },
  ...long,
  {
    name: 'unit',
    files: testFiles(/\.test\.tsx?$/, 'src', 'config'),
    job: (files, isFiltered) => jest(isFiltered ? files : []),
  },
  {
    name: 'crash',
    files: testFiles(NODE_TEST, 'tests/crash'),
    isBundled: true,
    needs: 'build',
    job: (files) => nodeTests('crash', files),
  },
  {
    name: 'arrows',
    job: () =>
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
  },
  ...journeys.filter((one) => !long.includes(one)),
  { name: 'dead', job: () => check(bin('knip'), ['-c', 'config/quality/knip.json']) },
  { name: 'licences', job: () => check(process.execPath, ['config/quality/licences.mjs']) },
];
/** Number of parts that run in parallel. Journeys and crash runs are idle a quarter of their time, so three lanes keep two cores busy. */
const LANES = 3;

const partNames = [...new Set(parts.flatMap(({ name, label }) => (label ? [name, label] : [name])))].join(', ');
if (options.length > 0) {
  const isHelp = options.every((option) => ['--help', '-h'].includes(option));
  const usage = `"npm test" runs everything; "npm test -- lint journeys/states server/modules/bill" runs only these parts, journeys, folders and test files.
Parts: ${partNames}`;
  console.log(isHelp ? usage : `There is no option ${options.join(' ')}.\n${usage}`);
  process.exit(isHelp ? 0 : 2);
}

await ensureInstalled();
mkdirSync(reports, { recursive: true });
const { selected, unknown } = selectParts(parts, wanted);
if (unknown.length > 0) {
  console.error(`"${unknown[0]}" is neither a part nor a test file. Parts: ${partNames}`);
  process.exit(2);
}
const totals = { passed: 0, failed: 0 };
/** Parts and names of all failed tests. We print them last, since the output of one part may be thousands of lines long. */
const broken = [];
const started = performance.now();
const waiting = [...selected];
const ended = new Map();

/** Runs a part, adds its counts to the totals and prints its line. With `putOff` a failure does not count, because the part runs again. */
async function runPart({ name, label = name, job, files, isFiltered }, putOff) {
  const from = performance.now();
  let result;
  try {
    result = await job(files, isFiltered);
  } catch (error) {
    result = { passed: 0, failed: 1, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const again = result.failed > 0 && putOff !== undefined;
  if (again) putOff();
  else {
    totals.passed += result.passed;
    totals.failed += result.failed;
    const names = result.names?.length ? result.names : ['failed'];
    if (result.failed > 0) broken.push(...names.map((test) => `${label}: ${test}`));
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const verdict = again ? 'AGAIN ' : result.failed ? 'FAILED' : 'ok    ';
  console.log(`${verdict} ${label}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
  if (result.failed > 0) {
    // We print only failed tests. Hundreds of lines of passed tests would hide them.
    const lines = result.output.split('\n').filter((line) => !/^\s*✔/.test(line));
    console.log(lines.map((line) => `    ${line}`).join('\n'));
  }
}

/**
 * Journey files that failed. They run once more after all other parts. While the server's tests run, a browser sometimes gets no processor
 * time for longer than a journey's timeout. Other parts have no second try, because a failure there is a real fault.
 */
const failedOnce = [];

/** Runs one waiting part after the other until no part is left. A part that needs another part starts after the needed part. */
async function lane() {
  for (;;) {
    const index = waiting.findIndex(({ needs }) => !waiting.some(({ name }) => name === needs));
    const [part] = waiting.splice(index, index < 0 ? 0 : 1);
    if (!part) return;
    await ended.get(part.needs);
    const run = runPart(part, part.again && (() => failedOnce.push(part)));
    ended.set(part.name, run);
    await run;
  }
}
await Promise.all(Array.from({ length: LANES }, lane));
const unsteady = [];
for (const { again, label } of failedOnce) {
  const before = totals.failed;
  await runPart({ name: 'journeys', label: `${label}, alone`, job: again });
  if (totals.failed === before) unsteady.push(label);
}
await (await shared?.catch(() => undefined))?.end();
console.log(`Took ${((performance.now() - started) / 1000).toFixed(0)} s`);
const { lines, isPassed } = summarize(totals, unsteady, broken);
for (const line of lines) console.log(line);
process.exit(isPassed ? 0 : 1);
