import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, printTable } from './report';

/** Measures `npm start`: cold in a new clone (packages, build, database, demo data), then warm in the same folder. */
const WARM_RUNS = 5;
const COLD_TIMEOUT_MS = 15 * 60_000;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-start-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), folder]);
    const cold = await start(folder);
    const warm: number[] = [];
    for (let run = 0; run < WARM_RUNS; run++) warm.push((await start(folder)).readyMs);
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    printTable(
      'npm run bench start',
      [`Cold: a fresh clone of the commit, packages from the registry or npm's cache. Warm: median of ${WARM_RUNS}.`],
      [
        { figure: '`npm start` cold, until it answers', target: '≤ 4 min', measured: seconds(cold.readyMs) },
        ...cold.marks.map(([figure, ms]) => ({ figure, target: '', measured: `at ${seconds(ms)}` })),
        {
          figure: '`npm start` warm, until it answers',
          target: '≤ 3 s',
          measured: `${seconds(median(warm))} (${seconds(Math.min(...warm))}–${seconds(Math.max(...warm))})`,
        },
      ],
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Runs `npm start` until the server is ready, then stops it. */
async function start(cwd: string): Promise<{ readyMs: number; marks: [string, number][] }> {
  const begun = performance.now();
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    DATABASE_URL: '',
    AUTOMATION_CODE: '',
    DATA_DIR: '',
    SEED: '',
  };
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const marks: [string, number][] = [];
  const seen = new Map([
    ['Building (about a minute)', '— packages installed'],
    ['Built in', '— console and server built'],
  ]);
  let output = '';
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const ready = new Promise<number>((settle, fail) => {
    const read = (part: Buffer) => {
      output += part.toString();
      for (const [text, mark] of seen) {
        if (!output.includes(text)) continue;
        marks.push([mark, performance.now() - begun]);
        seen.delete(text);
      }
      if (output.includes('is ready: http')) settle(performance.now() - begun);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => fail(new Error(`npm start ended before it was ready:\n${output}`)));
    setTimeout(() => fail(new Error(`npm start took too long:\n${output}`)), COLD_TIMEOUT_MS).unref();
  });
  try {
    return { readyMs: await ready, marks };
  } finally {
    // npm does not forward signals, so we signal the whole process group, which includes the server.
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

void main();
