import { RULES } from '../../../contract/permissions';
import type { Text } from '../../../contract/text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/units';

/** Result of a check: fine, needs attention, or broken. */
export type Level = 'good' | 'attention' | 'bad';

/** Thresholds. A figure needs attention from the first value on and is bad from the second value on. */
export const THRESHOLDS = {
  backupMs: [26 * HOUR_MS, 7 * DAY_MS],
  drillMs: [35 * DAY_MS, Number.POSITIVE_INFINITY],
  verifiedMs: [2 * DAY_MS, 7 * DAY_MS],
  /** Time since the oldest pending message was due. */
  waitingMs: [5 * MINUTE_MS, 30 * MINUTE_MS],
  p95Ms: [1_000, 4_000],
  /** Share of the connections in use. */
  connections: [0.8, 0.95],
  lcpMs: [2_500, 4_000],
} as const satisfies Record<string, readonly [number, number]>;
/**
 * Limits of free disk space, as a share and in bytes. If the share or the bytes are below the first value, the disk needs attention. Below
 * the second value, the disk is bad.
 */
const ROOM = { share: [0.1, 0.03], bytes: [5e9, 1e9] } as const;
/** A job may be late by this time in milliseconds or by twice its interval, whichever is longer, because processes stop and start. */
const LATE_MS = 5 * MINUTE_MS;
const FAILURES_BAD = 3;
/** Minimum number of calls that an endpoint needs for a rating. */
export const FEWEST_CALLS = 5;

export function levelOf(value: number, [attention, bad]: readonly [number, number]): Level {
  if (value >= bad) return 'bad';
  return value >= attention ? 'attention' : 'good';
}

const WORSE: Readonly<Record<Level, number>> = { good: 0, attention: 1, bad: 2 };

export function worst(levels: readonly Level[]): Level {
  return levels.reduce<Level>((worse, level) => (WORSE[level] > WORSE[worse] ? level : worse), 'good');
}

/** Returns the level of the disk space by share and by bytes. The worse of the two applies. */
export function roomLevel(freeBytes: number, totalBytes: number): Level {
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  const below = (index: 0 | 1) => share < ROOM.share[index] || freeBytes < ROOM.bytes[index];
  if (below(1)) return 'bad';
  return below(0) ? 'attention' : 'good';
}

export interface JobRow {
  readonly name: string;
  readonly everyMs: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly ms: number | null;
  readonly failures: number;
  readonly error: string | null;
  readonly failedAt: Date | null;
  readonly nextAt: Date | null;
}

/** Checks whether a job is running: it has never ended, or its last start is later than its last end. */
export const isRunning = (job: Pick<JobRow, 'startedAt' | 'endedAt'>): boolean =>
  job.endedAt === null || job.startedAt > job.endedAt;

/** Computes by how many milliseconds the next start of a job is late, or its current run exceeds its interval. */
export function overdueMs(job: Pick<JobRow, 'startedAt' | 'endedAt' | 'everyMs' | 'nextAt'>, now: Date): number {
  const due = isRunning(job) || !job.nextAt ? job.startedAt.getTime() + job.everyMs : job.nextAt.getTime();
  return Math.max(0, now.getTime() - due);
}

export function jobLevel(job: JobRow, now: Date): Level {
  if (job.failures >= FAILURES_BAD) return 'bad';
  if (overdueMs(job, now) > Math.max(LATE_MS, 2 * job.everyMs)) return 'bad';
  return job.failures > 0 ? 'attention' : 'good';
}

const PAGES: ReadonlyMap<string, Text> = new Map(
  RULES.flatMap((rule) => ('route' in rule && rule.kind === 'page' ? [[rule.route, rule.text] as const] : [])),
);

/** Returns the page path of a URL, without query and fragment. Returns `null` if the path is not a page. */
export function pageOf(path: string): string | null {
  const plain = path.split(/[?#]/, 1)[0]?.replace(/\/+$/, '') ?? '';
  return PAGES.has(plain) ? plain : null;
}

/** Returns the title of a page. Returns `null` if the path is not a page. */
export const pageText = (path: string): Text | null => PAGES.get(pageOf(path) ?? '') ?? null;

/**
 * Replaces query values of a URL by `•` if they may identify a person. Only words of at most 24 letters, numbers of at most 4 digits and
 * dates remain. Values of keys such as `keyword`, `name` or `tel` are always replaced.
 */
export function redactAddress(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  if (query === '') return path;
  const kept = [...new URLSearchParams(query)].map(([key, value]) => {
    const isPlain = /^[a-zA-Z]{1,24}$/.test(value) || /^\d{1,4}$/.test(value) || /^\d{4}-\d\d-\d\d$/.test(value);
    const isSearch = /^(keyword|name|tel|phone|account|search|palette|q)$/i.test(key);
    return `${encodeURIComponent(key)}=${isPlain && !isSearch ? value : '•'}`;
  });
  return `${path}?${kept.join('&')}`;
}
