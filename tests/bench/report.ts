import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';

/** One row of a table: figure, target and measured value. */
export interface Row {
  readonly figure: string;
  readonly target: string;
  readonly measured: string;
}

/** Computes the median. @returns NaN for an empty list */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Computes the `q` quantile (0–1). `q` = 0 is the minimum. @returns NaN for an empty list */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

/** Prints a Markdown table with command, commit and machine, in the format of docs/performance.md. */
export function printTable(command: string, notes: readonly string[], rows: readonly Row[]): void {
  const cells = rows.map(({ figure, target, measured }) => [figure, target, measured] as const);
  const heads = ['Figure', 'Target', 'Measured'] as const;
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(`\n\`${command}\` · commit ${commit()} · ${new Date().toISOString().slice(0, 16)}Z · ${machine()}\n`);
  for (const note of notes) console.log(`${note}\n`);
  console.log(line(heads));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of cells) console.log(line(row));
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() || arch()}, ${memory} GiB, ${platform()}, Node ${process.versions.node}`;
}

/** Waits at most `seconds` until the machine is at least 70 % idle. @returns the busy CPU share (0–1), or NaN without `/proc/stat` */
export async function waitForIdle(seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const before = readStat();
    await sleep(1_500);
    const after = readStat();
    if (!before || !after) return Number.NaN;
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
    if (busy <= 0.3 || performance.now() >= end) return busy;
  }
}

function readStat(): { idle: number; all: number } | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const parts = line.split(/\s+/).slice(1).map(Number);
    return { idle: (parts[3] ?? 0) + (parts[4] ?? 0), all: parts.reduce((sum, part) => sum + part, 0) };
  } catch {
    // Systems other than Linux do not have this file.
    return null;
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds));
}
